import { describe, expect, it } from 'vitest';
import { judgePhrases } from './phrases.mjs';

describe('phrases', () => {
  it.each([
    ['Something is to be mended.', 'fix'],
    ['Its text is kept as it is.', 'unchanged'],
    ['It can not be reached', 'cannot'],
    ['Waits for a yes', 'permission'],
    ['Its description is another, too', 'differs'],
    ['Secrets in the clear', 'unencrypted'],
  ])('that readers stumble over are named with what to write instead: %s', (text, instead) => {
    expect(judgePhrases(text)).toContain(instead);
  });

  it.each(['amendments', 'the file as it is written', 'is another skill’s name', 'a yesterday'])(
    'inside other words or sentences are fine: %s',
    (text) => {
      expect(judgePhrases(text)).toBeNull();
    },
  );
});
