/**
 * What two URIs have in common when any server could take one for the other. The attacker is a
 * model or a server that spells a withheld URI so that a comparison misses it and the server
 * behind does not: escapes once or many times, another case or normal form, dot segments, doubled
 * slashes, a query, a fragment, a backslash, a slash at the end. Two URIs that are joined here are
 * withheld together, which is why this is never used to find what may pass.
 */
export interface Address {
  /** Lower case, without the colon; empty where the text begins with none. */
  readonly scheme: string;
  /** Path segments after decoding, folding and resolving, the authority first. */
  readonly segments: readonly string[];
}

const mostDecodings = 8;
const invisible = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\uFE00-\uFE0F]/gu;
const scheme = /^([a-z][a-z0-9+.-]*):/;

export function addressOf(uri: string): Address {
  const folded = decoded(uri)
    .replace(invisible, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll('\\', '/');
  const cut = folded.replace(/[?#].*$/s, '');
  const match = scheme.exec(cut);
  const path = match === null ? cut : cut.slice(match[0].length);
  return { scheme: match?.[1] ?? '', segments: resolved(path) };
}

function decoded(uri: string): string {
  let text = uri;
  for (let times = 0; times < mostDecodings && text.includes('%'); times += 1) {
    const next = text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run);
      } catch {
        // Not UTF-8: each escape as the character of its number, as some servers take it.
        return run.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        );
      }
    });
    if (next === text) break;
    text = next;
  }
  return text;
}

function resolved(path: string): string[] {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') segments.pop();
    else segments.push(segment);
  }
  return segments;
}

/** A text that two addresses share exactly when they are the same; for a `Set`. */
export const addressKey = ({ segments }: Pick<Address, 'segments'>): string => segments.join('/');
