import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkConfusables, readConfusables, sourcePath } from './confusables.mjs';

const source = (): string => readFileSync(sourcePath, 'utf8');

describe('the table of confusable characters', () => {
  it('matches the installed data', () => {
    expect(() => checkConfusables()).not.toThrow();
  });

  it.each([
    ['is not there', ''],
    ['is cut off', `JSON.parse('{"_common":[8725,47'`],
    ['is empty', `JSON.parse('{"_common":[]}')`],
    ['has something else than numbers', `JSON.parse('{"_common":["a","b"]}')`],
  ])('stops the build where the data %s', (_, unreadable) => {
    expect(() => checkConfusables(unreadable)).toThrow();
  });

  it('stops the build if the data has changed', () => {
    const changed = source().replace('8725,47,', '');
    expect(changed).not.toBe(source());
    expect(() => readConfusables(changed)).toThrow('confusable characters');
    expect(() => checkConfusables(source().replace('8208,45,', ''))).toThrow(
      'build/confusables.mjs',
    );
  });
});
