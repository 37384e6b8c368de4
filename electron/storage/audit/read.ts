import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { AuditLine } from '../../../shared/model/approval.ts';
import type { ChainState } from '../../../shared/model/history.ts';
import type { AuditQuery, AuditLog } from '../../engine/ports/decisions.ts';
import { stampAt } from '../approvals/file.ts';
import { chainStart, genesis, hashHolds, type ChainEnd } from './line.ts';
import { parseLine } from './parse.ts';
import { verifyAudit } from './verify.ts';
import { codeOf } from '../disk/data-folder.ts';
import { readAt } from '../disk/bounded-read.ts';

const stepBytes = 256 * 1024;
/** A line beyond this is damage: it is passed over, and the chain names it. */
const longestLine = 16 * 1024 * 1024;
/** Most text of one export, in bytes. */
const mostExported = 64 * 1024 * 1024;

/**
 * Reads the log without its lock: it only ever grows, and a line that is being written is no whole
 * line yet.
 */
export function openAuditLog(path: string): AuditLog {
  let known: { readonly stamp: string; readonly chain: Promise<ChainState> } | null = null;
  return {
    async page(filter, before, limit) {
      const lines: AuditLine[] = [];
      for await (const bytes of backwards(path)) {
        const line = matching(bytes, filter);
        if (line === null || (before !== null && line.seq >= before)) continue;
        if (lines.length === limit) return { lines, more: true };
        lines.push(line);
      }
      return { lines, more: false };
    },
    async text(filter) {
      const kept: Buffer[] = [];
      let size = 0;
      for await (const bytes of backwards(path)) {
        if (matching(bytes, filter) === null) continue;
        size += bytes.length + 1;
        if (size > mostExported) return { text: textOf(kept), complete: false };
        kept.push(Buffer.from(bytes));
      }
      return { text: textOf(kept), complete: true };
    },
    async chain() {
      const stamp = await stampAt(path).catch(() => 'unknown');
      // One pass over the whole file per state of it, however many ask.
      if (known === null || known.stamp !== stamp || stamp === 'unknown')
        known = { stamp, chain: verifyAudit(path).then(chainState) };
      return known.chain;
    },
  };
}

/** Where the chain ends; its start where nobody can tell. */
export async function auditEnd(path: string): Promise<ChainEnd> {
  try {
    for await (const bytes of backwards(path)) {
      if (bytes.length === 0) continue;
      const line = parseLine(bytes.toString('utf8'));
      return line === null ? chainStart : { seq: line.seq, hash: line.hash };
    }
  } catch {
    // Then everything in the log counts as later.
  }
  return chainStart;
}

/**
 * The lines after the one that a copy names, oldest first. Null where nobody can tell them: the log
 * is gone or damaged, or isn't the one from then.
 */
export async function linesSince(
  path: string,
  from: {
    readonly seq: number;
    readonly isLine: (hash: string) => boolean;
    /** The number that its last line has at least. */
    readonly least: number;
  },
): Promise<readonly AuditLine[] | null> {
  const lines: AuditLine[] = [];
  let isFirst = true;
  try {
    for await (const bytes of backwards(path)) {
      // Every line ends with a line feed, so nothing follows the last one.
      if (isFirst && bytes.length === 0) {
        isFirst = false;
        continue;
      }
      isFirst = false;
      const line = parseLine(bytes.toString('utf8'));
      const next = lines.at(-1);
      if (line === null || !hashHolds(line)) return null;
      if (next !== undefined && (next.prev !== line.hash || next.seq !== line.seq + 1)) return null;
      if (next === undefined && line.seq < from.least) return null;
      if (line.seq <= from.seq)
        return line.seq === from.seq && from.isLine(line.hash) ? lines.reverse() : null;
      lines.push(line);
    }
  } catch {
    return null;
  }
  const [oldest] = lines.slice(-1);
  return from.seq === 0 && oldest?.seq === 1 && oldest.prev === genesis ? lines.reverse() : null;
}

const textOf = (newestFirst: readonly Buffer[]): string =>
  newestFirst
    .toReversed()
    .map((line) => `${line.toString('utf8')}\n`)
    .join('');

function chainState(verdict: Awaited<ReturnType<typeof verifyAudit>>): ChainState {
  return verdict.ok
    ? { ok: true, lines: verdict.lines }
    : { ok: false, line: verdict.line, reason: verdict.reason };
}

function matching(bytes: Buffer, { server, uri, text, action }: AuditQuery): AuditLine | null {
  const line = bytes.length === 0 ? null : parseLine(bytes.toString('utf8'));
  if (line === null) return null;
  if (server !== null && line.server !== server) return null;
  if (uri !== undefined && line.uri !== uri) return null;
  if (action !== null && line.action !== action) return null;
  if (text === '') return line;
  const wanted = text.toLowerCase();
  return [
    line.action,
    line.server,
    line.uri,
    line.detail,
    line.actor,
    line.at,
    line.setDigest ?? '',
  ].some((field) => field.toLowerCase().includes(wanted))
    ? line
    : null;
}

/** The lines of a file from its end, a step at a time; a file that is not there has none. */
async function* backwards(path: string): AsyncGenerator<Buffer> {
  let handle: FileHandle;
  try {
    handle = await open(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  try {
    let end = (await handle.stat()).size;
    let rest: Buffer[] = [];
    let restBytes = 0;
    while (end > 0) {
      const length = Math.min(stepBytes, end);
      const chunk = await readAt(handle, end - length, length);
      end -= length;
      let to = chunk.length;
      for (
        let feed = chunk.lastIndexOf(0x0a);
        feed !== -1;
        feed = feed === 0 ? -1 : chunk.lastIndexOf(0x0a, feed - 1)
      ) {
        if (restBytes <= longestLine) yield Buffer.concat([chunk.subarray(feed + 1, to), ...rest]);
        rest = [];
        restBytes = 0;
        to = feed;
      }
      if (to === 0) continue;
      restBytes += to;
      rest = restBytes > longestLine ? [] : [chunk.subarray(0, to), ...rest];
    }
    if (rest.length > 0) yield Buffer.concat(rest);
  } finally {
    await handle.close();
  }
}
