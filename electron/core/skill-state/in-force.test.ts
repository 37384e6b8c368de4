import { describe, expect, it } from 'vitest';
import { noFacts } from '../findings/fact-lists.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import { sha256 } from '../digest.ts';
import { entryOf, file, guide, heldOf, recordOn, unvouched, uri } from './held.fixture.ts';
import { inForce, boundResources, servedBy, setDigestOf } from './standing.ts';
import { inspected, inspectionOf } from './steps.ts';
import { related, type SkillState } from './skill.ts';

const filesOf = ({ files }: SkillEntry): readonly (readonly [string, string | undefined])[] =>
  files.kind === 'listed' ? files.files.map(({ path, digest }) => [path, digest]) : [];
const main = file('SKILL.md', 'main');
const readAll = (held: SkillState, ...files: ReturnType<typeof file>[]): SkillState => ({
  ...held,
  reading: { files, frontmatter: { name: 'read' }, integrity: 'self-computed', archive: null },
});

describe('the files of an archive that nobody has unpacked', () => {
  const zip = 'https://acme.example/a.zip';
  const announced = (digest: string): SkillEntry => unvouched({ archives: [{ url: zip, digest }] });
  const approval = (changes: Partial<ApprovalRecord> = {}): ApprovalRecord =>
    recordOn(entryOf({ files: [{ ...main, uri }] }), {
      archive: { url: zip, digest: 'sha256:1' },
      integrity: 'archive',
      frontmatter: { name: 'approved', description: 'As approved' },
      ...changes,
    });

  it('are those of an approval that was made of just that archive', () => {
    const entry = inForce(heldOf(announced('sha256:1')), approval());
    expect(filesOf(entry)).toEqual([['SKILL.md', main.digest]]);
    const part = unvouched({
      archives: [{ url: zip, digest: 'sha256:1' }],
      frontmatterIsPart: true,
      frontmatter: { name: 'now' },
    });
    expect(inForce(heldOf(part), approval())).toMatchObject({
      name: 'now',
      description: 'As approved',
    });
  });

  it.each<[string, string, Partial<ApprovalRecord>]>([
    ['another archive', 'sha256:2', {}],
    ['a denial', 'sha256:1', { decision: 'denied' }],
    ['an approval of no archive', 'sha256:1', { archive: null }],
    ['an archive without a digest', 'sha256:1', { archive: { url: zip } as never }],
    ['an archive that is none', 'sha256:1', { archive: 'sha256:1' as never }],
  ])('are not known by %s', (_, digest, changes) => {
    expect(filesOf(inForce(heldOf(announced(digest)), approval(changes)))).toEqual([]);
  });

  it('are not known where the archive has no digest, nor by another archive that was unpacked', () => {
    const bare = unvouched({ archives: [{ url: zip }] });
    expect(filesOf(inForce(heldOf(bare), approval()))).toEqual([]);
    const other = readAll(heldOf(announced('sha256:2')), main);
    expect(filesOf(inForce(other, null))).toEqual([]);
  });

  it.each([
    ['skill://acme/refunds/SKILL.md', 'SKILL.md'],
    [`${zip}#docs/a.md`, 'docs/a.md'],
    ['skill://acme/refunds/docs/a%20b.md', 'docs/a b.md'],
    ['skill://acme/refunds/100%.md', '100%.md'],
    ['skill://acme/refunds-2/a.md', 'skill://acme/refunds-2/a.md'],
  ])('stand at their path: of %s at %s', (at, path) => {
    const record = approval({ resources: [{ uri: at, digest: 'sha256:x' }] });
    expect(filesOf(inForce(heldOf(announced('sha256:1')), record))).toEqual([[path, 'sha256:x']]);
  });
});

describe('the files of a skill that the server promises nothing of', () => {
  const approval = recordOn(entryOf({ files: [main, file('guide.md', 'guide')] }), {
    integrity: 'self-computed',
  });

  it('are those that were approved, until everything was read again', () => {
    const held = heldOf(unvouched());
    expect(filesOf(inForce(held, approval))).toEqual([
      ['SKILL.md', sha256('main')],
      ['guide.md', sha256('guide')],
    ]);
    expect(filesOf(inForce(readAll(held, main), approval))).toEqual([['SKILL.md', main.digest]]);
  });

  it('are not known by a denial, nor by an approval of what a server had promised', () => {
    const held = heldOf(unvouched());
    for (const changes of [{ decision: 'denied' }, { integrity: 'manifest' }] as const)
      expect(inForce(held, { ...approval, ...changes })).toBe(held.listed);
    expect(inForce(held, null)).toBe(held.listed);
  });

  it('are no more than the server lists by name, and what is new there is not known', () => {
    const { digest: _, size: __, ...unread } = file('new.md', '');
    const { digest: ___, ...known } = main;
    const held = heldOf(unvouched({ files: [known, unread], integrity: 'none' }));
    expect(filesOf(inForce(held, approval))).toEqual([
      ['SKILL.md', sha256('main')],
      ['new.md', undefined],
    ]);
    expect(boundResources(inForce(held, approval))).toBeNull();
    expect(servedBy(held, inForce(held, approval)).resources).toEqual([
      { uri, digest: sha256('main') },
      { uri: unread.uri, digest: 'not read' },
    ]);
  });

  it('have the digest that the server has published of one of them, and what was seen since', () => {
    const changed = file('SKILL.md', 'published');
    const held = readAll(heldOf(unvouched({ known: [changed] })), main, file('guide.md', 'guide'));
    expect(filesOf(inForce(held, null))).toEqual([
      ['SKILL.md', changed.digest],
      ['guide.md', sha256('guide')],
    ]);
    const bare = { uri: main.uri, path: 'SKILL.md' };
    expect(filesOf(inForce(readAll(heldOf(unvouched({ known: [bare] })), main), null))).toEqual([
      ['SKILL.md', main.digest],
    ]);
    const seen = { ...file('guide.md', 'seen'), path: 'elsewhere' };
    const more = { ...file('more.md', 'more'), path: 'more.md' };
    const observed = new Map([
      [guide, seen],
      [more.uri, more],
    ]);
    expect(filesOf(inForce({ ...held, observed }, null)).slice(1)).toEqual([
      ['guide.md', seen.digest],
      ['more.md', more.digest],
    ]);
  });

  it('keep the name and the words of the listing where the file has none', () => {
    const part = unvouched({ frontmatterIsPart: true, frontmatter: {} });
    const held = readAll(heldOf(part), main);
    expect(inForce(held, null)).toMatchObject({ name: 'read', description: 'Process refunds' });
    const nameless = { ...held, reading: { ...held.reading!, frontmatter: { name: '' } } };
    expect(inForce(nameless, null)).toMatchObject({ name: 'refunds' });
  });
});

