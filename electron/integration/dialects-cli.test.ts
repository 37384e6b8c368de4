import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skillMd } from '../../e2e/servers/support/served-skill.ts';
import type { ServedSkill } from '../../e2e/servers/support/served-skill.ts';
import { checkCommand, loadCommand } from '../commands/check.ts';
import type { Command, Options, Output } from '../commands/command.ts';
import { approveCommand, revokeCommand } from '../commands/decide.ts';
import { listCommand } from '../commands/list.ts';
import { readCommand } from '../commands/read.ts';
import { showCommand } from '../commands/show.ts';
import { templatesCommand } from '../commands/templates.ts';
import { verifyCommand } from '../commands/verify.ts';
import { composeCore } from '../compose.ts';
import { shutDown } from '../usecases/application.ts';
import { makePlace, type Place } from './testing/app.ts';
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

const options = (more: Partial<Options>): Options => ({
  grant: [],
  env: [],
  header: [],
  expand: [],
  positionals: [],
  server: 's',
  ...more,
});

/**
 * What a person sees of each command. Each group runs over the same data folder with a connection
 * of its own, as processes do.
 */
async function session(
  entry: TestServer['entry'],
  groups: readonly (readonly (readonly [string, Command, Partial<Options>])[])[],
): Promise<string> {
  const own = makePlace();
  const config = own.write('config.json', { mcpServers: { s: entry } });
  const lines: string[] = [];
  try {
    for (const commands of groups) {
      const core = await composeCore({
        place: { platform: process.platform, home: own.home, env: { SKILLGATE_HOME: own.data } },
        cwd: own.root,
        version: '0',
        userName: 'tester',
        sample: { command: process.execPath, args: [] },
        sessionConfig: config,
        autoRetry: false,
      });
      if (!core.ok) throw new Error(core.error);
      try {
        for (const [name, command, more] of commands) {
          try {
            const output: Output = await command(core.value.ctx, options(more));
            lines.push(
              `$ skillgate ${name}  → ${output.exit}`,
              ...output.human.map((line) => (typeof line === 'string' ? line : line.block)),
              '',
            );
          } catch (error) {
            lines.push(`$ skillgate ${name}  → 2`, (error as Error).message, '');
          }
        }
      } finally {
        await shutDown(core.value.ctx);
      }
    }
  } finally {
    own.remove();
  }
  // A site's port is another one each time, and with it every digest over its addresses.
  const said = lines.join('\n');
  return /http:\/\/127/.test(said)
    ? said
        .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'SITE')
        .replace(/^(approved .*)sha256:[0-9a-f]{64}/gm, '$1sha256:…')
    : said;
}

describe('the command line', () => {
  it.each(table)(
    'says of a server of %s what it serves, what can be proved, and what is approved',
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
            ['list', listCommand, {}],
            ['show', showCommand, { uri }],
            ['check', checkCommand, { uri }],
            ['approve', approveCommand, { uri }],
            ['read', readCommand, { uri }],
            ['read --file', readCommand, { uri, file: guide }],
            ['verify', verifyCommand, {}],
            ['approve --read-all', approveCommand, { uri, 'read-all': true }],
          ],
          [
            ['check', checkCommand, { uri }],
            ['load', loadCommand, { uri }],
            ['list', listCommand, {}],
            ['revoke', revokeCommand, { uri }],
            ['check', checkCommand, { uri }],
            ['templates', templatesCommand, {}],
          ],
        ]);
        expect(said).toMatchSnapshot();
        // Approved, and found approved by another process before anything was read; then taken
        // back.
        expect(said.match(/→ \d+/g)?.slice(7, 13)).toEqual([
          '→ 0',
          '→ 0',
          '→ 0',
          '→ 0',
          '→ 0',
          '→ 3',
        ]);
      } finally {
        await server.stop();
      }
    },
  );
});
