import { createWords, folded } from '../word-search.ts';
import type { IntentPhrase, SteeringIntent } from './intent-phrase.ts';
import { conceptIntents } from './concept-intents.ts';
import { english as sequences } from './english-intents.ts';
import { languageIntents } from './intents-by-language.ts';

export interface IntentMatch {
  readonly intent: SteeringIntent;
  readonly isForeign: boolean;
  readonly isWeak: boolean;
  readonly start: number;
  readonly end: number;
}

/** The longest sentence that is looked at as one (UTF-16 units). */
const longest = 600;
const ends = /[.!?](?=\s|$)|[。！？]|\n\s*\n|\n\s*(?:[-*+]|\d{1,3}[.)])\s|\|\s*\n/g;

/** The trigger words of all phrases, so that a text is searched for all of them in one pass. */
const search = createWords();
const english = [...sequences, ...conceptIntents];
/** By the number of the trigger. */
const phrasesOf: IntentPhrase[][] = [];
for (const phrase of english)
  for (const word of phrase.words) (phrasesOf[search.add(word)] ??= []).push(phrase);
const hints = languageIntents.map(({ hints: words }) => words.map((word) => search.add(word)));

/** Finds what sentences of one text want. */
export interface IntentReader {
  /** In the order of the text. */
  in(from: number, to: number): IntentMatch[];
}

export function intentsOf(text: string): IntentReader {
  const present = new Set<number>();
  const places: { readonly at: number; readonly phrases: readonly IntentPhrase[] }[] = [];
  search.each(folded(text), (word, at) => {
    present.add(word);
    const phrases = phrasesOf[word];
    if (phrases !== undefined) places.push({ at, phrases });
  });
  // Each block looks only at its own.
  places.sort((one, other) => one.at - other.at);
  const foreign = languageIntents.flatMap(({ script, phrases }, at) => {
    const known = (hints[at] ?? []).filter((number) => present.has(number)).length;
    return (script === null ? known >= 3 : script.test(text)) ? phrases : [];
  });
  return {
    in(from, to) {
      const asked = new Map<number, Set<IntentPhrase>>();
      let bounds: readonly number[] | undefined;
      for (let next = firstFrom(places, from); next < places.length; next += 1) {
        const place = places[next];
        if (place === undefined || place.at >= to) break;
        bounds ??= sentencesIn(text, from, to);
        const index = lastBefore(bounds, place.at);
        const known = asked.get(index) ?? new Set();
        for (const phrase of place.phrases) known.add(phrase);
        asked.set(index, known);
      }
      if (foreign.length > 0) {
        bounds ??= sentencesIn(text, from, to);
        for (let index = 0; index < bounds.length; index += 1)
          asked.set(index, new Set([...(asked.get(index) ?? []), ...foreign]));
      }
      const found: IntentMatch[] = [];
      for (const [index, phrases] of asked) {
        const start = bounds?.[index] ?? from;
        const end = Math.min(bounds?.[index + 1] ?? to, start + longest);
        const sentence = text.slice(start, end).replaceAll('\n', ' ');
        for (const phrase of phrases) {
          const place = placeOf(phrase, sentence);
          if (place === null) continue;
          const { intent, isForeign = false, isWeak = false } = phrase;
          found.push({ intent, isForeign, isWeak, start: start + place[0], end: start + place[1] });
        }
      }
      return found.sort((a, b) => a.start - b.start || a.end - b.end);
    },
  };
}

/** From the first to the last of the matches; null unless all expressions match. */
function placeOf(
  { all: expressions, not, negation }: IntentPhrase,
  sentence: string,
): [number, number] | null {
  let [start, end] = [Infinity, 0];
  for (const expression of expressions) {
    const match = expression.exec(sentence);
    if (match === null) return null;
    start = Math.min(start, match.index);
    end = Math.max(end, match.index + match[0].length);
  }
  if (not?.test(sentence) === true || negation?.test(sentence.slice(0, start)) === true)
    return null;
  return [start, end];
}

function sentencesIn(text: string, from: number, to: number): number[] {
  const starts = [from];
  for (const { 0: match, index } of text.slice(from, to).matchAll(ends)) {
    const at = from + index + match.length;
    // Longer ones are looked at in pieces.
    for (let last = starts.at(-1) ?? from; at - last > longest; last = starts.at(-1) ?? from)
      starts.push(last + longest);
    starts.push(at);
  }
  return starts;
}

function firstFrom(places: readonly { readonly at: number }[], from: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.at ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lastBefore(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
