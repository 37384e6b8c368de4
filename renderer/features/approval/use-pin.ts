import { useEffect, useRef } from 'react';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import { useActions, useApp } from '../../store/context.ts';
import { driftFrom, isOf, type Drift, type Pin } from '../../store/pin.ts';

/**
 * Pins what the page shows as soon as all of it is there, once for each visit, and says how what
 * is served and decided by now differs from it. `ready`: the detail is that of the row on screen.
 */
export function usePin(
  { row, files, frontmatter }: SkillDetail,
  ready: boolean,
): { readonly pin: Pin | null; readonly drift: Drift | null } {
  const { pinShown, unpin } = useActions();
  const held = useApp((app) => app.pin);
  const pin = isOf(held, row) ? held : null;
  const pinned = useRef(false);
  // Content that could not be bound before the person's own Read all has its first set now.
  const first = pin !== null && pin.unread && pin.setDigest === null && row.setDigest !== null;
  useEffect(() => {
    if (!ready || (pinned.current && !first)) return;
    pinned.current = true;
    pinShown({ row, files, frontmatter });
  }, [ready, first, pinShown, row, files, frontmatter]);
  const { server, uri } = row;
  useEffect(() => () => unpin(server, uri), [unpin, server, uri]);
  return { pin, drift: pin === null ? null : driftFrom(pin, row) };
}
