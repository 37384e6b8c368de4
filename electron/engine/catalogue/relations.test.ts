import { expect, it, vi } from 'vitest';
import { skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { inspect } from '../../core/findings/inspect.ts';
import { grammars } from '../../core/findings/testing/cases.ts';
import { readFile } from '../reading/read-file.ts';
import { ServedHere } from '../testing/served.ts';
import { stage } from '../testing/stage.ts';

const uriOf = (name: string): string => `skill://${name}/SKILL.md`;
const pointing = (name: string, body = 'Call mcp__other__go.\n'): ServedSkill => ({
  path: name,
  files: { 'SKILL.md': skillMd(name, 'About it', body) },
});

async function scene(acme: ServedHere, listed = async (): Promise<[]> => []) {
  const staged = await stage({
    servers: { acme },
    localSkills: { list: listed },
    inspector: { inspect: (file) => inspect(file, grammars), close: async () => {} },
  });
  const { app, skill } = staged;
  const astray = (name: string): string[] =>
    skill('acme', uriOf(name)).held.relations.astray.map(({ target }) => target);
  const read = async (name: string): Promise<void> => {
    const uri = uriOf(name);
    await readFile(app, skill('acme', uri), uri, { keep: false });
    await app.inspections.settled();
    await app.relations.settled();
  };
  await staged.up('acme');
  await app.relations.settled();
  return { ...staged, astray, read };
}

it('names are compared when skills come, and not at every file that points at another', async () => {
  const listed = vi.fn(async (): Promise<[]> => []);
  const { astray, read } = await scene(new ServedHere([pointing('a'), pointing('b')]), listed);
  const looked = listed.mock.calls.length;
  await read('a');
  await read('b');
  expect([astray('a'), astray('b')]).toEqual([['mcp__other__go'], ['mcp__other__go']]);
  expect(looked).toBeGreaterThan(0);
  expect(listed).toHaveBeenCalledTimes(looked);
});

it('a text that points nowhere any more takes its mark away, and no other', async () => {
  const acme = new ServedHere([pointing('a'), pointing('b')]);
  const { astray, read, up } = await scene(acme);
  await read('a');
  await read('b');
  acme.serve([pointing('a', 'Nothing.\n'), pointing('b')]);
  await up('acme');
  await read('a');
  expect([astray('a'), astray('b')]).toEqual([[], ['mcp__other__go']]);
});

it('a pointer that is found leaves what is known of names', async () => {
  const { read, skill } = await scene(
    new ServedHere([pointing('modern'), { ...pointing('modern'), path: 'more/modern' }]),
  );
  const names = (): unknown => skill('acme', uriOf('modern')).held.relations.collisions;
  const before = names();
  expect(before).toHaveLength(1);
  await read('modern');
  expect(names()).toEqual(before);
});

it('a server with the same name many times over does not hide the one that another has', async () => {
  const acme = new ServedHere(
    Array.from({ length: 25 }, (_, index) => ({ ...pointing('pdf'), path: `v${index}/pdf` })),
  );
  const { app, up, skill } = await stage({
    servers: { acme, good: new ServedHere([pointing('pdf')]) },
  });
  await up('acme');
  await up('good');
  await app.relations.settled();
  const { collisions } = skill('acme', 'skill://v3/pdf/SKILL.md').held.relations;
  expect(collisions).toHaveLength(20);
  expect(collisions[0]).toEqual({ where: 'good', uri: uriOf('pdf') });
  expect(collisions.map(({ uri }) => uri)).not.toContain('skill://v3/pdf/SKILL.md');
});

it('what stands beside nothing is not written again when another skill comes', async () => {
  const acme = new ServedHere([pointing('a'), pointing('b')]);
  const { app, up } = await scene(acme);
  const written: string[] = [];
  const { updateAll } = app.catalogue;
  vi.spyOn(app.catalogue, 'updateAll').mockImplementation((edits) => {
    const all = [...edits];
    written.push(...all.map(({ place }) => place.uri));
    updateAll(all);
  });
  acme.serve([pointing('a'), pointing('b'), { ...pointing('b'), path: 'more/b' }]);
  await up('acme');
  await app.relations.settled();
  // By the listing, and of two that share a name once more.
  expect(written.toSorted()).toEqual(
    ['a', 'b', 'b', 'more/b', 'more/b'].map((path) => uriOf(path)).toSorted(),
  );
});

it('relations of many skills are marked some at a time', async () => {
  const many = Array.from({ length: 1_200 }, (_, index) => ({
    ...pointing('pdf'),
    path: `v${index}/pdf`,
  }));
  const staged = await stage({ servers: { acme: new ServedHere(many) } });
  const sizes: number[] = [];
  staged.app.catalogue.listen({ skills: (changes) => sizes.push(changes.length) });
  await staged.up('acme');
  await staged.app.relations.settled();
  expect(staged.skill('acme', 'skill://v7/pdf/SKILL.md').held.relations.collisions).toHaveLength(
    20,
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
});
