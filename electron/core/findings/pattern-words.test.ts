import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { chance } from '../archive/testing/mutants.ts';
import { patterns, folded } from './pattern.ts';
import './registry.ts';
import { samplesOf } from './testing/samples.ts';

/** Its rule takes only private addresses, all of which have one of its words. */
const isFiltered = (words: readonly string[]): boolean => words.includes('192.168.');

describe('the words of a pattern', () => {
  it.each(patterns.filter(({ words }) => !isFiltered(words)))(
    'are in each of its matches: $source',
    ({ words, source }) => {
      const sample = samplesOf(source, chance(29));
      const expression = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE);
      const missed = new Set<string>();
      for (let count = 0; count < 1_500; count += 1) {
        const text = sample();
        if (words.some((word) => folded(text).includes(word))) continue;
        const matcher = expression.matcher(text);
        if (matcher.find()) missed.add(matcher.group() ?? '');
      }
      expect([...missed]).toEqual([]);
    },
  );
});
