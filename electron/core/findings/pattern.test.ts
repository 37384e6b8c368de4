import { expect, it } from 'vitest';
import { pattern } from './pattern.ts';

it.each(['', 'x'.repeat(300)])('finds a letter that reads as another after %j', (before) => {
  const secret = pattern(['secret'], 'y secret');
  expect(secret.test(`${before} my \u017Fecret`)).toBe(true);
  expect(secret.test(`${before} my SECRET`)).toBe(true);
  expect(secret.test(`${before} my sacred`)).toBe(false);
});
