import type { ChangedLine } from '../../../shared/model/hosts.ts';
import { masked } from '../import/mask.ts';
import { isRawEntry, type RawServerEntry } from '../import/server-entry.ts';
import type { ServerConfig } from '../server-config.ts';
import { mentionsCredential } from '../start/credential.ts';
import { textsOf } from '../start/start-text.ts';
import { covered } from './host-coverage.ts';
import type { HostFileChange } from './document.ts';

/**
 * An entry's lines before and after, in a file that others may read over a person's shoulder.
 * Secret values are masked, but never what the entry would start.
 */
export function difference(
  text: string,
  { span, before, after }: HostFileChange,
  config: ServerConfig,
  entry: RawServerEntry,
): readonly ChangedLine[] {
  // Whatever precedes the entry on its first line is on both sides.
  const head = text.slice(text.lastIndexOf('\n', span.start - 1) + 1, span.start);
  const { shown, hidden } = textsOf(config);
  const named = namedSecrets(entry);
  // The entry's author may have stored its code under `TOKEN` too, to have it masked here.
  const secrets = [...hidden, ...headersOf(config), ...named]
    .filter((secret) => !shown.some((text) => text.includes(secret)))
    .sort((a, b) => b.length - a.length);
  const short = new Set(secrets.filter((value) => value !== '' && value.length < 6));
  const [one, other] = [before, after].map((piece) =>
    covered(head + piece, secrets)
      .split(/\r?\n/)
      .map((line) => (short.size > 0 ? maskValues(line, short) : line)),
  ) as [string[], string[]];
  let first = 0;
  while (first < Math.min(one.length, other.length) && one[first] === other[first]) first += 1;
  let last = 0;
  while (
    last < Math.min(one.length, other.length) - first &&
    one.at(-1 - last) === other.at(-1 - last)
  )
    last += 1;
  const lines = (kind: ChangedLine['kind'], texts: readonly string[]): ChangedLine[] =>
    texts.map((line) => ({ kind, text: line }));
  return [
    ...lines('same', one.slice(0, first)),
    ...lines('removed', one.slice(first, one.length - last)),
    ...lines('added', other.slice(first, other.length - last)),
    ...lines('same', one.slice(one.length - last)),
  ];
}

const headersOf = (config: ServerConfig): readonly string[] =>
  config.type === 'stdio' ? [] : Object.values(config.headers);

/** Maps whose values are always masked, wherever they are in an entry. */
const secretMaps: ReadonlySet<string> = new Set(['env', 'envs', 'headers', 'http_headers']);

/** Values of unknown keys whose name marks them as secret. */
function namedSecrets(value: unknown, isSecret = false): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => namedSecrets(item, isSecret));
  if (isRawEntry(value))
    return Object.entries(value).flatMap(([key, inner]) =>
      namedSecrets(inner, isSecret || mentionsCredential(key) || secretMaps.has(key)),
    );
  return isSecret && (typeof value === 'string' || typeof value === 'number')
    ? [String(value)]
    : [];
}

/** Matches a whole value of at most five characters wherever one can begin: quoted and complete. */
const inQuotes = /(?=(["'])((?:(?!\1).){1,5})\1)/g;
const toTheEnd = /(?=([:=]\s{0,200})(\S(?:.{0,3}\S)?)\s{0,200}(?:#|$))/g;

/** Masks short secrets only where each is a whole value: elsewhere they are ordinary words. */
function maskValues(line: string, short: ReadonlySet<string>): string {
  const found = [...line.matchAll(inQuotes), ...line.matchAll(toTheEnd)]
    .filter(([, , value = '']) => short.has(value))
    .map(({ index, 1: sign = '', 2: value = '' }) => {
      const start = index + sign.length;
      return { start, end: start + value.length };
    })
    .sort((a, b) => a.start - b.start);
  let result = '';
  let from = 0;
  for (const { start, end } of found) {
    if (start < from) continue;
    result += line.slice(from, start) + masked;
    from = end;
  }
  return result + line.slice(from);
}
