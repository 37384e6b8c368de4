import type { Pair } from '../set-digest.ts';
import { approvalsDocument, vectors } from './vectors.ts';

/** One question that two implementations must answer alike. */
export type Question =
  | { readonly ask: 'identity'; readonly config: unknown }
  | { readonly ask: 'setDigest'; readonly resources: readonly Pair[] }
  | { readonly ask: 'check'; readonly text: string; readonly query: unknown };

type Random = () => number;

/** Questions near what people and attackers write, the same for the same seed. */
export function fuzzed(count: number, seed: number): Question[] {
  const random = generator(seed);
  return Array.from({ length: count }, () => {
    const kind = random();
    if (kind < 0.35) return { ask: 'identity', config: configuration(random) };
    if (kind < 0.45) return { ask: 'setDigest', resources: files(random) };
    return checked(random);
  });
}

function generator(seed: number): Random {
  // mulberry32: small, and the same on every machine.
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <T>(random: Random, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;
const chance = (random: Random, of: number): boolean => random() < of;

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

/** A text with a little damage: something put in, taken out, doubled or exchanged. */
function damaged(random: Random, text: string): string {
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

const hosts = [
  'h.example',
  'MCP.Acme.Example',
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '256.1.1.1',
  '1.2.3.4.5',
  '017.0.0.1',
  '[::1]',
  '[2001:DB8::A]',
  '[1:2:3:4:5:6:7:8]',
  '[::ffff:1.2.3.4]',
  '[1::2::3]',
  'localhost',
  'münchen.example',
  'faß.example',
  'FAẞ.example',
  'xn--mnchen-3ya.example',
  'a..b',
  'h.example.',
  '-a.example',
  'a_b.example',
  `${'a'.repeat(64)}.example`,
  '',
  'h%2eexample',
  '2130706433',
  'h.0',
  'h.0xa',
  '１.example',
] as const;

/** The usual one in most cases: an address with everything odd about it is only ever none. */
const mostly = <T>(random: Random, usual: T, odd: readonly T[]): T =>
  chance(random, 0.65) ? usual : pick(random, odd);

const ports = [':80', ':443', ':0443', ':', ':65535', ':65536', ':000', ':8a', ':99999999999'];

function url(random: Random): string {
  const made = [
    mostly(random, 'https', ['http', 'HTTPS', 'hTTp', 'http', 'ftp', 'ws', '']),
    mostly(random, '://', ['://', ':/', '//']),
    mostly(random, '', ['user@', 'u:p%40@', 'a@b@', '@', ':@']),
    mostly(random, 'H.example', hosts),
    mostly(random, '', ports),
    mostly(random, '/mcp', ['', '/', '/a/../b//c', '/%2f%2F', '/a;b', '/ü']),
    mostly(random, '', ['?', '?a=1&b=2', '?key=${KEY}', '?a?b', '?ü']),
    mostly(random, '', ['#', '#f?a', '#/@']),
  ].join('');
  return chance(random, 0.25) ? damaged(random, made) : made;
}

const values: readonly unknown[] = [
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

function configuration(random: Random): unknown {
  if (chance(random, 0.02)) return pick(random, values);
  const entry: Record<string, unknown> = {};
  const word = (): string => {
    const plain = pick(random, [
      'npx',
      '-y',
      '@acme/server',
      '--token',
      's3cret',
      '${TOKEN}',
      '',
      'a b',
      'é',
      'x"y',
      '/srv/a.js',
    ]);
    return chance(random, 0.15) ? damaged(random, plain) : plain;
  };
  const some = (): unknown[] => Array.from({ length: Math.floor(random() * 4) }, word);
  const isUrl = chance(random, 0.6);
  if (isUrl) entry[pick(random, ['url', 'url', 'serverUrl', 'httpUrl', 'uri'])] = url(random);
  if (!isUrl || chance(random, 0.05)) {
    entry[pick(random, ['command', 'command', 'cmd'])] = chance(random, 0.2)
      ? [word(), ...some()]
      : word();
    if (chance(random, 0.7)) entry['args'] = chance(random, 0.1) ? pick(random, values) : some();
    if (chance(random, 0.3)) entry['cwd'] = chance(random, 0.3) ? pick(random, values) : word();
  }
  if (chance(random, 0.4))
    entry[pick(random, ['type', 'type', 'transport', 'transportType'])] = pick(random, [
      'stdio',
      'http',
      'sse',
      'local',
      'remote',
      'streamable-http',
      'streamableHttp',
      'streamable_http',
      'STDIO',
      'well-known',
      'ws',
      '',
      'constructor',
      '__proto__',
      'ſtdio',
      'http ',
      ...values,
    ]);
  if (chance(random, 0.1))
    entry[
      pick(random, ['url', 'command', 'args', 'cwd', 'cmd', 'serverUrl', 'env', '__proto__x'])
    ] = pick(random, values);
  return entry;
}

const { uri: skill, resources: usual } = vectors.query;
const pairs = (Array.isArray(usual) ? usual : []) as readonly Pair[];

function files(random: Random): Pair[] {
  const made = Array.from({ length: Math.floor(random() * 5) }, () => {
    const { uri, digest } = pick(random, pairs);
    return {
      uri: chance(random, 0.6) ? damaged(random, uri) : uri,
      digest: chance(random, 0.1) ? damaged(random, digest) : digest,
    };
  });
  return chance(random, 0.3) ? [...made, ...pairs] : made;
}

const names = Object.keys(vectors.approvals);
const pieces = [
  'approved',
  'denied',
  'expires',
  'lapsed',
  'failed',
  'self-computed',
  'archive',
  'tenant',
  '@1: approved',
  '@1: command',
  'two servers',
];

/** Something in a document is taken out, exchanged or doubled, anywhere in it. */
function forged(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || chance(random, 0.05))
    return other(random, value);
  if (Array.isArray(value)) {
    if (value.length === 0 || chance(random, 0.1)) return [...value, ...value.slice(0, 1)];
    const at = Math.floor(random() * value.length);
    return chance(random, 0.1) ? value.toSpliced(at, 1) : value.with(at, forged(random, value[at]));
  }
  const keys = Object.keys(value);
  if (keys.length === 0) return { later: 1 };
  const key = pick(random, keys);
  const inner = (value as Record<string, unknown>)[key];
  const { [key]: _, ...rest } = value as Record<string, unknown>;
  if (chance(random, 0.1)) return rest;
  return { ...value, [key]: forged(random, inner) };
}

const times = [
  '2026-11-21T12:00:00Z',
  '2026-11-21T12:00:00.5Z',
  '2026-02-29T00:00:00Z',
  '2028-02-29T00:00:00.0009Z',
  '1900-02-29T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-11-31T00:00:00Z',
  '2026-11-21T24:00:00Z',
  '2026-11-21T12:00:60Z',
  '2026-11-21T12:00:00+01:00',
  '2026-11-21',
  '1969-12-31T23:59:59.999Z',
] as const;

function other(random: Random, value: unknown): unknown {
  if (typeof value === 'string' && chance(random, 0.4)) return damaged(random, value);
  return chance(random, 0.4) ? pick(random, times) : pick(random, values);
}

function checked(random: Random): Question {
  const name = chance(random, 0.7) ? pick(random, pieces) : pick(random, names);
  let document = approvalsDocument(name);
  const { records } = (document ?? {}) as { records?: unknown };
  if (
    Array.isArray(records) &&
    chance(random, 0.3) &&
    typeof records[0] === 'object' &&
    records[0] !== null
  )
    document = {
      ...(document as object),
      records: records.with(0, { ...records[0], expiresAt: pick(random, [null, ...times]) }),
    };
  if (chance(random, 0.35)) document = forged(random, document);
  const text = chance(random, 0.02)
    ? damaged(random, JSON.stringify(document) ?? '')
    : (JSON.stringify(document) ?? 'null');
  return { ask: 'check', text, query: question(random, document) };
}

function question(random: Random, document: unknown): unknown {
  const { records } = (document ?? {}) as { records?: { server?: { identity?: unknown } }[] };
  const served = Array.isArray(records) ? records[0]?.server?.identity : undefined;
  const query: Record<string, unknown> = {
    identity: chance(random, 0.8) ? (served ?? vectors.query.identity) : vectors.query.identity,
    uri: skill,
    resources: usual,
    now: pick(random, [0, 1_795_262_400_000, 1_795_262_400_500, 4e12, 0.5]),
  };
  if (chance(random, 0.3))
    query['resources'] = pick(random, [null, 'dynamic', files(random), pairs.slice(0, 1)]);
  if (chance(random, 0.1))
    query['archive'] = {
      url: 'https://h.example/x',
      digest: `sha256:${pick(random, ['a', 'b']).repeat(64)}`,
    };
  if (chance(random, 0.1)) {
    query['label'] = pick(random, ['acme', 'other', 'ACME', '']);
    if (chance(random, 0.7)) delete query['identity'];
  }
  if (!chance(random, 0.15)) return query;
  const made = forged(random, query);
  // Without a time each would ask its own clock.
  return typeof made === 'object' && made !== null && !('now' in made) ? { ...made, now: 0 } : made;
}
