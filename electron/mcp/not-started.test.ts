import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { whyNotStarted } from './not-started.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillgate-start-'));
  writeFileSync(join(folder, 'plain.sh'), '#!/no/such/interpreter -e\n');
  chmodSync(join(folder, 'plain.sh'), 0o644);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('says which of a folder, a command and an interpreter is missing', () => {
  const file = join(folder, 'plain.sh');
  expect(whyNotStarted('node', join(folder, 'gone'), 'ENOENT')).toMatch(/^the folder .*gone to /);
  expect(whyNotStarted('node', file, 'ENOTDIR')).toContain('is no folder');
  expect(whyNotStarted('nodf', undefined, 'ENOENT')).toBe('there is no such command');
  expect(whyNotStarted(join(folder, 'gone'), undefined, 'ENOENT')).toBe('there is no such file');
  expect(whyNotStarted(folder, undefined, 'EACCES')).toBe('it is a folder');
  expect(whyNotStarted(file, undefined, 'EACCES')).toContain('is not allowed to run');
  expect(whyNotStarted('./plain.sh', folder, 'ENOENT')).toBe(
    '/no/such/interpreter, which its first line names to run it, is not there',
  );
});
