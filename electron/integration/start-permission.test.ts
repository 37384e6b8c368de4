import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtCli, runCli, type BuiltCli } from './testing/cli.ts';
import { makePlace, type Place } from './testing/place.ts';
import { atTerminal } from './testing/terminal.ts';

let cli: BuiltCli;
let place: Place;
let config: string;
const isStarted = (): boolean => existsSync(place.path('started'));

beforeAll(async () => {
  cli = await builtCli();
  place = makePlace();
  const code = 'require("fs").writeFileSync(process.argv[1], "")';
  const args = ['-e', code, place.path('started'), `\u001b[2K${'y'.repeat(6_000)}end-of-it`];
  config = place.write('.mcp.json', {
    mcpServers: {
      acme: { command: process.execPath, args, env: { NODE_OPTIONS: '--no-warnings' } },
    },
  });
}, 120_000);
afterAll(() => {
  place.remove();
});

it('is missing without a terminal: exit code 10 and the whole command on standard error', async () => {
  const { code, stdout, stderr } = await runCli(cli, place, ['list', '--config', config]);
  expect([code, stdout, isStarted()]).toEqual([10, '', false]);
  expect(stderr).toMatch(/^skillgate: .*would start 1 command that you haven't allowed/);
  expect(stderr).toContain(`\\u{001B}[2K${'y'.repeat(6_000)}end-of-it`);
  expect(stderr).toContain('NODE_OPTIONS = --no-warnings  (can load code)');
});

it.each([
  ['says no', 'n\n'],
  ['closes while it asks', '\u0004'],
])("isn't given if the person at a terminal %s", async (_, keys) => {
  const typed = [['[y/n]', keys] as const];
  const { code, screen } = await atTerminal(cli, place, ['list', '--config', config], typed);
  expect([code, isStarted()], screen).toEqual([10, false]);
  expect(screen).toContain("You didn't allow acme, so nothing was started.");
});

it("isn't given if the person ends the program instead", async () => {
  const typed = [['[y/n]', '\u0003'] as const];
  const { code } = await atTerminal(cli, place, ['list', '--config', config], typed);
  expect([code, isStarted()]).toEqual([130, false]);
});

it('is given by a yes at a terminal', async () => {
  const typed = [['[y/n]', 'y\n'] as const];
  const { screen } = await atTerminal(cli, place, ['list', '--config', config], typed);
  expect(isStarted(), screen).toBe(true);
});
