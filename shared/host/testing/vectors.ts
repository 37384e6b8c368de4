import { readFileSync } from 'node:fs';
import type { Identity } from '../format.ts';
import type { DigestPair } from '../set-digest.ts';
import type { Answer, Query } from '../types.ts';

/** One `check` case: with the named approvals, the query gives the expected answer. */
export interface CheckVector {
  readonly name: string;
  readonly approvals: string;
  readonly query: Query;
  readonly expect: Pick<Answer, 'standing' | 'changes' | 'reason'> & {
    /** Id of the decision that determines the answer. */
    readonly record?: string;
    /** The files that failed. */
    readonly failures?: readonly string[];
  };
}

/** A path in a document and the value to set there; without a value it's removed. */
type Change = readonly [path: readonly (string | number)[], value?: unknown];
type Given =
  | { readonly document: unknown }
  | { readonly text: string }
  | { readonly of: string; readonly change: readonly Change[] };

interface Published {
  readonly identity: readonly {
    readonly name: string;
    readonly config: object;
    readonly identity: Identity | null;
  }[];
  readonly setDigest: readonly {
    readonly name: string;
    readonly resources: readonly DigestPair[];
    readonly setDigest: string;
  }[];
  readonly approvals: Readonly<Record<string, Given>>;
  /** The question if a vector says nothing else. */
  readonly query: Query;
  readonly check: readonly Asked[];
  readonly label: readonly Asked[];
}
interface Asked extends Omit<CheckVector, 'query'> {
  readonly query: Partial<Query>;
  readonly omit?: readonly (keyof Query)[];
}

const published = JSON.parse(
  readFileSync(new URL('../vectors.json', import.meta.url), 'utf8'),
) as Published;

function whole({ query, omit = [], ...vector }: Asked): CheckVector {
  const asked: Partial<Record<keyof Query, unknown>> = { ...published.query, ...query };
  for (const key of omit) delete asked[key];
  return { ...vector, query: asked as unknown as Query };
}

/** The vectors as every implementation reads them. */
export const vectors = {
  ...published,
  check: published.check.map(whole),
  label: published.label.map(whole),
};

/** A vector's document; undefined if its text is invalid. */
export function approvalsDocument(name: string): unknown {
  const given = vectors.approvals[name];
  if (given === undefined) throw new Error(`no approvals are called ${name}`);
  if ('text' in given) return undefined;
  if ('document' in given) return given.document;
  const document = structuredClone(approvalsDocument(given.of));
  for (const [path, ...value] of given.change) {
    let inner = document as Record<string | number, unknown>;
    for (const step of path.slice(0, -1)) inner = inner[step] as typeof inner;
    const last = path.at(-1) ?? '';
    if (value.length > 0) inner[last] = value[0];
    else if (Array.isArray(inner)) inner.splice(Number(last), 1);
    else delete inner[last];
  }
  return document;
}

/** The text of a vector's `approvals.json`. */
export function approvalsText(name: string): string {
  const given = vectors.approvals[name];
  if (given !== undefined && 'text' in given) return given.text;
  return JSON.stringify(approvalsDocument(name));
}
