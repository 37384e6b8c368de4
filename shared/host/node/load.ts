import { lstat } from 'node:fs/promises';
import { noDecisions, unreadable } from '../document.ts';
import type { Approvals } from '../types.ts';
import { approvalsPath } from './location.ts';
import { findLoss } from './missing.ts';
import { readApprovals } from './read.ts';

/**
 * Reads `approvals.json`; the platform's own when no path is given. Takes no lock, writes
 * nothing and never throws. A file that was never written holds no decisions; one that is a link,
 * that others can write, that cannot be understood or is gone answers `cannot-tell` to every check.
 */
export async function loadApprovals(path: string = approvalsPath()): Promise<Approvals> {
  // Whoever can put decisions there, or take them away, is not the person.
  const read = await readApprovals(path);
  if (read !== null) return read;
  if ((await findLoss(path)) === null) return noDecisions();
  // Somebody may have made the first decision since the look at the file.
  return lstat(path).then(
    () => loadApprovals(path),
    () => unreadable('missing', `${path} is gone`),
  );
}
