import { dirname, join } from 'node:path';
import { openToRead, readApprovals } from './read.ts';

/** Why a missing `approvals.json` is not the same as one that was never written. */
export interface FileLoss {
  /** What `audit.jsonl` says of decisions; null for nothing. */
  readonly audit: 'decisions' | 'damaged' | null;
  /** A whole `approvals.json.next` with decisions is there: a writer was stopped. */
  readonly hasNext: boolean;
}

/** Lines of `audit.jsonl` that may be there before `approvals.json` is; any other comes after it. */
const notes = /^(changed-|exp|policy-|load|with|instr|skill-|find)/;

/**
 * Looks beside a missing `approvals.json` for signs that it held decisions; null for none, as in a
 * new folder. A program or a person that removes the file must not turn "denied" and "doesn't match"
 * into "new". Whatever can't be read counts as a sign.
 */
export async function findLoss(path: string): Promise<FileLoss | null> {
  const next = await readApprovals(`${path}.next`);
  // What a stopped writer left half-written is not a file of decisions.
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
    // A power cut empties a file; nothing of ours does.
    return sign;
  } catch (error) {
    return (error as { readonly code?: string }).code === 'ENOENT' ? null : 'damaged';
  }
}
