import { describe, expect, it } from 'vitest';
import { fileEntry, skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { noFacts } from '../../core/findings/fact-lists.ts';
import { err, ok } from '../../../shared/result.ts';
import type { FileInspector } from '../ports/findings.ts';
import { readFile } from '../reading/read-file.ts';
import { stage, type StageOptions } from '../testing/stage.ts';
import { refused } from '../testing/refused.ts';
import { ServedHere } from '../testing/served.ts';
import { adviceOf, refusedIn } from './advice.ts';
import { serverView, skillDetail, skillRow } from './views.ts';

const main = (path: string): string => `skill://${path}/SKILL.md`;
const served = (path: string, name = path.replace(/.*\//, '')): ServedSkill => ({
  path,
  files: { 'SKILL.md': skillMd(name, `About ${name}`), 'run.sh': 'echo\n' },
});
async function open(skills: readonly ServedSkill[], more: StageOptions = {}) {
  const scene = await stage({ servers: { acme: new ServedHere(skills) }, ...more });
  for (const label of scene.app.catalogue.servers.keys()) await scene.up(label);
  await scene.app.relations.settled();
  const row = (path: string, label = 'acme') => skillRow(scene.skill(label, main(path)));
  const view = (label = 'acme') => serverView(scene.app, scene.server(label));
  const rules = (path: string, label = 'acme') => row(path, label).problems.map(({ rule }) => rule);
  return { ...scene, row, view, rules };
}

describe('a skill as a row', () => {
  it('counts the files that rules are inspecting, until they’re done', async () => {
    let finish = (): void => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    const inspector: FileInspector = {
      inspect: async () => {
        await held;
        return { findings: [], notInspected: [], traces: [], facts: noFacts };
      },
      close: async () => {},
    };
    const { app, skill, events } = await open([served('a')], { inspector });
    await readFile(app, skill('acme', main('a')), main('a'), { keep: false });
    const counted = (): unknown[] =>
      events.flatMap((event) =>
        event.type === 'skills-put' ? event.skills.map(({ inspecting }) => inspecting) : [],
      );
    expect(counted().at(-1)).toBe(1);
    finish();
    await app.inspections.settled();
    expect(counted().at(-1)).toBe(0);
  });

  it('says what it is, how large, and what is known of its files', async () => {
    const { app, skill, row, approve } = await open([served('a')]);
    await readFile(app, skill('acme', main('a')), main('a'), { keep: false });
    await approve('acme', main('a'));
    const size = Buffer.byteLength(skillMd('a', 'About a'));
    expect(row('a')).toMatchObject({
      server: 'acme',
      uri: main('a'),
      name: 'a',
      description: 'About a',
      dialect: 'skills-ext',
      origin: 'listed',
      standing: { kind: 'approved' },
      integrity: 'manifest',
      alsoIn: [],
      needsReadAll: false,
      fileCount: 2,
      totalSize: size + 5,
      setDigest: skill('acme', main('a')).record?.setDigest,
      record: skill('acme', main('a')).record?.id,
      checked: { verified: 1, failed: 0, unread: 0, unverifiable: 0, total: 2 },
      problems: [],
    });
  });

  it('counts no size that is not known', async () => {
    const skills = [served('a')];
    const scene = await open([], {
      servers: { acme: new ServedHere(skills, 'skills-ext-draft') },
    });
    expect(scene.row('a')).toMatchObject({ fileCount: 2, totalSize: 0 });
  });

  it('names the first five others that are called the same', async () => {
    const copies = Array.from({ length: 7 }, (_, index) => served(`x${index}/same`, 'same'));
    const { row } = await open(copies, {
      servers: { acme: new ServedHere(copies), other: new ServedHere([served('same')]) },
      local: [{ name: 'same', folder: '~/.skills/same' }],
    });
    const problem = row('x0/same').problems.find(({ rule }) => rule === 'name-collision');
    expect(problem?.message).toMatch(
      /^Another skill has the name “same”: (?:[^,]+, ){4}[^,]+\. An app may/,
    );
    expect(problem?.message).toContain('skill://x1/same/SKILL.md on acme');
    expect(row('same', 'other').problems[0]?.message).toContain('~/.skills/same');
  });

  it('says of a file: address what a host must not do with it', async () => {
    const uri = 'file:///srv/skills/a/SKILL.md';
    const skill = served('a');
    const resources = [{ ...fileEntry(uri, skill.files['SKILL.md'] ?? '') }];
    const scene = await open([{ ...skill, entry: { uri, resources } }, served('b')]);
    expect(skillRow(scene.skill('acme', uri)).problems).toMatchObject([
      { rule: 'file-scheme', message: expect.stringContaining('never reads it from this machine') },
    ]);
    expect(scene.row('b').problems).toEqual([]);
  });

  it('names what lies in it, and in what it lies', async () => {
    const { row, rules, skill } = await open([
      served('outer'),
      served('outer/in'),
      served('two'),
      served('two/b'),
      served('two/c'),
      served('alone'),
    ]);
    const nested = (path: string) =>
      row(path).problems.find(({ rule }) => rule === 'nested')?.message;
    expect(nested('outer')).toBe('Contains 1 more skill, each with its own decision.');
    expect(nested('two')).toBe('Contains 2 more skills, each with its own decision.');
    expect(nested('outer/in')).toBe(
      'It’s inside another skill. Approving that one doesn’t approve this one.',
    );
    expect(rules('alone')).toEqual([]);
    expect(skillDetail(skill('acme', main('two')))).toMatchObject({
      nested: [main('two/b'), main('two/c')],
      enclosing: null,
      collisions: [],
    });
    expect(skillDetail(skill('acme', main('outer/in'))).enclosing).toBe(main('outer'));
  });

  it('has a failed check before everything else', async () => {
    const { app, skill, rules, served: by } = await open([served('outer'), served('outer/in')]);
    by.get('acme')?.serve([served('outer'), served('outer/in')], {
      reads: { [main('outer')]: skillMd('outer', 'About 0uter') },
    });
    await readFile(app, skill('acme', main('outer')), main('outer'), { keep: false });
    expect(rules('outer')).toEqual(['verification-failed', 'nested']);
  });
});

describe('the page of a skill', () => {
  it('shows its frontmatter, files, verdicts and entry as they came', async () => {
    const { app, skill } = await open([served('a')]);
    await readFile(app, skill('acme', main('a')), main('a'), { keep: false });
    const detail = skillDetail(skill('acme', main('a')));
    expect(detail.frontmatter).toEqual([
      { field: 'name', value: '"a"' },
      { field: 'description', value: '"About a"' },
    ]);
    expect(detail.files.map(({ path }) => path)).toEqual(['SKILL.md', 'run.sh']);
    expect(detail.verdicts).toEqual({ [main('a')]: { status: 'verified' } });
    expect(JSON.parse(detail.raw)).toMatchObject({ uri: main('a') });
    expect(detail.raw).toContain('\n  "uri"');
    expect(detail.record).toBeNull();
    expect(detail.limits).toEqual({ files: 512, bytes: 16 * 1024 * 1024 });
  });
});

describe('a server as the windows see it', () => {
  it('has no secret in it', async () => {
    const headers = { Authorization: 'Bearer sk-very-secret' };
    const { view } = await open([served('a')], {
      configs: { acme: { type: 'http', url: 'https://acme.example/mcp', headers } },
    });
    expect(view()).toMatchObject({
      label: 'acme',
      source: 'stored',
      enabled: true,
      target: { type: 'http', url: 'https://acme.example/mcp', headerNames: ['Authorization'] },
      identity: 'https://acme.example/mcp',
      connection: { status: 'ready' },
      dialects: ['skills-ext'],
      strayRecords: 0,
      problems: [],
      advice: [],
      stderr: ['said by acme'],
    });
    expect(JSON.stringify(view())).not.toContain('secret');
  });

  it('mentions what its instructions name and its listing has not', async () => {
    const server = new ServedHere([served('a')]);
    server.serve([served('a')], { instructions: `See ${main('a')} and ${main('b')}` });
    const { view } = await open([], { servers: { acme: server } });
    expect(view().facts?.mentioned).toEqual([main('b')]);
  });

  it('names its command by a fingerprint, and what cannot be used by nothing', async () => {
    const { app, view, server } = await open([], {
      configs: { acme: { type: 'stdio', command: 'serve', args: [], env: {} } },
    });
    const { identity } = server('acme');
    expect(view().identity).toBe(identity?.kind === 'stdio' && identity.fingerprint);
    app.catalogue.add({ label: 'bad', source: 'stored', enabled: true, config: err('no command') });
    expect(view('bad')).toMatchObject({
      identity: '',
      target: { type: 'stdio', command: '', args: [], envNames: [] },
      facts: null,
      strayRecords: 0,
    });
  });

  it('counts decisions under its label about another server', async () => {
    const { app, approve, view, server } = await open([served('a')]);
    await approve('acme', main('a'));
    app.catalogue.remove(server('acme'));
    app.catalogue.add({
      label: 'acme',
      source: 'stored',
      enabled: true,
      config: ok({ type: 'http', url: 'https://other.example/mcp', headers: {} }),
    });
    expect(view().strayRecords).toBe(1);
  });
});

describe('what a server’s author could fix', () => {
  it('is nothing where every rule is kept', async () => {
    const { app, server } = await open([served('a')]);
    expect(adviceOf(server('acme'), app.dialects)).toEqual([]);
  });

  it('names each rule once, with how many skills break it and what fixes it', async () => {
    const wrong = (path: string) => served(path, 'other-name');
    const { app, server } = await open([wrong('a'), wrong('b')]);
    const [advice, ...others] = adviceOf(server('acme'), app.dialects);
    expect(others).toEqual([]);
    expect(advice).toMatchObject({
      rule: 'name-path-mismatch',
      revision: 'Skills extension (SEP-2640)',
      message: expect.stringMatching(
        / \(2 skills\) Name the folder after the skill, or the skill after its folder\.$/,
      ),
      clause: 'Frontmatter',
      check: { id: 'sep-2640-entry-uri-matches-frontmatter-name' },
    });
    const one = await open([wrong('a')]);
    expect(adviceOf(one.server('acme'), one.app.dialects)[0]?.message).not.toContain('skills)');
  });

  it('is said of a refused entry as the check of the server says it', async () => {
    const { app, server } = await open([served('a')]);
    app.catalogue.change(server('acme'), { refused: [refused('acme', main('x'))] });
    expect(refusedIn(server('acme'), app.dialects)[0]?.problem).toMatchObject({
      rule: 'resources-missing',
      check: { id: 'sep-2640-entry-resources-required' },
    });
    // Other dialects have other rules.
    const other = { ...refused('acme', main('x')), dialect: 'flat' } as const;
    app.catalogue.change(server('acme'), { refused: [other] });
    expect(refusedIn(server('acme'), app.dialects)[0]?.problem.check).toBeUndefined();
  });

  it('counts what was refused, too', async () => {
    const { app, server } = await open([served('a')]);
    app.catalogue.change(server('acme'), {
      refused: [
        refused('acme', main('x')),
        {
          ...refused('acme', main('y')),
          problem: { rule: 'nested', message: 'No rule that an author could fix.' },
          others: [refused('acme', main('y')).problem],
        },
      ],
    });
    expect(adviceOf(server('acme'), app.dialects)).toMatchObject([
      {
        rule: 'resources-missing',
        message: `${main('x')} has no resources. (2 skills) List every file with uri, digest and size, or use "dynamic" if content is generated.`,
      },
    ]);
  });

  it('says of an older way of serving each thing once, in its own words', async () => {
    const { app, server } = await open([], {
      servers: { acme: new ServedHere([served('a'), served('b')], 'flat') },
    });
    const { advice } = server('acme');
    const older = { ...advice[0]!, rule: 'older-dialect' } as const;
    app.catalogue.change(server('acme'), {
      advice: [older, older, { ...older, message: 'Another thing.' }],
    });
    const said = adviceOf(server('acme'), app.dialects).filter(
      ({ rule }) => rule === 'older-dialect',
    );
    expect(said.map(({ message }) => message)).toEqual([older.message, 'Another thing.']);
    expect(said[0]?.revision).toBe('Single resources');
  });
});
