import { err, ok, type Result } from '../../../shared/result.ts';
import { type ArchiveRefusal, refusal } from './archive.ts';
import { decodeName } from './path.ts';

/** The records of a pax header that change what is read; all others only describe. */
export interface PaxNames {
  readonly path?: string;
  readonly linkpath?: string;
}

const space = 0x20;
const lineEnd = 0x0a;
const longestCount = 8;

/** One record `<length> <key>=<value>\n` at `at`: its key, its value's bytes and where the next begins; null when it is none. */
function record(body: Uint8Array, at: number): { readonly key: string; readonly value: Uint8Array; readonly next: number } | null {
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
  return { key: Buffer.from(line.subarray(0, equals)).toString('latin1'), value: line.subarray(equals + 1), next };
}

/**
 * The names in the body of a pax header (POSIX.1-2017, pax Extended Header). The author
 * controls every record; one that changes how many bytes an entry has would make two readers
 * see two archives, so it is refused, and so is a name given twice. Errors: `damaged`,
 * `sparse`, `size-lies`, `name-encoding`, `names-disagree`.
 * @param shared whether the header speaks for every entry after it; then it may name none.
 */
export function paxNames(body: Uint8Array, shared: boolean): Result<PaxNames, ArchiveRefusal> {
  const names: { path?: string; linkpath?: string } = {};
  for (let at = 0; at < body.length; ) {
    const found = record(body, at);
    if (found === null) return err(refusal('damaged', 'A pax header has a malformed record.'));
    at = found.next;
    const { key } = found;
    if (key.startsWith('GNU.sparse.')) return err(refusal('sparse', 'An entry is a sparse file.'));
    if (key === 'size') return err(refusal('size-lies', 'A pax header sets the size of an entry that needs none.'));
    if (key === 'hdrcharset' && !/UTF-8/.test(Buffer.from(found.value).toString('latin1'))) return err(refusal('name-encoding', 'A pax header has names that are not UTF-8.'));
    if (key !== 'path' && key !== 'linkpath') continue;
    if (shared) return err(refusal('names-disagree', 'A shared pax header names entries.'));
    const value = decodeName(found.value);
    if (!value.ok) return value;
    if (names[key] !== undefined) return err(refusal('names-disagree', 'A pax header names an entry twice.', { expected: names[key], actual: value.value }));
    names[key] = value.value;
  }
  return ok(names);
}
