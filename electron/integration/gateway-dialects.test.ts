import { beforeAll, describe, expect, it } from 'vitest';
import { skillMd, type ServedSkill } from '../../e2e/servers/support/served-skill.ts';
import { makePlace } from './testing/place.ts';
import { builtCli, type BuiltCli } from './testing/cli.ts';
import { approved, configured, host } from './testing/gateway.ts';
import { httpServer, scene, stdioServer } from './testing/servers.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
});

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

/** The approved skill, and whether the dialect has files besides SKILL.md. */
const table: readonly (readonly [server: string, uri: string, files: boolean])[] = [
  ['skills-ext-draft', 'skill://refunds/SKILL.md', true],
  ['index-2026-06', 'skill://refunds/SKILL.md', true],
  ['index-2026-06-archive', 'skill://refunds.tar.gz#SKILL.md', true],
  ['index-2026-06-both', 'skill://refunds/SKILL.md', true],
  ['index-2026-04', 'skill://refunds/SKILL.md', true],
  ['sep-2076', 'skill://refunds/SKILL.md', true],
  ['manifest', 'skill://refunds/SKILL.md', true],
  ['skill-root', 'skill://refunds', true],
  ['index-documents', 'skill://refunds', true],
  ['flat', 'skill://tools/refunds', false],
  ['well-known', 'SITE/.well-known/agent-skills/refunds/SKILL.md', false],
  ['well-known-older', 'SITE/.well-known/skills/refunds/SKILL.md', true],
];

describe('a strict client of the final extension', () => {
  it.each(table)('lists and reads approved skills of %s', async (name, uri, hasFiles) => {
    const place = makePlace();
    const served = scene(place, 'served', { skills });
    const isSite = name.startsWith('well-known');
    const server = isSite
      ? await httpServer(place, 'dialects', [name, ...served.args], 'well-known')
      : stdioServer(place, 'dialects', [name, ...served.args]);
    const at = uri.replace('SITE', String(server.entry['url']));
    try {
      await configured(cli, place, 'acme', server.entry);
      const done = await approved(cli, place, 'acme', at, '--read-all');
      expect([done.code, done.stderr]).toEqual([0, '']);
      const end = await host(cli, place, 'acme', { era: 'modern' });
      try {
        const listed = await end.skills.list();
        expect(end.stderr()).toBe('');
        expect(listed.skills).toHaveLength(1);
        const [entry] = listed.skills;
        if (entry === undefined) throw new Error('nothing is listed');
        expect(entry.uri).toBe('skill://refunds/SKILL.md');
        expect(await end.skills.read(entry)).toMatchObject({ verified: true });
        if (hasFiles) expect(await end.skills.read(entry, guide)).toMatchObject({ verified: true });
        expect((await end.skills.get(entry.uri)).skill).toEqual(entry);
        // What announces the dialect isn't passed on.
        for (const index of ['skill://index.json', 'skill://refunds/_manifest', 'skill://index'])
          await expect(end.client.readResource({ uri: index })).rejects.toThrow();
      } finally {
        await end.close();
      }
    } finally {
      await server.stop();
      place.remove();
    }
  });

  it('tells two skills of one name apart by stable addresses', async () => {
    const place = makePlace();
    const named = (path: string): ServedSkill => ({
      path,
      files: { 'SKILL.md': skillMd('refunds', `The one of ${path}`) },
    });
    const served = scene(place, 'served', { skills: [named('a'), named('b')] });
    const server = stdioServer(place, 'dialects', ['flat', ...served.args]);
    try {
      await configured(cli, place, 'acme', server.entry);
      for (const path of ['a', 'b'])
        await approved(cli, place, 'acme', `skill://tools/${path}`, '--read-all');
      const uris: string[][] = [];
      for (let times = 0; times < 2; times += 1) {
        const end = await host(cli, place, 'acme', { era: 'modern' });
        const { skills: found } = await end.skills.list();
        for (const entry of found) await end.skills.read(entry);
        uris.push(found.map((entry) => entry.uri));
        await end.close();
      }
      expect(new Set(uris[0]).size).toBe(2);
      expect(uris[1]).toEqual(uris[0]);
      for (const uri of uris[0] ?? [])
        expect(uri).toMatch(/^skill:\/\/refunds~[0-9a-f]{8}\/refunds\/SKILL\.md$/);
    } finally {
      place.remove();
    }
  });
});
