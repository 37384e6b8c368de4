import { dirname, join } from 'node:path';
import { openToRead, readApprovals } from './read.ts';

/** Why a missing `approvals.json` differs from one that was never written. */
export interface FileLoss {
  /** What `audit.jsonl` says about decisions; null for nothing. */
  readonly audit: 'decisions' | 'damaged' | null;
  /** A complete `approvals.json.next` with decisions exists: a writer was interrupted. */
  readonly hasNext: boolean;
}

/** Lines of `audit.jsonl` that may precede `approvals.json`; all others follow it. */
const notes = /^(changed-|exp|policy-|load|with|instr|skill-|find)/;

/**
 * Looks beside a missing `approvals.json` for signs that it held decisions; null for none, as in a
 * new folder. A program or a person that removes the file must not turn "denied" and "doesn't
 * match" into "new". Whatever can't be read counts as a sign.
 */
export async function findLoss(path: string): Promise<FileLoss | null> {
  const next = await readApprovals(`${path}.next`);
  // What an interrupted writer left half-written isn't a decisions file.
  const hasNext =
    next !== null &&
    (next.status === 'ready'
      ? next.records.length + next.failures.length > 0
      : next.reason !== 'corrupt');
  const audit = await readSign(join(dirname(path), 'audit.jsonl'));
  return audit !== null || hasNext ? { audit, hasNext } : null;
}

async function readSign(path: string): Promise<FileLoss['audit']> {
  try {
    const handle = await openToRead(path);
    let sign: FileLoss['audit'] = 'damaged';
    try {
      for await (const line of handle.readLines()) {
        sign = null;
        if (!notes.test((JSON.parse(line) as { readonly action: string }).action))
          return 'decisions';
      }
    } finally {
      await handle.close();
    }
    // A power failure can empty a file; Skillgate never does.
    return sign;
  } catch (error) {
    return (error as { readonly code?: string }).code === 'ENOENT' ? null : 'damaged';
  }
}
