import type { HostId } from '../../../shared/model/plain.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { identityOf, identityPin } from '../decisions/identity.ts';
import { nowhere } from '../import/foreign/missing-values.ts';
import { respelled } from '../import/foreign/standard.ts';
import { asItsProgramReads } from '../import/implied-type.ts';
import {
  isRawEntry,
  parseServerEntry,
  targetKeys,
  type RawServerEntry,
  typeKeys,
} from '../import/server-entry.ts';
import type { ServerConfig } from '../server-config.ts';
import { gatewayEntry, type GatewayEntry, gatewayArgs } from './gateway-entry.ts';
import type { EntryKeys, KnownHost } from './host.ts';

/** Where a text is in a file, as offsets in UTF-16 code units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** One server in an app's file. */
export interface HostEntry {
  /** Keys from the top of the file. */
  readonly path: readonly string[];
  readonly label: string;
  /** The project's folder, or empty. */
  readonly project: string;
  readonly value: RawServerEntry;
  /** The entry's whole span; the error says why it can't be changed on its own. */
  readonly span: Result<TextSpan, string>;
}

/** A value of an entry, by the keys that lead to it. */
export interface EntryEdit {
  readonly keys: readonly string[];
  readonly value: unknown;
}

/** One file format of an app. */
export interface HostFormat {
  /** What a text means, regardless of its form. The error is one sentence. */
  value(text: string): Result<unknown, string>;
  /** Every server of the file. The error is one sentence. */
  entries(text: string, host: KnownHost): Result<readonly HostEntry[], string>;
  /** The whole text with this entry starting the gateway; the rest is unchanged. */
  through(
    text: string,
    entry: { readonly path: readonly string[]; readonly span: TextSpan },
    gateway: GatewayEntry,
    keys: EntryKeys,
  ): string;
  /**
   * The whole text with these values in the entry, and without those that are undefined. Missing
   * where a format can't keep the rest of the entry as it's written.
   */
  with?(text: string, path: readonly string[], edits: readonly EntryEdit[]): string;
  /** Whether this piece of the text may hold a comment. */
  hasComment(piece: string): boolean;
}

/** The value at a path; null if there is none. */
export const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inside, key) => (isRawEntry(inside) && Object.hasOwn(inside, key) ? inside[key] : null),
    value,
  );

/** Where the servers of a file are: a map of maps at an earlier root counts before the last one. */
export function rootIn(value: unknown, { roots }: KnownHost): readonly string[] {
  const isMap = (map: unknown): boolean =>
    isRawEntry(map) && Object.values(map).every((one) => isRawEntry(one));
  return roots.slice(0, -1).find((root) => isMap(valueAt(value, root))) ?? roots.at(-1) ?? [];
}

/** What an app's entry starts or contacts. */
type EntryPurpose =
  | {
      readonly kind: 'gateway';
      readonly gateway: GatewayEntry;
      /** Fields with everything that is started. */
      readonly config: Extract<ServerConfig, { type: 'stdio' }>;
    }
  | { readonly kind: 'server'; readonly config: ServerConfig; readonly pin: string };

/** Fields where an app says it will fill in something that only it has. */
const hostsOwn: readonly string[] = [
  'bearer_token_env_var',
  'env_http_headers',
  'env_vars',
  'env_keys',
  'envFile',
  'headersHelper',
  'oauth',
  'auth',
  'authProviderType',
  'requestOptions',
];

/**
 * What an entry means, if Skillgate can do the same in the app's place. The error is one sentence
 * without secrets. `host` settles what an entry leaves open.
 */
export function carried(entry: RawServerEntry, host: HostId | null): Result<EntryPurpose, string> {
  const config = parseServerEntry(respelledEntry(asItsProgramReads(entry, host), host));
  if (!config.ok) return config;
  const gateway = gatewayEntry(config.value);
  if (gateway !== null && config.value.type === 'stdio')
    return ok({ kind: 'gateway', gateway, config: config.value });
  const own = hostsOwn.find((key) => isSaid(entry[key]));
  if (own !== undefined)
    return err(`${own} can be filled in only by the app; enter the value itself`);
  if (config.value.type === 'well-known') return err('it isn’t an MCP server');
  const identity = identityOf(config.value);
  return identity === null
    ? err('it names no server that decisions can be tied to')
    : ok({ kind: 'server', config: config.value, pin: identityPin(identity) });
}

/** With placeholders that only the app can fill in spelled so that they're recognized. */
const respelledEntry = (entry: RawServerEntry, host: HostId | null): RawServerEntry =>
  Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [
      key,
      targetKeys.has(key) ? respelled(value, key, { ...nowhere, program: host }) : value,
    ]),
  );

function isSaid(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** A key and its value in a table written line by line. */
export interface LinePair extends TextSpan {
  readonly key: string;
}

/** How a format writes one line. */
interface LineStyle {
  readonly indent: string;
  readonly keys: EntryKeys;
  line(key: string, value: string): string;
  /** A map of texts on one line. */
  env(gateway: GatewayEntry): string;
}

/**
 * The text with the entry's target pairs replaced; comments, blank lines and all other pairs stay
 * where they are. `at` is where the new lines go: the start of a line, or after the dash of a list.
 */
export function rewritten(
  text: string,
  at: number,
  pairs: readonly LinePair[],
  gateway: GatewayEntry,
  style: LineStyle,
): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const texts: [string, string][] = [
    [style.keys.command, JSON.stringify(gateway.command)],
    [
      'args',
      `[${gatewayArgs(gateway)
        .map((arg) => JSON.stringify(arg))
        .join(', ')}]`,
    ],
  ];
  if (Object.keys(gateway.env).length > 0) texts.push([style.keys.env, style.env(gateway)]);
  const lines = texts.map(([key, value]) => style.indent + style.line(key, value) + eol).join('');
  const isInLine = at > 0 && text[at - 1] !== '\n';
  const fresh = isInLine ? lines.slice(style.indent.length) : lines;
  const edits: (TextSpan & { readonly text: string })[] = [{ start: at, end: at, text: fresh }];
  for (const pair of pairs) {
    if (targetKeys.has(pair.key)) edits.push({ ...wholeLines(text, pair), text: '' });
    else if (typeKeys.includes(pair.key))
      edits.push({
        start: pair.start,
        end: pair.end,
        text: style.line(pair.key, typeOf(text, pair)),
      });
  }
  edits.sort((a, b) => a.start - b.start || a.end - b.end);
  let result = '';
  let from = 0;
  for (const edit of edits) {
    result += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return result + text.slice(from);
}

/** Unchanged if it already says stdio, so that its quotes stay. */
function typeOf(text: string, pair: LinePair): string {
  const [, written = ''] = /[:=]\s*(\S+)/.exec(text.slice(pair.start, pair.end)) ?? [];
  return /^["']?stdio["']?$/.test(written) ? written : '"stdio"';
}

/**
 * From the start of its first line, or the dash of a list there, to the end of its last, with the
 * line ending.
 */
export function wholeLines(text: string, { start, end }: TextSpan): TextSpan {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const first = text.slice(line, start).trim() === '' ? line : start;
  if (end > first && text[end - 1] === '\n') return { start: first, end };
  const last = text.indexOf('\n', end);
  return { start: first, end: last === -1 ? text.length : last + 1 };
}
