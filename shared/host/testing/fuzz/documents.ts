import type { DigestPair } from '../../set-digest.ts';
import { approvalsDocument, vectors } from '../vectors.ts';
import { chance, damaged, pick, values, type Random } from './random.ts';
import type { Question } from './question.ts';

const { uri: skill, resources: usual } = vectors.query;
const pairs = (Array.isArray(usual) ? usual : []) as readonly DigestPair[];

/** A set of files close to that of the vectors. */
export function files(random: Random): DigestPair[] {
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

/** Removes, swaps or duplicates something anywhere in a document. */
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

/** A document and a question about it. */
export function checked(random: Random): Question {
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
  // Without a time each implementation would ask its own clock.
  return typeof made === 'object' && made !== null && !('now' in made) ? { ...made, now: 0 } : made;
}
