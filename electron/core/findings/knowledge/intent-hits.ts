import type { RuleDocument } from '../document.ts';
import { isShown, proseOf } from '../reading/phrases.ts';
import type { RuleHit } from '../rule.ts';
import type { SteeringIntent } from './intent-phrase.ts';
import { intentsOf, type IntentMatch, type IntentReader } from './intents.ts';

const readers = new WeakMap<RuleDocument, IntentReader>();
const found = new WeakMap<RuleDocument, readonly IntentMatch[]>();

/** Reads the sentences of a document, computed once for all rules. */
export function intentReaderOf(document: RuleDocument): IntentReader {
  const known = readers.get(document);
  if (known !== undefined) return known;
  const reader = intentsOf(document.text);
  readers.set(document, reader);
  return reader;
}

/** What the prose of a document wants; a sentence never spans two blocks. */
export function intentsInProse(document: RuleDocument): readonly IntentMatch[] {
  const known = found.get(document);
  if (known !== undefined) return known;
  const reader = intentReaderOf(document);
  const matches = weighed(proseOf(document).flatMap(({ start, end }) => reader.in(start, end)));
  found.set(document, matches);
  return matches;
}

/** How far apart two intents belong to one thought (UTF-16 units). */
const near = 1_500;

/** A weak intent is a medium finding. Near another intent, it is as good as a strong one. */
function weighed(matches: readonly IntentMatch[]): readonly IntentMatch[] {
  return matches.map((match, at) => {
    if (!match.isWeak) return match;
    const isSupported = [-1, 1].some((step) => {
      for (let next = at + step; ; next += step) {
        const other = matches[next];
        if (other === undefined || Math.abs(other.start - match.start) > near) return false;
        if (other.intent !== match.intent) return true;
      }
    });
    return { ...match, isWeak: !isSupported };
  });
}

/**
 * Hits of a rule at sentences with an intent, except where another of its hits is already.
 * @param weigh what the hit has besides its place.
 */
export function* hitsOf(
  document: RuleDocument,
  intent: SteeringIntent,
  others: readonly RuleHit[] = [],
  weigh: (match: IntentMatch) => Partial<RuleHit> = () => ({}),
): Generator<RuleHit> {
  yield* others;
  for (const match of intentsInProse(document)) {
    const { start, end } = match;
    if (match.intent !== intent) continue;
    if (
      others.some((other) => other.start < end && start < other.end && other.severity === undefined)
    )
      continue;
    const role = isShown(document, start) ? { role: 'example' as const } : {};
    yield { start, end, ...role, ...(match.isWeak ? { severity: 'medium' } : {}), ...weigh(match) };
  }
}
