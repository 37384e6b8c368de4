import { useEffect } from 'react';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import { useActions, useApp } from '../../store/context.ts';
import { driftFrom, isOf, type PinDrift, type PinnedSkill } from '../../store/pin.ts';

/**
 * Pins what the page shows as soon as all of it is there, once for each visit of the person, and
 * says how what is served and decided by now differs from it. The page may be taken away and come
 * back during a visit: by a server that wants its new bytes to look like the first. `ready`: the detail is that of the row on screen.
 */
export function usePin(
  { row, files, frontmatter }: SkillDetail,
  ready: boolean,
): { readonly pin: PinnedSkill | null; readonly drift: PinDrift | null } {
  const { pinShown } = useActions();
  const held = useApp((app) => app.pin);
  const pin = isOf(held, row) ? held : null;
  // Content that could not be bound before the person's own Read all has its first set now.
  const first = pin !== null && pin.unread && pin.setDigest === null && row.setDigest !== null;
  const due = pin === null || first;
  useEffect(() => {
    if (ready && due) pinShown({ row, files, frontmatter });
  }, [ready, due, pinShown, row, files, frontmatter]);
  return { pin, drift: pin === null ? null : driftFrom(pin, row) };
}
