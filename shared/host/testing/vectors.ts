import { readFileSync } from 'node:fs';
import type { Identity } from '../format.ts';
import type { Pair } from '../set-digest.ts';
import type { Answer, Query } from '../types.ts';

/** One case of `check`: over the approvals of that name, the query gives what is expected. */
export interface CheckVector {
  readonly name: string;
  readonly approvals: string;
  readonly query: Query;
  readonly expect: Pick<Answer, 'standing' | 'changes' | 'reason'> & { readonly record?: string };
}

export interface Vectors {
  readonly identity: readonly {
    readonly name: string;
    readonly config: object;
    readonly identity: Identity | null;
  }[];
  readonly setDigest: readonly {
    readonly name: string;
    readonly resources: readonly Pair[];
    readonly setDigest: string;
  }[];
  readonly approvals: Readonly<
    Record<string, { readonly document: unknown } | { readonly text: string }>
  >;
  readonly check: readonly CheckVector[];
  readonly label: readonly CheckVector[];
}

/** The vectors as every implementation reads them. */
export const vectors = JSON.parse(
  readFileSync(new URL('../vectors.json', import.meta.url), 'utf8'),
) as Vectors;

/** The text of the `approvals.json` that a vector speaks of. */
export function approvalsText(name: string): string {
  const given = vectors.approvals[name];
  if (given === undefined) throw new Error(`no approvals are called ${name}`);
  return 'text' in given ? given.text : JSON.stringify(given.document);
}
