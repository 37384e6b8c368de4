import { withoutEnd } from '../../core/text.ts';
import { parseUrl } from '../../../shared/url.ts';

/**
 * What two URIs have in common when any server could take one for the other. The attacker is a
 * model or a server that spells a withheld URI so that a comparison misses it and the server
 * behind does not: escapes once or many times, another case or normal form, dot segments, doubled
 * slashes, a query, a fragment, a backslash, a slash at the end, a port, a name before the host,
 * parameters of a segment. Two URIs that are joined here are withheld together, which is why this
 * is never used to find what may pass.
 */
export interface LooseAddress {
  /** Lower case, without the colon; empty where the text begins with none. */
  readonly scheme: string;
  /** Path segments after decoding, folding and resolving, the authority first. */
  readonly segments: readonly string[];
}

/** Times that one address may be wrapped; what is deeper is nobody's honest address. */
const mostFoldings = 16;
/** In UTF-16 units: no host follows a longer one, and an attacker has the session wait for it. */
export const longestAddress = 16_384;
/** Of a name in DNS, in characters. What is longer is written in one way only. */
const longestHost = 253;
const invisible = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\uFE00-\uFE0F]/gu;
const scheme = /^([a-z][a-z0-9+.-]*):/;

/**
 * The ways in which a host may read a URI: up to the first query or fragment, and with them as part
 * of the path (an escaped mark counts for a host that decodes first, and not for one that resolves
 * `..` first); and with a way up that ends at the host name, or takes the host name for a folder. A
 * URI that can't be parsed, or is too long, has no scheme, and is withheld as such.
 */
export function addressesOf(uri: string): readonly LooseAddress[] {
  const whole = folded(uri);
  if (whole === null) return [{ scheme: '', segments: [] }];
  const cut = whole.replace(/[?#].*$/s, '');
  return cut === whole ? parsed(whole) : [...parsed(cut), ...parsed(whole)];
}

function parsed(folded: string): readonly LooseAddress[] {
  const match = scheme.exec(folded);
  const name = match?.[1] ?? '';
  const [first = '', ...rest] = segmentsOf(match === null ? folded : folded.slice(match[0].length));
  const host = hostOf(name, first);
  const above = host === '' ? [] : [host];
  const address = { scheme: name, segments: resolved([...above, ...rest]) };
  return rest.includes('..')
    ? [address, { scheme: name, segments: [...above, ...resolved(rest)] }]
    : [address];
}

/** The path without what some program drops of a name: `a;x` and `a+b`, `a::$DATA`, `a.`. */
const segmentsOf = (path: string): string[] =>
  path
    .split('/')
    .map(
      (segment) =>
        segment
          .replace(/(?:;|::).*$/s, '')
          .replaceAll('+', '')
          .replace(/(?<=[^.])\.+$/, '') || segment,
    )
    .filter((segment) => segment !== '' && segment !== '.');

/**
 * The first segment as a host, however many slashes stand before it: without who asks, its port
 * and the dot at its end, in ASCII. That of a file is a folder unless it is this machine.
 */
function hostOf(scheme: string, segment: string): string {
  if (segment === '..') return '';
  const name = segment
    .replace(/^.*@/s, '')
    .replace(/[:|]\d*$/, '')
    .replaceAll('\u3002', '.');
  const plain = withoutEnd(name, '.');
  if (scheme === 'file' && plain === 'localhost') return '';
  // The attacker is a server: a parser takes time by the square of a long name.
  if (plain.length > longestHost) return plain;
  return parseUrl(`http://${plain}`)?.hostname ?? (plain || segment);
}

/**
 * Decoded and folded by turns until nothing changes: an escape may be written in letters that only
 * folding makes an escape of, such as `%\uFF12F`. One letter may become eighteen.
 */
function folded(uri: string): string | null {
  let text = uri;
  for (let times = 0; times < mostFoldings && text.length <= longestAddress; times += 1) {
    const next = decoded(text)
      .replace(invisible, '')
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFKC')
      .replaceAll('\\', '/');
    if (next === text) return text;
    text = next;
  }
  return null;
}

const decoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      // Not UTF-8: each escape as the character of its number, as some servers take it.
      return run.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );
    }
  });

function resolved(segments: readonly string[]): string[] {
  const above: string[] = [];
  for (const segment of segments)
    if (segment === '..') above.pop();
    else above.push(segment);
  return above;
}

/** A text that two addresses share exactly when they are the same; for a `Set`. */
export const addressKey = ({ segments }: Pick<LooseAddress, 'segments'>): string =>
  segments.join('/');
