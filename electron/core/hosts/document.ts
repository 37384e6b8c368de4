import { err, ok, type Result } from '../../../shared/result.ts';
import {
  isRawEntry,
  parseServerEntry,
  type RawServerEntry,
  targetKeys,
  typeKeys,
} from '../import/server-entry.ts';
import type { EntryEdit, HostEntry, HostFormat, TextSpan } from './entry.ts';
import { loadsCode } from '../start/loader-variables.ts';
import { gatewayArgs, gatewayEntry, type GatewayEntry } from './gateway-entry.ts';
import type { KnownHost } from './host.ts';
import { json } from './json.ts';
import { toml } from './toml.ts';
import { yaml } from './yaml.ts';

const formats: Readonly<Record<KnownHost['format'], HostFormat>> = { json, toml, yaml };
const mark = '\uFEFF';

/** An app's configuration file as text; `bytesOf` restores the leading byte order mark. */
export interface HostText {
  readonly mark: string;
  readonly text: string;
}

/** Reads bytes as UTF-8; null if they aren't, because they couldn't be written back. */
export function textOf(bytes: Uint8Array): HostText | null {
  try {
    const whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (whole.includes('\0')) return null;
    return whole.startsWith(mark) ? { mark, text: whole.slice(1) } : { mark: '', text: whole };
  } catch {
    return null;
  }
}

export const bytesOf = (file: HostText): Uint8Array => Buffer.from(file.mark + file.text, 'utf8');

/** Every server of the file. The error is one sentence. */
export const entriesOf = (text: string, host: KnownHost): Result<readonly HostEntry[], string> =>
  formats[host.format].entries(text, host);

/** What changed in a file: the entry before and after, as written. */
export interface HostFileChange {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  /** Where the entry was. */
  readonly span: TextSpan;
}

/**
 * The text with this entry starting the gateway. Proved by reading it again: everything else in the
 * file must be unchanged and the entry must start exactly this. The error is one sentence; if there
 * is one, nothing may be written.
 */
export function putThrough(
  text: string,
  host: KnownHost,
  entry: HostEntry,
  gateway: GatewayEntry,
): Result<HostFileChange, string> {
  const { span } = entry;
  if (!span.ok) return span;
  const format = formats[host.format];
  const at = { path: entry.path, span: span.value };
  const changed = format.through(text, at, gateway, host.keys);
  const now = find(changed, host, entry.path);
  if (now === null || !now.span.ok) return err('the rest of the file would change');
  const { start, end } = now.span.value;
  // A comment beside the entry's new last line: it was inside and now follows its span.
  const rest = /^.*/.exec(changed.slice(end))?.[0] ?? '';
  const isInside = format.hasComment(rest) && !text.startsWith(rest, span.value.end);
  const after = changed.slice(start, isInside ? end + rest.length : end);
  const whole = splice(text, span.value, after);
  const config = parseServerEntry(now.value);
  const started = config.ok ? gatewayEntry(config.value) : null;
  const isProved =
    started !== null &&
    said(gatewayArgs(started)) === said(gatewayArgs(gateway)) &&
    started.command === gateway.command &&
    said(started.env) === said(gateway.env) &&
    said(others(now.value)) === said(others(entry.value)) &&
    isSameBeside(format, text, whole, entry.path) &&
    isSameBeside(format, whole, changed, []);
  return isProved
    ? ok({
        text: whole,
        before: text.slice(span.value.start, span.value.end),
        after,
        span: span.value,
      })
    : err('Skillgate can’t change this entry without touching other parts of the file');
}

/** An entry's original text, and the text that replaced it. */
export interface ReplacedEntry {
  readonly path: readonly string[];
  readonly before: string;
  readonly after: string;
}

/**
 * The text with the original entry restored; `restored` even if it already was. Only if the entry
 * still starts the gateway for that server; what somebody added to it since is kept. An app that
 * rewrites its file in another layout changes nothing.
 */
