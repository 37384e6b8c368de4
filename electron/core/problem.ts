import type { NextActor } from '../../shared/model/plain.ts';
import type { Problem, RuleId } from '../../shared/model/problem.ts';
import { visible } from './text.ts';

/** Optional parts of a problem. `actual` is the server's text. */
export interface ProblemFacts {
  readonly field?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly clause?: string;
  /** For an incomplete listing: who has to act, and the next step. */
  readonly turn?: NextActor;
  readonly next?: string;
}

/**
 * A problem whose `message` and `actual` are fit to show: the server controls parts of both, so
 * invisible characters are made visible and the length is limited.
 */
export function problem(rule: RuleId, message: string, facts: ProblemFacts = {}): Problem {
  const made: Problem = { rule, message: visible(message, 500) };
  if (facts.field !== undefined) made.field = visible(facts.field, 300);
  if (facts.expected !== undefined) made.expected = visible(facts.expected, 300);
  if (facts.actual !== undefined) made.actual = visible(facts.actual, 300);
  if (facts.clause !== undefined) made.clause = facts.clause;
  if (facts.turn !== undefined) made.turn = facts.turn;
  if (facts.next !== undefined) made.next = facts.next;
  return made;
}

/**
 * A JSON value in a few words, for `actual`. Never walks deep, because the value is the server's.
 */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return `the string "${value.slice(0, 200)}"`;
  return `the ${typeof value} ${String(value)}`;
}
