import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPrivately, openPublicly } from './page-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'opener-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const address = 'http://127.0.0.1:4477/#ticket=abc-_123';

describe('opening an address privately', () => {
  it('keeps it out of the command line, in a file of this person alone, until it is removed', async () => {
    const commands: string[][] = [];
    const remove = await openPrivately(address, folder, (...command) =>
      commands.push(command.flat()),
    );
    expect(commands).toHaveLength(1);
    expect(commands.join(' ')).not.toContain('abc');
    const file = commands[0]!.at(-1)!;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    expect(readFileSync(file, 'utf8')).toContain(`0; url=${address}"`);
    await remove();
    expect(existsSync(dirname(file))).toBe(false);
  });
});

it('opens what says nothing as it is', () => {
  const commands: string[][] = [];
  openPublicly('http://127.0.0.1:4477/open/abc', (...command) => commands.push(command.flat()));
  expect(commands.map((command) => command.at(-1))).toEqual(['http://127.0.0.1:4477/open/abc']);
});
