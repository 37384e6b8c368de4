import { expect, it } from 'vitest';
import { editionMark } from './page.ts';

it('adds nothing to the version on the Electron that ships', () => {
  expect(editionMark('45.4.1', '45.4.1')).toBe('');
});

it('marks every other Electron as for tests, newer ones too', () => {
  expect(editionMark('25.1.1', '45.4.1')).toBe(' TEST-ONLY (Electron 25.1.1 instead of 45.4.1)');
  expect(editionMark('45.4.2', '45.4.1')).toContain('TEST-ONLY');
});
