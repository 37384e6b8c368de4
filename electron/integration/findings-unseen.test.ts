import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skillMd } from '../../e2e/servers/support/served-skill.ts';
import { junitFaults } from '../commands/testing/standards/standards.ts';
import { builtCli, runCli, type BuiltCli, type Ran } from './testing/cli.ts';
import { makePlace, type Place } from './testing/place.ts';
import { scene, skill, stdioServer } from './testing/servers.ts';

let cli: BuiltCli;
let place: Place;
beforeAll(async () => {
  cli = await builtCli();
  place = makePlace();
  const broken = [1, 2, 3].map((n) => skill(`broken-${n}`, {}, { entry: { resources: null } }));
  const skills = [
    skill('plain', { 'SKILL.md': skillMd('plain', 'Sorts files', 'Sort by date.\n') }),
    skill('moving', {}, { dynamic: true }),
    ...broken,
  ];
  // Of that era, its SDK drops no entry.
  const serve = (name: string, of: Parameters<typeof scene>[2]): object => ({
    mcpServers: {
      s: stdioServer(place, 'honest', [...scene(place, name, of).args, '--era', 'legacy']).entry,
    },
  });
  place.write('mcp.json', serve('mixed', { skills }));
  place.write('only.json', serve('refused', { skills: broken }));
}, 120_000);
afterAll(() => place.remove());

const findings = (...args: string[]): Promise<Ran> =>
  runCli(cli, place, ['findings', '--allow-start', '--config', 'mcp.json', ...args]);

describe("findings about skills that the rules couldn't see", () => {
  it('ends with exit 3, and lists and counts each with the reason', async () => {
    const { code, stdout } = await findings();
    expect(code).toBe(3);
    for (const n of [1, 2, 3])
      expect(stdout).toContain(
        `not looked at  skill://broken-${n}/SKILL.md of s: its entry is refused. `,
      );
    expect(stdout).toContain('not looked at  skill://moving/SKILL.md of s: its content is dynamic');
    expect(stdout).toMatch(
      /^3 skills weren't looked at, 2 skills were looked at only in part\. \d+ to/m,
    );
  });

  it('ends with exit 0 if the caller allows that', async () => {
    expect((await findings('--allow-unseen')).code).toBe(0);
  });

  it('says so of a listing in which every entry is refused', async () => {
    const { code, stdout } = await runCli(cli, place, [
      ...['findings', '--allow-start', '--config', 'only.json'],
    ]);
    expect(code).toBe(3);
    expect(stdout).toContain("3 skills weren't looked at.");
    expect(stdout).not.toContain('0 to review');
  });

  it('says so of one refused skill', async () => {
    const { code, stdout } = await findings('--server', 's', '--uri', 'skill://broken-1/SKILL.md');
    expect(code).toBe(3);
    expect(stdout).toContain("1 skill wasn't looked at.");
  });

  it('gives them to programs as JSON, SARIF, JUnit and workflow commands', async () => {
    const { unseen } = JSON.parse((await findings('--json')).stdout) as {
      unseen: readonly { uri: string; reason: string; isPart: boolean }[];
    };
    expect(unseen.filter(({ reason }) => reason === 'refused')).toHaveLength(3);
    expect(unseen).toContainEqual(
      expect.objectContaining({ uri: 'skill://moving/SKILL.md', isPart: true }),
    );
    const sarif = await findings('--format', 'sarif');
    expect(sarif.code).toBe(3);
    expect(sarif.stdout).toContain('Not looked at: skill://broken-2/SKILL.md of s');
    const github = await findings('--format', 'github');
    expect(github.stdout).toContain('::warning title=Not looked at::skill://broken-3/SKILL.md');
    expect(github.stdout).toContain("3 skills weren't looked at");
    const junit = (await findings('--format', 'junit')).stdout;
    expect(await junitFaults(junit)).toEqual([]);
    expect(junit).toContain('<testcase name="skill://broken-1/SKILL.md" classname="s"><skipped');
  });
});
