import { lstat } from 'node:fs/promises';
import { noDecisions, unreadable } from '../document.ts';
import type { Approvals } from '../types.ts';
import { approvalsPath } from './location.ts';
import { findLoss } from './missing.ts';
import { readApprovals } from './read.ts';

/**
 * Reads `approvals.json`, by default the platform's own. Takes no lock, writes nothing and never
 * throws. A file that was never written holds no decisions; one that is a link, that others can
 * write, that can't be understood or that is gone answers `cannot-tell` to every check.
 */
export async function loadApprovals(path: string = approvalsPath()): Promise<Approvals> {
  // Whoever can add or remove decisions there isn't necessarily the person.
  const read = await readApprovals(path);
  if (read !== null) return read;
  if ((await findLoss(path)) === null) return noDecisions();
  // Someone may have made the first decision since the file was checked.
  return lstat(path).then(
    () => loadApprovals(path),
    () => unreadable('missing', `${path} is gone`),
  );
}
