import { createReadStream } from 'node:fs';
import { codeOf, messageOf } from '../disk/data-folder.ts';
import { chainStart, hashHolds, recovers, type ChainEnd } from './line.ts';
import { parseLine } from './parse.ts';

/** Bytes of damaged lines in a row that are held in memory while looking for their recovery. */
const mostTorn = 16 * 1024 * 1024;

export type AuditVerdict =
  /** `recovered`: damaged lines that a crash left and that the log itself accounts for. */
  | { readonly ok: true; readonly lines: number; readonly recovered: number }
  /** `line` counts from 1 in the file; 0 when the file itself cannot be read. */
  | { readonly ok: false; readonly line: number; readonly reason: string };

/**
 * Checks the whole chain, reading as a stream, and names the first broken line. A log that is
 * not there has no lines. Shows careless edits only: whoever can write the file can also
 * write a whole new chain.
 */
export async function verifyAudit(path: string): Promise<AuditVerdict> {
  let end: ChainEnd = chainStart;
  let line = 0;
  let good = 0;
  let recovered = 0;
  let torn: { readonly from: number; lines: number; bytes: Buffer } | null = null;
  try {
    for await (const bytes of linesOf(path)) {
      line += 1;
      const parsed = parseLine(bytes.toString('utf8'));
      if (parsed === null) {
        torn =
          torn === null
            ? { from: line, lines: 1, bytes }
            : {
                from: torn.from,
                lines: torn.lines + 1,
                bytes: Buffer.concat([torn.bytes, Buffer.from('\n'), bytes]),
              };
        if (torn.bytes.length > mostTorn)
          return { ok: false, line: torn.from, reason: 'not an audit line' };
        continue;
      }
      if (torn !== null && !recovers(parsed, torn.bytes))
        return { ok: false, line: torn.from, reason: 'not an audit line' };
      if (!hashHolds(parsed))
        return { ok: false, line, reason: 'the hash does not match the line' };
      if (parsed.prev !== end.hash)
        return { ok: false, line, reason: 'does not follow the line before it' };
      if (parsed.seq !== end.seq + 1)
        return { ok: false, line, reason: `number ${parsed.seq} follows number ${end.seq}` };
      recovered += torn?.lines ?? 0;
      torn = null;
      end = { seq: parsed.seq, hash: parsed.hash };
      good += 1;
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { ok: true, lines: 0, recovered: 0 };
    return { ok: false, line: 0, reason: messageOf(error) };
  }
  if (torn !== null)
    return {
      ok: false,
      line: torn.from,
      reason: 'cut short; the next decision will record the recovery',
    };
  return { ok: true, lines: good, recovered };
}

async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let feed = chunk.indexOf(0x0a); feed !== -1; feed = chunk.indexOf(0x0a, start)) {
      parts.push(chunk.subarray(start, feed));
      yield parts.length === 1 ? (parts[0] ?? chunk) : Buffer.concat(parts);
      parts = [];
      start = feed + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}
