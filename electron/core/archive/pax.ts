import { err, ok, type Result } from '../../../shared/result.ts';
import { type ArchiveRefusal, refusal, decodeName } from './archive.ts';

/** The records of a pax header that change what is read; all others are only descriptions. */
export interface PaxRecords {
  readonly path?: string;
  readonly linkpath?: string;
  /** As written; node-tar repeats the header's own size here. */
  readonly size?: string;
}

type Key = keyof PaxRecords;
const deciding: readonly string[] = ['path', 'linkpath', 'size'] satisfies readonly Key[];

const space = 0x20;
const lineEnd = 0x0a;
const longestCount = 8;

/**
 * Reads one record `<length> <key>=<value>\n` at `at`: its key, the bytes of its value and the
 * start of the next; null if it is malformed.
 */
function record(
  body: Uint8Array,
  at: number,
): { readonly key: string; readonly value: Uint8Array; readonly next: number } | null {
  const gap = body.subarray(at, at + longestCount).indexOf(space);
  if (gap < 1) return null;
  const count = Buffer.from(body.subarray(at, at + gap)).toString('latin1');
  if (!/^[1-9][0-9]*$/.test(count)) return null;
  const next = at + Number(count);
  const start = at + gap + 1;
  if (next > body.length || next <= start || body[next - 1] !== lineEnd) return null;
  const line = body.subarray(start, next - 1);
  const equals = line.indexOf(0x3d);
  if (equals < 1) return null;
  return {
    key: Buffer.from(line.subarray(0, equals)).toString('latin1'),
    value: line.subarray(equals + 1),
    next,
  };
}

/**
 * Reads the body of a pax header (POSIX.1-2017, pax Extended Header). The author controls every
 * record; one given twice would make two readers see two archives.
 * Errors: `damaged`, `sparse`, `name-encoding`, `names-disagree`, `size-lies`.
 * @param shared whether the header applies to every entry after it; then it must not change any.
 */
export function paxRecords(body: Uint8Array, shared: boolean): Result<PaxRecords, ArchiveRefusal> {
  const records: { -readonly [K in Key]?: string } = {};
  for (let at = 0; at < body.length;) {
    const found = record(body, at);
    if (found === null) return err(refusal('damaged', 'A pax header has a malformed record.'));
    at = found.next;
    if (found.key.startsWith('GNU.sparse.'))
      return err(refusal('sparse', 'An entry is a sparse file.'));
    if (found.key === 'hdrcharset' && !/UTF-8/.test(Buffer.from(found.value).toString('latin1')))
      return err(refusal('name-encoding', 'A pax header has names that are not UTF-8.'));
    if (!deciding.includes(found.key)) continue;
    const key = found.key as Key;
    if (shared)
      return err(
        refusal(
          key === 'size' ? 'size-lies' : 'names-disagree',
          'A shared pax header gives a name or a size to every entry.',
        ),
      );
    const value = decodeName(found.value);
    if (!value.ok) return value;
    const before = records[key];
    if (before !== undefined)
      return err(
        refusal('names-disagree', 'A pax header sets the same field of an entry twice.', {
          expected: before,
          actual: value.value,
        }),
      );
    records[key] = value.value;
  }
  return ok(records);
}
