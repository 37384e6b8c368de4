import { describe, expect, it } from 'vitest';
import { skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { inspect, type FileToInspect } from '../../core/findings/inspect.ts';
import { grammars } from '../../core/findings/testing/cases.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import { ok } from '../../../shared/result.ts';
import { readFile } from '../reading/read-file.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import { cpuCost } from '../../core/testing/cpu-cost.ts';
import { ServedHere } from '../testing/served.ts';
import { stage } from '../testing/stage.ts';
import { mostNotListed, notListedOf } from './unlisted-skills.ts';
import { openSkill } from './open-skill.ts';

const main = (path: string): string => `skill://${path}/SKILL.md`;
const digest = `sha256:${'0'.repeat(64)}`;
const served = (path: string, more: Partial<ServedSkill> = {}): ServedSkill => ({
  path,
  files: { 'SKILL.md': skillMd(path, `About ${path}`) },
  ...more,
});
type Resource = Readonly<Record<string, unknown>>;

/** A server of the final extension with resources and texts beside its list. */
function beside(
  skills: readonly ServedSkill[],
  resources: readonly Resource[],
  reads: Readonly<Record<string, unknown>> = {},
): ServedHere {
  const server = new ServedHere(skills);
  server.instead = ({ method, params }) => {
    if (method === 'resources/list') return ok({ resources });
    const uri = String(params['uri']);
    if (method !== 'resources/read' || !Object.hasOwn(reads, uri)) return undefined;
    return ok({ contents: [{ uri, text: JSON.stringify(reads[uri]) }] });
  };
  return server;
}

async function listed(server: ServedHere) {
  const inspector = {
    inspect: (file: FileToInspect) => inspect(file, grammars),
    close: async () => {},
  };
  const scene = await stage({ servers: { acme: server }, inspector });
  await scene.up();
  const acme = () => scene.server('acme');
  const seen = () => notListedOf(acme()).lines.map(({ uri, sighting }) => [sighting, uri]);
  return { ...scene, acme, seen };
}

describe('what a server of the final extension does not list', () => {
  it('is told of and is no skill, as a resource', async () => {
    const { acme, seen } = await listed(
      beside(
        [served('a', { extraFiles: { 'x/SKILL.md': '' } })],
        [
          { uri: main('a'), name: 'a', mimeType: 'text/markdown' },
          { uri: main('z'), name: 'Zebra', mimeType: 'text/markdown' },
          { uri: 'docs://guide/SKILL.md', mimeType: 'text/markdown' },
          { uri: 'skill://notes/one', mimeType: 'text/plain' },
          { uri: 'docs://guide.md', mimeType: 'text/markdown' },
        ],
      ),
    );
    expect([...acme().skills.keys()]).toEqual([main('a')]);
    expect(seen()).toEqual([
      ['resource', main('z')],
      ['resource', 'docs://guide/SKILL.md'],
      ['resource', 'skill://notes/one'],
    ]);
    const { lines, total, isPartial } = notListedOf(acme());
    expect([total, isPartial, lines[0]?.name]).toEqual([3, false, 'Zebra']);
    expect(lines.map(({ barred }) => barred !== undefined)).toEqual([false, false, true]);
    expect(acme().advice).toEqual([]);
  });

  it('is told of where an index names it, with its archive', async () => {
    const index = {
      skills: [
        { url: main('a'), digest, frontmatter: { name: 'a', description: 'About a' } },
        { url: main('i'), digest, frontmatter: { name: 'i', description: 'About i' } },
        {
          frontmatter: { name: 'packed', description: 'Packed' },
          archives: [{ url: 'skill://packed.tar.gz', digest, mimeType: 'application/gzip' }],
        },
      ],
    };
    const { acme, seen, skill } = await listed(
      beside([served('a')], [{ uri: 'skill://index.json' }], { 'skill://index.json': index }),
    );
    expect([...acme().skills.keys()]).toEqual([main('a')]);
    expect(skill('acme', main('a')).entry.alsoIn).toEqual(['index-2026-06']);
    expect(seen()).toEqual([
      ['index', main('i')],
      ['archive', 'skill://packed.tar.gz'],
    ]);
  });

  it('is told of in the folder of a refused entry, which itself stays refused', async () => {
    const { acme, seen, app } = await listed(
      beside(
        [served('a', { entry: { resources: 7 } })],
        [{ uri: main('a') }, { uri: main('a/inner') }, { uri: 'skill://a/run.sh' }],
      ),
    );
    expect([...acme().skills.keys()]).toEqual([]);
    expect(acme().refused.map(({ uri }) => uri)).toEqual([main('a')]);
    expect(seen()).toEqual([['refused-folder', main('a/inner')]]);
    expect(await openSkill(app, acme(), main('a'))).toMatchObject({ error: { code: 'refused' } });
  });

  it('is no refused entry that the instructions name: it is listed', async () => {
    const server = beside([served('a', { entry: { resources: 7 } })], []);
    server.serve(server.scenario.skills, { instructions: `Start with ${main('a')}.` });
    const { acme, seen } = await listed(server);
    expect(acme().refused.map(({ uri }) => uri)).toEqual([main('a')]);
    expect(seen()).toEqual([]);
  });

  it('is told of where its instructions, or a text that was read, name it', async () => {
    const body = '# a\n\nSee [b](../b/SKILL.md), [own](own/SKILL.md) and skill://c/SKILL.md.\n';
    const server = beside(
      [served('a', { files: { 'SKILL.md': skillMd('a', 'About a', body) } })],
      [],
    );
    server.serve(server.scenario.skills, { instructions: `Start with ${main('start')}.` });
    const { acme, seen, app, skill } = await listed(server);
    expect(seen()).toEqual([['instructions', main('start')]]);
    await readFile(app, skill('acme', main('a')), main('a'), { keep: false });
    await app.inspections.settled();
    expect(seen()).toEqual([
      ['instructions', main('start')],
      ['text', main('b')],
      ['text', main('c')],
    ]);
    expect(notListedOf(acme()).lines[1]?.by).toBe(main('a'));
    expect(acme().skills.size).toBe(1);
    expect(server.askedFor('skills/get')).toEqual([]);
  });

  it('opens through skills/get, is read nowhere before, and is told of no more then', async () => {
    const server = beside([served('a'), served('z', { unlisted: true })], [{ uri: main('z') }]);
    const { acme, seen, app } = await listed(server);
    expect(server.askedFor('resources/read')).not.toContain(main('z'));
    const opened = await openSkill(app, acme(), main('z'));
    expect(opened.ok && opened.value.entry).toMatchObject({
      dialect: 'skills-ext',
      origin: 'by-uri',
    } satisfies Partial<SkillEntry>);
    expect(server.askedFor('skills/get')).toEqual([main('z')]);
    expect(seen()).toEqual([]);
  });

  it('stays told of when the server refuses to give it', async () => {
    const { acme, seen, app } = await listed(beside([served('a')], [{ uri: main('z') }]));
    expect((await openSkill(app, acme(), main('z'))).ok).toBe(false);
    expect(acme().skills.has(main('z'))).toBe(false);
    expect(seen()).toEqual([['resource', main('z')]]);
  });

  it('costs no request that a listing without it does not cost', async () => {
    const asked = async (resources: readonly Resource[]): Promise<string[]> => {
      const server = beside([served('a')], resources);
      await listed(server);
      return server.asked;
    };
    expect(await asked([{ uri: main('z') }, { uri: 'skill://notes/one' }])).toEqual(
      await asked([{ uri: main('a') }]),
    );
  });

  it('is counted, bounded and harmless to look at, however much there is of it', async () => {
    const hostile = '\u202Eevil\u0000\n'.repeat(100_000);
    const resources = Array.from({ length: 100_000 }, (_, at) => ({
      uri: at === 0 ? `skill://x/${hostile}` : main(`s${at}`),
      name: at === 1 ? hostile : 'x',
    }));
    const { acme } = await listed(beside([served('a')], resources));
    expect([...acme().skills.keys()]).toEqual([main('a')]);
    const { total, lines } = notListedOf(acme());
    expect(total).toBeGreaterThanOrEqual(99_998);
    expect(lines).toHaveLength(mostNotListed);
    expect(JSON.stringify(lines).length).toBeLessThan(mostNotListed * 300);
    expect(lines.find(({ uri }) => uri === main('s1'))?.name).toMatch(/^\\u\{202E\}evil/);
  });

  it('costs no more for each entry that the server must refuse', async () => {
    const resources = Array.from({ length: 2_000 }, (_, at) => ({ uri: main(`s${at}`) }));
    const refused = Array.from({ length: 200 }, (_, at) => ({
      uri: `${main(`r${at}`)}/${'\u00e9\u202e'.repeat(2_000)}`,
    }));
    const cost = async (first: readonly Resource[]): Promise<number> => {
      const server = beside([], resources);
      const { acme } = await listed(server);
      const { skills, facts, beside: found } = acme();
      const entries = first.map(({ uri }, index) => ({ index, uri: String(uri), problems: [] }));
      const state = { skills, facts, beside: found, refused: entries };
      return cpuCost(() => notListedOf(state as unknown as CatalogueServer), 3);
    };
    // Comparing every address with every one of them takes minutes.
    expect(await cost(refused)).toBeLessThan(20 * (await cost([])) + 2_000);
  });

  it('says where only the first pages were looked at', async () => {
    const server = beside([served('a')], []);
    let page = 0;
    server.instead = ({ method }) =>
      method === 'resources/list'
        ? ok({ resources: [{ uri: main(`p${(page += 1)}`) }], nextCursor: String(page) })
        : undefined;
    const { acme } = await listed(server);
    expect(notListedOf(acme())).toMatchObject({ total: 5, isPartial: true });
  });
});

describe('a server that does not answer skills/list', () => {
  it('has what its resources show as its skills, and nothing that is not listed', async () => {
    const server = new ServedHere([served('a')], 'flat');
    server.capabilities = { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } };
    const { acme, seen } = await listed(server);
    expect([...acme().skills.values()].map(({ entry }) => entry.dialect)).toEqual(['flat']);
    expect(seen()).toEqual([]);
  });
});