describe('what a decision binds to', () => {
  it('is every file with its digest, and its size where that is known', () => {
    const { size: _, ...bare } = file('guide.md', 'guide');
    const entry = entryOf({ files: [main, bare] });
    expect(boundResources(entry)).toEqual([
      { uri, digest: main.digest, size: 4 },
      { uri: guide, digest: bare.digest },
    ]);
    expect(setDigestOf(entry)).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(setDigestOf(entry)).toBe(setDigestOf(entry));
  });

  it('is nothing where not every file has a digest, or nothing is listed', () => {
    const { digest: _, ...bare } = main;
    for (const files of [[bare], 'unknown', 'dynamic'] as const)
      expect(setDigestOf(entryOf({ files }))).toBeNull();
    expect(servedBy(heldOf(entryOf({ files: 'dynamic' })), entryOf({ files: 'dynamic' }))).toEqual({
      resources: 'dynamic',
      archive: null,
    });
  });

  it('is an archive only while its files are not known', () => {
    const archives = [{ url: 'x:a.zip', digest: 'sha256:1' }];
    const held = heldOf(unvouched({ archives }));
    expect(servedBy(held, held.listed)).toEqual({ resources: null, archive: archives[0] });
    expect(servedBy(held, entryOf()).archive).toBeNull();
  });
});

describe('what rules said of the files', () => {
  const finding = { rule: 'P01' } as never;
  const gap = { uri: guide, digest: null, reason: 'too-slow', detail: '' } as const;
  const looked = inspected(
    heldOf(),
    new Map([
      [
        guide,
        {
          ...{ digest: sha256('guide'), ruleset: '1', at: 0 },
          findings: [finding],
          notInspected: [gap],
          traces: [],
          facts: noFacts,
          marks: new Map(),
        },
      ],
    ]),
  );

  it('counts for the bytes that were looked at, and all others were not read', () => {
    const unread = { uri, digest: main.digest, reason: 'not-read', detail: '' };
    expect(inspectionOf({ held: looked, entry: entryOf(), record: null })).toEqual({
      findings: [finding],
      notInspected: [unread, gap],
      files: 1,
    });
    const other = file('guide.md', 'new');
    expect(
      inspectionOf({ held: looked, entry: entryOf({ files: [other] }), record: null }),
    ).toEqual({
      findings: [],
      notInspected: [{ uri: guide, digest: other.digest, reason: 'not-read', detail: '' }],
      files: 0,
    });
  });

  it('counts for what was read of a skill that lists no files, whose SKILL.md was not', () => {
    const unread = { uri, digest: null, reason: 'not-read', detail: '' };
    expect(inspectionOf({ held: looked, entry: unvouched(), record: null })).toEqual({
      findings: [finding],
      notInspected: [unread, gap],
      files: 1,
    });
  });
});

it('relations are others when a skill of the same name, or one within, is another one', () => {
  const relations = {
    collisions: [{ where: 'b', uri }],
    alike: [{ name: 'a', where: 'b', uri }],
    astray: [{ target: 'mcp__a__b', why: 'it is not there' }],
    nested: ['x'],
    enclosing: null,
  };
  const held = related(heldOf(), relations);
  for (const change of [
    { nested: [] },
    { alike: [] },
    { alike: [{ name: 'c', where: 'b', uri }] },
    { astray: [{ target: 'mcp__a__b', why: 'another has it' }] },
    { nested: ['y'] },
    { nested: ['x', 'y'] },
    { collisions: [] },
    { collisions: [{ where: 'c', uri }] },
    { collisions: [{ where: 'b', uri: guide }] },
  ])
    expect(related(held, { ...relations, ...change }).relations).toEqual({
      ...relations,
      ...change,
    });
});
