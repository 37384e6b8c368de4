import { expect, it } from 'vitest';
import { requests } from './contract.ts';
import { mostAuditLines } from './model/plain.ts';

it('lets no window choose which file the second copy of the decisions overwrites', () => {
  const { input } = requests.saveSettings;
  expect(input.safeParse({ notices: false }).success).toBe(true);
  expect(input.safeParse({ mirror: '/home/ann/.bashrc' }).success).toBe(false);
});

it('gives as many audit lines at once as the page and a program may ask for, and no more', () => {
  const { input } = requests.getAudit;
  const page = (limit: number): boolean =>
    input.safeParse({ server: null, text: '', action: null, before: null, limit }).success;
  expect([200, mostAuditLines, mostAuditLines + 1].map(page)).toEqual([true, true, false]);
});
