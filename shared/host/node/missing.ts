import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseApprovals } from '../document.ts';

/** Why a missing `approvals.json` is not the same as one that was never written. */
export interface FileLoss {
  /** One line, without the way back. */
  readonly message: string;
  /** A whole `approvals.json.next` with decisions is there: a writer was stopped. */
  readonly hasNext: boolean;
}

/** Lines of `audit.jsonl` that are never written before `approvals.json` is there. */
const ofFile: ReadonlySet<unknown> = new Set([
  'approved',
  'denied',
  'revoked',
  'undone',
  'forgotten',
  'grant-changed',
  'imported',
  'verification-failed',
  'verification-cleared',
  'store-recovered',
]);

/**
 * Looks beside a missing `approvals.json` for signs that it held decisions; null for none, as in a
 * new folder. A program or a person that removes the file must not turn "denied" and "doesn't match"
 * into "new". Whatever can't be read counts as a sign.
 */
export async function findLoss(path: string): Promise<FileLoss | null> {
  const [hasNext, audit] = await Promise.all([
    holdsDecisions(`${path}.next`),
    readSign(join(dirname(path), 'audit.jsonl')),
  ]);
  const signs = [
    ...(audit === null ? [] : [audit]),
    ...(hasNext ? ['approvals.json.next holds decisions'] : []),
  ];
  return signs.length === 0
    ? null
    : { message: `${path} is missing, but ${signs.join(', and ')}`, hasNext };
}

async function holdsDecisions(path: string): Promise<boolean> {
  const text = await look(path, (handle) => handle.readFile('utf8'));
  if (text === null) return false;
  if (text === undefined) return true;
  const read = parseApprovals(text);
  // What a stopped writer left half-written is not a file of decisions.
  if (read.status === 'unreadable') return read.reason !== 'corrupt';
  return read.records.length > 0 || read.failures.length > 0;
}

async function readSign(path: string): Promise<string | null> {
  const sign = await look(path, async (handle) => {
    for await (const line of handle.readLines({ encoding: 'utf8' })) {
      const { action } = JSON.parse(line) as { readonly action?: unknown };
      if (ofFile.has(action)) return 'audit.jsonl records decisions';
    }
    return null;
  });
  return sign === undefined ? 'audit.jsonl is damaged and may record decisions' : sign;
}

/** Null when the file isn't there, undefined when it can't be read or understood. */
async function look<T>(
  path: string,
  read: (handle: FileHandle) => Promise<T>,
): Promise<T | null | undefined> {
  let handle: FileHandle;
  try {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const { code } = error as { readonly code?: string };
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : undefined;
  }
  try {
    return (await handle.stat()).isFile() ? await read(handle) : undefined;
  } catch {
    return undefined;
  } finally {
    await handle.close().catch(() => undefined);
  }
}
