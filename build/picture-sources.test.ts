import { expect, it } from 'vitest';
import { isPictureSource } from './picture-sources.mjs';

it.each([
  'renderer/features/tree/Row.tsx',
  'renderer/styles/tokens.css',
  'e2e/fixtures/views/walk.ts',
  'e2e/fixtures/pictures/fonts.ts',
])('the pictures are drawn from %s', (path) => {
  expect(isPictureSource(path)).toBe(true);
});

it.each([
  'renderer/features/tree/RowMenu.test.tsx',
  'renderer/store/testing/drawn.tsx',
  'electron/core/digest.ts',
  'e2e/pictures/light/1280/overview.webp',
  'build/pictures/skill.png',
  'build/pictures.mjs',
  'package-lock.json',
])('a change to %s doesn’t make the pictures old', (path) => {
  expect(isPictureSource(path)).toBe(false);
});
