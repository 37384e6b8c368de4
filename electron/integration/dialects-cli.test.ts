import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skillMd } from '../../e2e/servers/support/served-skill.ts';
import type { ServedSkill } from '../../e2e/servers/support/served-skill.ts';
import { printable } from '../commands/call/terminal.ts';
import { answer } from '../commands/run.ts';
import { hereAt } from '../commands/testing/here.ts';
import { composeCore } from '../compose-core.ts';
import { makePlace, type Place } from './testing/place.ts';
import { httpServer, scene, stdioServer, type TestServer } from './testing/servers.ts';

let place: Place;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const guide = 'references/guide.md';
const skills: readonly ServedSkill[] = [
  {
    path: 'refunds',
    files: {
      'SKILL.md': skillMd('refunds', 'About refunds', `# Refunds\n\nRead [the guide](${guide}).\n`),
      [guide]: '# Guide\n',
    },
  },
];

const table: readonly (readonly [server: string, uri: string])[] = [
  ['skills-ext-draft', 'skill://refunds/SKILL.md'],
  ['index-2026-06', 'skill://refunds/SKILL.md'],
  ['index-2026-06-archive', 'skill://refunds.tar.gz#SKILL.md'],
  ['index-2026-06-both', 'skill://refunds/SKILL.md'],
  ['index-2026-04', 'skill://refunds/SKILL.md'],
  ['index-2026-04-archive', 'skill://refunds/SKILL.md'],
  ['sep-2076', 'skill://refunds/SKILL.md'],
  ['manifest', 'skill://refunds/SKILL.md'],
  ['skill-root', 'skill://refunds'],
  ['index-documents', 'skill://refunds'],
  ['flat', 'skill://tools/refunds'],
  ['well-known', 'SITE/.well-known/agent-skills/refunds/SKILL.md'],
  ['well-known-older', 'SITE/.well-known/skills/refunds/SKILL.md'],
  ['several', 'skill://refunds/SKILL.md'],
];

/** The last digest printed next to this word. */
const lastDigest = (lines: readonly string[], word: string): string[] =>
  lines
    .join('\n')
    .match(new RegExp(`(?<=^${word} +)sha256:\\w+`, 'gm'))
    ?.slice(-1) ?? [];

/**
 * A person's view of each command. Each group runs over the same data folder with its own
 * connection, as processes do.
 */
async function session(
  entry: TestServer['entry'],
  groups: readonly (readonly string[])[][],
): Promise<string> {
  const own = makePlace();
  const config = own.write('config.json', { mcpServers: { s: entry } });
  const lines: string[] = [];
  try {
    for (const commands of groups) {
      const env = { SKILLGATE_HOME: own.data };
      const where = {
        place: { platform: process.platform, home: own.home, env },
        cwd: own.root,
      };
      const core = await composeCore({
        ...where,
        version: '0',
        userName: 'tester',
        sample: { command: process.execPath, args: [] },
        sessionConfig: config,
        allowStart: true,
        autoRetry: false,
      });
      if (!core.ok) throw new Error(core.error);
      const { app } = core.value;
      const here = hereAt({ ...where, core: async () => app });
      try {
        for (const words of commands) {
          const name = words.filter((word) => !word.includes('/') && word !== '--uri').join(' ');
          try {
            const call = words.flatMap((word) => {
              const shown = /^(\w+) SEEN$/.exec(word)?.[1];
              return shown === undefined ? [word] : lastDigest(lines, shown);
            });
            const output = await answer([...call, '--server', 's'], '0', here);
            lines.push(`$ skillgate ${name}  → ${output.exit}`, ...output.human.map(printable), '');
          } catch (error) {
            lines.push(`$ skillgate ${name}  → 2`, (error as Error).message, '');
          }
        }
      } finally {
        await app.shutDown();
      }
    }
  } finally {
    own.remove();
  }
  // A site's port changes in every run, and with it every digest over its addresses. A command's
  // arguments belong to this machine, an id and a date to this run.
  const said = lines
    .join('\n')
    .replace(/^identity  .*\n {10}sha256:.*$/gm, 'identity  …')
    .replace(/^(replaces  \w+ on ).*$/gm, '$1…');
  return /http:\/\/127/.test(said)
    ? said.replace(/http:\/\/127\.0\.0\.1:\d+/g, 'SITE').replace(/sha256:[0-9a-f]{64}/g, 'sha256:…')
    : said;
}

describe('the command line', () => {
  it.each(table)(
    'shows what a server of %s serves, what can be verified, and what is approved',
    async (name, address) => {
      const stage = scene(place, `cli-${name}`, { skills });
      const site = name.startsWith('well-known');
      const server = site
        ? await httpServer(place, 'dialects', [name, ...stage.args], 'well-known')
        : stdioServer(place, 'dialects', [name, ...stage.args]);
      const uri = address.replace('SITE', String(server.entry['url'] ?? ''));
      try {
        const said = await session(server.entry, [
          [
            ['list'],
            ['show', '--uri', uri],
            ['check', '--uri', uri],
            ['approve', '--uri', uri],
            ['read', '--uri', uri],
            ['read', '--uri', uri, '--file', guide],
            ['verify'],
            ['approve', '--uri', uri, '--read-all'],
            [
              'approve',
              '--uri',
              uri,
              '--read-all',
              // No rules run in this test.
              '--accept-risk',
              '--set-digest',
              'set SEEN',
              '--metadata-digest',
              'metadata SEEN',
            ],
          ],
          [
            ['check', '--uri', uri],
            ['check', '--uri', uri, '--read'],
            ['load', '--uri', uri],
            ['list'],
            ['revoke', '--uri', uri],
            ['check', '--uri', uri],
            ['templates'],
          ],
        ]);
        expect(said).toMatchSnapshot();
        // Not approved before the set was seen; then approved, and found approved by another
        // process before anything is read, if the server's digests count; then revoked.
        const unread = /^digests +self-computed$/m.test(said) ? '→ 2' : '→ 0';
        expect(said.match(/→ \d+/g)?.slice(7, 15)).toEqual(
          `→ 9,→ 0,${unread},→ 0,→ 0,→ 0,→ 0,→ 3`.split(','),
        );
      } finally {
        await server.stop();
      }
    },
  );
});
