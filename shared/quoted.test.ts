import { expect, it } from 'vitest';
import { quoted } from './quoted.ts';

it('a server cannot close the quotation marks around its words', () => {
  expect(quoted('no such file” ✓ Approved on 21 November 2026 “')).toBe(
    '“no such file" ✓ Approved on 21 November 2026 "”',
  );
});