export function putBack(
  text: string,
  host: KnownHost,
  { path, before, after }: ReplacedEntry,
): Result<HostFileChange, 'gone' | 'changed'> {
  const format = formats[host.format];
  const entry = find(text, host, path);
  if (entry === null) return err('gone');
  if (!entry.span.ok) return err('changed');
  const { start, end } = entry.span.value;
  const isLonger = text.startsWith(after, start) && start + after.length > end;
  const span = { start, end: isLonger ? start + after.length : end };
  const now = text.slice(span.start, span.end);
  if (now === before) return ok({ text, before: now, after: now, span });
  const restored = splice(text, span, before);
  const written = find(splice(text, span, after), host, path);
  const original = find(restored, host, path);
  if (original === null || (now !== after && (format.hasComment(now) || written === null)))
    return err('changed');
  const edits = now === after || written === null ? [] : editsOf(entry, written, original);
  if (edits === null || (edits.length > 0 && format.with === undefined)) return err('changed');
  const whole = edits.length === 0 ? restored : (format.with?.(restored, path, edits) ?? restored);
  const result = find(whole, host, path);
  if (result?.span.ok !== true || !isSameBeside(format, text, whole, path)) return err('changed');
  const put =
    edits.length === 0 ? before : whole.slice(result.span.value.start, result.span.value.end);
  return ok({ text: whole, before: now, after: put, span });
}

/**
 * What somebody else changed in an entry since Skillgate wrote it, to be kept beside the original;
 * null if it isn't Skillgate's any more. Options of the gateway are Skillgate's own.
 */
function editsOf(
  { value: now }: HostEntry,
  { value: written }: HostEntry,
  { value: original }: HostEntry,
): readonly EntryEdit[] | null {
  if (said(now) === said(written)) return [];
  const [is, was] = [parseServerEntry(now), parseServerEntry(written)];
  const gateway = is.ok ? gatewayEntry(is.value) : null;
  const old = was.ok ? gatewayEntry(was.value) : null;
  if (gateway === null || old === null || gateway.server !== old.server) return null;
  if (said(now['cwd']) !== said(written['cwd'])) return null;
  const others = [...new Set([...Object.keys(now), ...Object.keys(written)])]
    .filter((key) => !targetKeys.has(key) && !typeKeys.includes(key))
    .filter((key) => said(now[key]) !== said(written[key]))
    .map((key): EntryEdit => ({ keys: [key], value: now[key] }));
  const variables = Object.entries(gateway.env).filter(
    ([name, value]) => name !== 'SKILLGATE_HOME' && old.env[name] !== value,
  );
  if (variables.length === 0) return others;
  // The attacker adds one that loads code, and has the undo carry it into the original.
  if (variables.some(([name]) => loadsCode(name))) return null;
  // An entry with an address has no environment to put them in.
  const own = parseServerEntry(original);
  if (!own.ok || own.value.type !== 'stdio') return null;
  const key =
    ['env', 'envs', 'environment'].find((name) => name in original || name in now) ?? 'env';
  return [
    ...others,
    ...variables.map(([name, value]): EntryEdit => ({ keys: [key, name], value })),
  ];
}

function find(text: string, host: KnownHost, path: readonly string[]): HostEntry | null {
  const entries = entriesOf(text, host);
  const key = JSON.stringify(path);
  return entries.ok
    ? (entries.value.find((entry) => JSON.stringify(entry.path) === key) ?? null)
    : null;
}

const splice = (text: string, { start, end }: TextSpan, piece: string): string =>
  text.slice(0, start) + piece + text.slice(end);

/** A text that two values share exactly when they are equal, regardless of key order. */
const said = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isRawEntry(inner) ? Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)) : inner,
  );

const others = (entry: RawServerEntry): unknown =>
  Object.entries(entry).filter(([key]) => !targetKeys.has(key) && !typeKeys.includes(key));

/** Whether two texts are equal, in the same order, apart from what is at the path. */
function isSameBeside(format: HostFormat, a: string, b: string, path: readonly string[]): boolean {
  const [one, other] = [format.value(a), format.value(b)];
  return one.ok && other.ok && without(one.value, path) === without(other.value, path);
}

function without(value: unknown, path: readonly string[]): string {
  const copy = (inside: unknown, rest: readonly string[]): unknown => {
    const [key, ...more] = rest;
    if (key === undefined) return null;
    if (Array.isArray(inside))
      return inside.map((one: unknown) =>
        isRawEntry(one) && one['name'] === key ? copy(one, more) : one,
      );
    if (!isRawEntry(inside)) return inside;
    return Object.entries(inside).map(([name, held]) => [
      name,
      name === key ? copy(held, more) : held,
    ]);
  };
  return JSON.stringify(path.length === 0 ? value : copy(value, path));
}
