import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtCli, runCli, type BuiltCli } from './testing/cli.ts';
import { approved, configured } from './testing/gateway.ts';
import { makePlace, type Place } from './testing/place.ts';
import { scene, skill, stdioServer } from './testing/servers.ts';

let cli: BuiltCli;
let place: Place;
beforeAll(async () => {
  cli = await builtCli();
  place = makePlace();
  const served = scene(place, 'served', { skills: [skill('refunds')] });
  const { entry } = stdioServer(place, 'full', ['--era', 'modern', ...served.args]);
  await configured(cli, place, 'acme', entry);
  await approved(cli, place, 'acme', 'skill://refunds/SKILL.md');
  place.write('data/servers.json', {
    mcpServers: {
      acme: entry,
      evil: { command: '/usr/bin/npx', args: ['--yes', 'pkg@1.2'] },
      far: { type: 'http', url: 'https://evil.example?x=1' },
    },
  });
  place.write('policy.json', {
    format: 'skillgate/policy@1',
    rules: [
      { name: 'no pkg', effect: 'deny', server: { command: 'npx', args: ['pkg'] } },
      { name: 'no evil host', effect: 'deny', server: { url: 'https://evil.example/**' } },
      { name: 'no beta', effect: 'deny', uri: 'skill://beta/**' },
    ],
    forbidToolGrants: true,
    requireShown: true,
  });
});
afterAll(() => place.remove());

const run = async (...words: string[]) =>
  runCli(cli, place, ['policy', 'test', place.path('policy.json'), ...words]);

describe('policy test', () => {
  it('names the deciding rule for each server and skill, and starts nothing', async () => {
    const { code, stdout } = await run('--uri', 'skill://beta/x/SKILL.md', '--json');
    expect(code).toBe(0);
    const { servers, rules } = JSON.parse(stdout) as {
      rules: number;
      servers: { label: string; decision: string; rule: string; skills: object[] }[];
    };
    expect(rules).toBe(3);
    expect(servers.map(({ label, decision, rule }) => [label, decision, rule])).toEqual([
      ['acme', 'open', null],
      ['evil', 'denied', 'no pkg'],
      ['far', 'denied', 'no evil host'],
    ]);
    expect(servers[0]?.skills).toEqual([
      {
        uri: 'skill://beta/x/SKILL.md',
        decision: 'denied',
        rule: 'no beta',
        blocked: 'no beta',
      },
      {
        uri: 'skill://refunds/SKILL.md',
        decision: 'open',
        rule: null,
        blocked: expect.stringContaining('read') as string,
      },
    ]);
  });

  it('says the same to a person, and can be limited to one server', async () => {
    const { code, stdout } = await run('--server', 'acme', '--uri', 'skill://beta/x/SKILL.md');
    expect(code).toBe(0);
    expect(stdout).toContain('acme  no rule applies');
    expect(stdout).toContain('  skill://beta/x/SKILL.md  denied by "no beta"');
    expect(stdout).not.toContain('evil');
  });

  it('ends with 2 for an unusable file and for an unknown server', async () => {
    place.write('broken.json', { format: 'skillgate/policy@1', forbidEverything: true });
    const broken = await runCli(cli, place, ['policy', 'test', place.path('broken.json')]);
    expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('forbidEverything')]);
    expect((await run('--server', 'none')).code).toBe(2);
    const missing = await runCli(cli, place, ['policy', 'test', place.path('missing.json')]);
    expect(missing.code).toBe(2);
  });
});
