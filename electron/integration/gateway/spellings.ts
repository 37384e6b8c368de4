/**
 * Seeded, so that a failure can be reproduced: `FUZZ_SEED` and `GATEWAY_FUZZ` choose another or a
 * longer run.
 */
export const seed = Number(process.env['FUZZ_SEED'] ?? 2_640);
const rounds = Number(process.env['GATEWAY_FUZZ'] ?? 800);

/** Park and Miller's generator: the same numbers everywhere. */
export function numbers(from: number): (below: number) => number {
  let state = (from % 2_147_483_646) + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

export type NumberPick = (below: number) => number;

const escaped = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Each adds something, in one place, that some server or client ignores. */
const mutations: readonly ((uri: string, pick: NumberPick) => string)[] = [
  (uri, pick) => at(uri, pick, escaped),
  (uri, pick) => at(uri, pick, (one) => escaped(one).toUpperCase()),
  (uri, pick) => at(uri, pick, (one) => escaped(escaped(one))),
  (uri, pick) => at(uri, pick, (one) => one.toUpperCase()),
  (uri, pick) => at(uri, pick, (one) => one.toLowerCase()),
  (uri, pick) => at(uri, pick, wide),
  (uri, pick) => at(uri, pick, (one) => `${one}\u200d`),
  (uri, pick) => at(uri, pick, (one) => `${one}\ufe0f`),
  (uri, pick) => at(uri, pick, (one) => `\u00ad${one}`),
  (uri, pick) => at(uri, pick, (one) => `\t${one}`),
  (uri, pick) => after(uri, pick, './'),
  (uri, pick) => after(uri, pick, 'x/../'),
  (uri, pick) => after(uri, pick, '%2e/'),
  (uri, pick) => after(uri, pick, 'y/%2E%2e/'),
  (uri, pick) => after(uri, pick, '/'),
  (uri, pick) => after(uri, pick, 'x?/../'),
  (uri, pick) => after(uri, pick, 'x%3F/../'),
  (uri, pick) => after(uri, pick, 'x%23/../'),
  (uri) => `${uri}/`,
  (uri) => `${uri}?a=b`,
  (uri) => `${uri}#a`,
  (uri) => `${uri}%00`,
  (uri) => uri.replace('//', '/'),
  (uri) => uri.replaceAll('/', '\\'),
  (uri) => uri.replace(/\/(?=[^/]*$)/, '%2f'),
];

function at(uri: string, pick: NumberPick, change: (character: string) => string): string {
  const characters = [...uri];
  const place = pick(characters.length);
  return characters.map((one, index) => (index === place ? change(one) : one)).join('');
}

/** After one of the slashes following the scheme's. */
function after(uri: string, pick: NumberPick, put: string): string {
  const slashes = [...uri.matchAll(/\//g)].map(({ index }) => index).slice(1);
  const place = slashes[pick(Math.max(1, slashes.length))] ?? uri.length - 1;
  return uri.slice(0, place + 1) + put + uri.slice(place + 1);
}

const wide = (character: string): string =>
  /[!-~]/.test(character)
    ? String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0)
    : character;

/** Generates spellings of these addresses, with one to four changes each. */
export function spelled(uris: readonly string[]): {
  readonly seed: number;
  readonly rounds: number;
  one(): string;
} {
  const pick = numbers(seed);
  return {
    seed,
    rounds,
    one() {
      let uri = uris[pick(uris.length)] ?? '';
      for (let left = 1 + pick(4); left > 0; left -= 1)
        uri = mutations[pick(mutations.length)]?.(uri, pick) ?? uri;
      return uri;
    },
  };
}
