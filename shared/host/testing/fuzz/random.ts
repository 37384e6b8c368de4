export type Random = () => number;

/** Numbers from 0 to 1, the same for the same seed. */
export function generator(seed: number): Random {
  // mulberry32: small, and the same on every machine.
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(random: Random, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;
export const chance = (random: Random, of: number): boolean => random() < of;

const oddLetters = [
  'ß',
  'ẞ',
  'Σ',
  'ς',
  'σ',
  'İ',
  'ı',
  'K',
  'ſ',
  'é',
  'e\u0301',
  '\u00a0',
  '\u200b',
  '\u3002',
  '\uff0f',
  '\ud800',
  '\udc00',
  '😀',
  '\u0000',
  '\t',
  '\n',
  '\u007f',
  '\u2028',
  '\ufb33',
  '\\',
  '"',
  '%',
  '%2f',
  '%00',
  '@',
  ':',
  '/',
  '?',
  '#',
  '[',
  ']',
  '.',
  '..',
  ' ',
  '+',
  '-',
  '_',
  '$',
  '${A}',
  '0',
  '٣',
  '{',
  '|',
  '^',
  '`',
  '<',
  'A',
  'z',
  '٠',
  '\u0085',
  '\ufeff',
] as const;

/** A text with a little damage: something inserted, removed, duplicated or swapped. */
export function damaged(random: Random, text: string): string {
  let made = text;
  for (let times = Math.floor(random() * 3); times >= 0; times -= 1) {
    const at = Math.floor(random() * (made.length + 1));
    const cut = chance(random, 0.5) ? 0 : Math.floor(random() * 3);
    made =
      made.slice(0, at) +
      (chance(random, 0.8) ? pick(random, oddLetters) : '') +
      made.slice(at + cut);
  }
  return made;
}

/** Usually the ordinary value: an address where everything is odd is just invalid. */
export const mostly = <T>(random: Random, usual: T, odd: readonly T[]): T =>
  chance(random, 0.65) ? usual : pick(random, odd);

/** What a careless or hostile program writes where something else belongs. */
export const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  '',
  'x',
  [],
  ['x'],
  [null],
  {},
  { url: 'https://h.example/' },
  '0',
  1e300,
  ['x', 1],
];
