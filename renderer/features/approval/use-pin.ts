import { useEffect } from 'react';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import { useActions, useApp } from '../../store/context.ts';
import { driftFrom, isOf, type PinDrift, type PinnedSkill } from '../../store/pin.ts';

/**
 * Pins what the page shows once all of it has loaded, once per visit, and reports how the served
 * and decided state differs from it. A server can remove the page and bring it back within a visit
 * to make new bytes look like the first. `ready`: the detail belongs to the row on screen.
 */
export function usePin(
  { row, files, frontmatter }: SkillDetail,
  ready: boolean,
): { readonly pin: PinnedSkill | null; readonly drift: PinDrift | null } {
  const { pinShown } = useActions();
  const held = useApp((app) => app.pin);
  const pin = isOf(held, row) ? held : null;
  // Content that couldn't be bound before the person's own *Load all* now has its first set.
  const first = pin !== null && pin.unread && pin.setDigest === null && row.setDigest !== null;
  const due = pin === null || first;
  useEffect(() => {
    if (ready && due) pinShown({ row, files, frontmatter });
  }, [ready, due, pinShown, row, files, frontmatter]);
  return { pin, drift: pin === null ? null : driftFrom(pin, row) };
}
