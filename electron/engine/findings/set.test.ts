import { describe, expect, it } from 'vitest';
import { skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { inspect } from '../../core/findings/inspect.ts';
import { grammars } from '../../core/findings/testing/cases.ts';
import { readDirectory } from '../reading/directory.ts';
import { readFile } from '../reading/read-file.ts';
import { ServedHere } from '../testing/served.ts';
import { stage } from '../testing/stage.ts';
import { answerFinding } from './answer.ts';
import { findingsOf } from './findings.ts';

const main = 'skill://a/SKILL.md';
const inspector = { inspect: (file: Parameters<typeof inspect>[0]) => inspect(file, grammars) };
const served = (more: Partial<ServedSkill> = {}): ServedSkill => ({
  path: 'a',
  files: {
    'SKILL.md': skillMd('a', 'About a', 'Call mcp__other__go, see [it](gone.md).\n'),
    'docs/guide.md': '# Guide\n',
  },
  ...more,
});

async function scene(servers: Readonly<Record<string, ServedHere>>) {
  const staged = await stage({
    servers,
    inspector: { ...inspector, close: async () => {} },
  });
  for (const label of Object.keys(servers)) await staged.up(label);
  const rules = (label = 'acme'): string[] =>
    findingsOf(staged.skill(label, main)).findings.map(({ rule }) => rule);
  const read = async (uri = main): Promise<void> => {
    await readFile(staged.app, staged.skill('acme', main), uri, { keep: false });
    await staged.app.inspections.settled();
    await staged.app.relations.settled();
  };
  return { ...staged, rules, read };
}

describe('findings of a set', () => {
  it('are made of what is known: nothing is asked of any server for them', async () => {
    const acme = new ServedHere([served()]);
    const { rules, read } = await scene({ acme });
    const before = acme.requests.length;
    expect(rules()).toEqual([]);
    expect(acme.requests).toHaveLength(before);
    await read();
    expect(acme.requests).toHaveLength(before + 1);
    expect(rules().toSorted()).toEqual(['M01', 'M08']);
    expect(acme.requests).toHaveLength(before + 1);
  });

  it('are in the counts of the row, which come with every change', async () => {
    const { read, skill, told } = await scene({ acme: new ServedHere([served()]) });
    await read();
    const { counts } = findingsOf(skill('acme', main));
    expect(counts).toMatchObject({ medium: 2, files: 1 });
    expect(told('skills-put').at(-1)?.skills).toMatchObject([{ uri: main, findings: counts }]);
  });

  it('come and go with the server that a text points at', async () => {
    const { app, read, rules, server } = await scene({
      acme: new ServedHere([served()]),
      other: new ServedHere([]),
    });
    await read();
    expect(rules()).not.toContain('M08');
    app.catalogue.change(server('other'), { connection: { status: 'disabled' } });
    await app.relations.settled();
    expect(rules()).toContain('M08');
    app.catalogue.change(server('other'), {
      connection: { status: 'ready', protocolVersion: 'x' },
    });
    await app.relations.settled();
    expect(rules()).not.toContain('M08');
  });

  it('are on both of two skills of one name, and on names that read alike', async () => {
    const alike = (name: string): ServedSkill => ({
      path: name,
      files: { 'SKILL.md': skillMd(name, 'About it') },
    });
    const { app, skill } = await scene({
      acme: new ServedHere([alike('modern'), alike('own')]),
      evil: new ServedHere([alike('rnodern'), alike('own')]),
    });
    await app.relations.settled();
    const of = (label: string, name: string): unknown =>
      findingsOf(skill(label, `skill://${name}/SKILL.md`)).findings;
    expect(of('acme', 'modern')).toMatchObject([
      { rule: 'M03', excerpt: 'modern: rnodern on evil', field: 'frontmatter.name' },
    ]);
    expect(of('evil', 'rnodern')).toMatchObject([{ excerpt: 'rnodern: modern on acme' }]);
    expect(of('evil', 'own')).toMatchObject([{ excerpt: 'own: the same name on acme' }]);
  });

  it('say what only the folder has, once a person has opened it', async () => {
    const acme = new ServedHere([served({ extraFiles: { 'docs/more.md': 'More' } })]);
    const { app, rules, skill } = await scene({ acme });
    expect(rules()).toEqual([]);
    await readDirectory(app, skill('acme', main), 'docs');
    expect(findingsOf(skill('acme', main)).findings).toMatchObject([
      { rule: 'M02', severity: 'high', excerpt: 'only in the folder: docs/more.md' },
    ]);
    acme.serve([served()]);
    await readDirectory(app, skill('acme', main), 'docs');
    expect(rules()).toEqual([]);
  });

  it('say of a file that it came with two contents', async () => {
    const guide = 'skill://a/docs/guide.md';
    const acme = new ServedHere([served()]);
    const { read, rules, skill } = await scene({ acme });
    await read(guide);
    expect(rules()).toEqual([]);
    acme.serve([served({ files: { ...served().files, 'docs/guide.md': '# Other\n' } })]);
    await read(guide);
    acme.serve([served()]);
    await read(guide);
    expect(findingsOf(skill('acme', main)).findings).toMatchObject([
      { rule: 'M06', severity: 'critical', uri: guide },
    ]);
  });

  it('say which powers are others than when the skill was approved', async () => {
    const acme = new ServedHere([served()]);
    const { approve, rules, skill, up } = await scene({ acme });
    expect(await approve('acme', main)).toBe('done');
    expect(rules()).toEqual([]);
    const text = skillMd('a', 'About a', 'Text.\n', 'hooks: run\n');
    acme.serve([served({ files: { 'SKILL.md': text } })]);
    await up('acme');
    expect(findingsOf(skill('acme', main)).findings).toMatchObject([
      { rule: 'A03', severity: 'critical', field: 'frontmatter.hooks' },
      { rule: 'A08', severity: 'high', field: 'frontmatter.hooks' },
    ]);
  });

  it('are answered for the powers that were seen, and not for others that are cut alike', async () => {
    const acme = new ServedHere([served()]);
    const { app, approve, skill, up } = await scene({ acme });
    expect(await approve('acme', main)).toBe('done');
    const reads = Array.from({ length: 20 }, () => 'Read').join(' ');
    const asking = async (tool: string) => {
      const text = skillMd('a', 'About a', 'Text.\n', `allowed-tools: ${reads} ${tool}\n`);
      acme.serve([served({ files: { 'SKILL.md': text } })]);
      await up('acme');
      return findingsOf(skill('acme', main)).findings[0]!;
    };
    const seen = await asking('Grep');
    const { rule, ruleset, digest, uri: file } = seen;
    const said = await answerFinding(app, skill('acme', main), {
      ...{ rule, ruleset, digest, file, reason: 'fine', scope: 'path', expiresAt: null },
    });
    expect(said).toMatchObject({ ok: true });
    expect(findingsOf(skill('acme', main)).findings[0]?.answer).toMatchObject({ reason: 'fine' });
    const other = await asking('Bash(*)');
    expect(other.excerpt).toBe(seen.excerpt);
    expect(other.answer).toBeNull();
  });
});
