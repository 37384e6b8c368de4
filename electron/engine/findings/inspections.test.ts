import { describe, expect, it } from 'vitest';
import { noFacts } from '../../core/findings/fact-lists.ts';
import type { FileToInspect, FileInspection } from '../../core/findings/inspect.ts';
import { sha256 } from '../../core/digest.ts';
import { inspectionOf } from '../../core/skill-state/steps.ts';
import { limits } from '../../core/limits.ts';
import { listed, type SkillState } from '../../core/skill-state/skill.ts';
import type { NotInspectedReason } from '../../../shared/model/severity.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { SkillEdit } from '../catalogue/catalogue.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import { createInspections } from './inspections.ts';

const uri = 'skill://a/SKILL.md';
const other = 'skill://a/run.sh';
const bytes = Buffer.from('text');
const digest = sha256(bytes);

const entry: SkillEntry = {
  server: 's',
  uri,
  name: 'a',
  description: 'd',
  frontmatter: {},
  files: {
    kind: 'listed',
    files: [
      { path: 'SKILL.md', uri, digest },
      { path: 'run.sh', uri: other, digest },
    ],
  },
  dialect: 'skills-ext',
  origin: 'listed',
  archives: [],
  integrity: 'manifest',
  alsoIn: [],
  raw: {},
  problems: [],
};

const place = { start: 0, end: 4, line: 1, column: 1, endLine: 1, endColumn: 5 };
const finding = {
  ...{ rule: 'P01', severity: 'high', confidence: 'high' },
  ...{ place, related: [], count: 1, decoded: null, excerpt: 'text', digest },
} as const;

/** The parts around it, with an inspector that answers when it is told to. */
function setUp(inspects: 'all' | 'changed' = 'all') {
  let held: SkillState = listed({ entry, at: 0, ttlMs: null });
  const asked: (FileToInspect & { readonly server: string })[] = [];
  const answers: ((inspection: FileInspection) => void)[] = [];
  const skill = { server: { label: 's' }, uri, entry } as CatalogueSkill;
  const updates: number[] = [];
  const inspections = createInspections({
    catalogue: {
      at: () => ({ ...skill, held }),
      updateAll: (edits: Iterable<SkillEdit>) => {
        const all = [...edits];
        updates.push(all.length);
        for (const { step } of all) held = step(held) ?? held;
      },
    },
    clock: { now: () => 0, after: () => () => {} },
    inspector: {
      inspect: (file, server) => {
        asked.push({ ...file, server });
        return new Promise((answer) => answers.push(answer));
      },
      close: async () => {},
    },
    inspects,
  });
  const answer = (reason?: NotInspectedReason): void => {
    const gap = { uri: other, digest, detail: '' };
    for (const one of answers.splice(0))
      one({
        findings: reason === undefined ? [finding as never] : [],
        notInspected: reason === undefined ? [] : [{ ...gap, reason }],
        traces: [],
        facts: noFacts,
      });
  };
  const gone = (): void => {
    held = listed({ entry, at: 0, ttlMs: null });
  };
  return { inspections, asked, answer, answers, skill, updates, now: () => held, gone };
}

describe('inspections', () => {
  it('look at what was read, and call everything else not read', async () => {
    const { inspections, asked, answer, skill, now } = setUp();
    inspections.saw(skill, { uri: other, bytes, digest: null });
    answer();
    await inspections.settled();
    expect(asked).toMatchObject([{ uri: other, path: 'run.sh', digest }]);
    const { findings, notInspected, files } = inspectionOf({
      held: now(),
      entry: entry,
      record: null,
    });
    expect(findings).toEqual([{ ...finding, uri: other }]);
    expect(notInspected).toEqual([{ uri, digest, reason: 'not-read', detail: '' }]);
    expect(files).toBe(1);
  });

  it('look at changed skills alone, where nobody asks of others', () => {
    const { inspections, asked, skill } = setUp('changed');
    const changed = { kind: 'changed' } as CatalogueSkill['standing'];
    const undecided = { kind: 'undecided' } as const;
    // Nobody makes bytes of the files of a skill that is not looked at.
    expect(inspections.wants({ ...skill, standing: undecided })).toBe(false);
    expect(inspections.wants({ ...skill, standing: changed })).toBe(true);
    inspections.saw({ ...skill, standing: undecided }, { uri, bytes, digest });
    inspections.saw({ ...skill, standing: changed }, { uri: other, bytes, digest });
    expect(asked).toMatchObject([{ uri: other }]);
  });

  it('say nothing of a file that is another one by now', async () => {
    const { inspections, answer, skill, now } = setUp();
    inspections.saw(skill, { uri: other, bytes, digest });
    answer();
    await inspections.settled();
    const changed = sha256('other bytes');
    const files = [{ path: 'run.sh', uri: other, digest: changed }];
    const later = inspectionOf({
      held: now(),
      entry: { ...entry, files: { kind: 'listed', files } },
      record: null,
    });
    expect(later.findings).toEqual([]);
    expect(later.notInspected).toMatchObject([{ uri: other, reason: 'not-read' }]);
    const gone = inspectionOf({
      held: now(),
      entry: { ...entry, files: { kind: 'listed', files: [] } },
      record: null,
    });
    expect(gone).toEqual({ findings: [], notInspected: [], files: 0 });
  });

  it('look at the same bytes under the same name once, for however many skills', async () => {
    const { inspections, asked, answer, skill } = setUp();
    inspections.saw(skill, { uri: other, bytes, digest });
    inspections.saw(skill, { uri: other, bytes, digest });
    inspections.saw(skill, { uri, bytes, digest });
    answer();
    await inspections.settled();
    inspections.saw(skill, { uri: other, bytes, digest });
    await inspections.settled();
    expect(asked.map(({ path }) => path)).toEqual(['run.sh', 'SKILL.md']);
  });

  it('are given again to a skill that comes back, and to another that lists the same', async () => {
    const { inspections, asked, answer, skill, now, gone } = setUp();
    inspections.saw(skill, { uri: other, bytes, digest });
    answer();
    await inspections.settled();
    const before = now().inspected.get(other);
    expect(before?.marks.size).toBe(1);
    gone();
    expect(inspections.withKnown(now(), skill.server).inspected.get(other)).toEqual(before);
    // Of other bytes and of another path nothing is known.
    expect([...inspections.withKnown(now(), skill.server).inspected.keys()]).toEqual([other]);
    const changed = { ...entry, files: { kind: 'listed', files: [] } } as const;
    gone();
    const bare = listed({ entry: changed, at: 0, ttlMs: null });
    expect(inspections.withKnown(bare, skill.server)).toBe(bare);
    expect(asked).toHaveLength(1);
  });

  it('keep what was found in bytes that are listed as another type, of which nothing is known', async () => {
    const { inspections, answer, skill } = setUp();
    inspections.saw(skill, { uri: other, bytes, digest });
    answer();
    await inspections.settled();
    const files = [{ path: 'run.sh', uri: other, digest, mimeType: 'image/png' }];
    const held = inspections.withKnown(
      listed({ entry: { ...entry, files: { kind: 'listed', files } }, at: 0, ttlMs: null }),
      skill.server,
    );
    expect(held.inspected.get(other)).toMatchObject({
      findings: [{ rule: 'P01', uri: other }],
      notInspected: [{ uri: other, digest, reason: 'not-read' }],
    });
  });

  it('look again at the same bytes as another type or with another mode', async () => {
    const { inspections, asked, answer, skill, now } = setUp();
    for (const mimeType of ['text/markdown', 'text/markdown', 'image/png']) {
      inspections.saw(skill, { uri: other, bytes, digest, mimeType });
      answer();
      await inspections.settled();
    }
    expect(asked.map(({ mimeType }) => mimeType)).toEqual(['text/markdown', 'image/png']);
    expect(now().inspected.get(other)?.mimeType).toBe('image/png');
    const files = [{ path: 'run.sh', uri: other, digest, mode: 0o755 }];
    const packed = {
      ...skill,
      entry: { ...entry, files: { kind: 'listed', files } },
    } as CatalogueSkill;
    inspections.saw(packed, { uri: other, bytes, digest, mimeType: 'image/png' });
    answer();
    await inspections.settled();
    expect(asked.map(({ mode }) => mode)).toEqual([undefined, undefined, 0o755]);
  });

  it.each(['crashed', 'too-slow', 'not-read'] as const)(
    'look again where the last look failed (%s), some times, and not where it was whole',
    async (reason) => {
      const { inspections, asked, answer, skill, now } = setUp();
      const read = async (why?: NotInspectedReason): Promise<void> => {
        inspections.saw(skill, { uri: other, bytes, digest });
        answer(why);
        await inspections.settled();
      };
      await read(reason);
      await read();
      expect(now().inspected.get(other)).toMatchObject({ findings: [{}], notInspected: [] });
      await read();
      expect(asked).toHaveLength(2);
      const unlucky = setUp();
      for (let times = 0; times < 6; times += 1) {
        unlucky.inspections.saw(unlucky.skill, { uri: other, bytes, digest });
        unlucky.answer(reason);
        await unlucky.inspections.settled();
      }
      expect(unlucky.asked).toHaveLength(3);
    },
  );

  it('keep what was found in a file when a later look at it fails', async () => {
    const { inspections, answers, answer, skill, now } = setUp();
    inspections.saw(skill, { uri: other, bytes, digest });
    const slow = { uri: other, digest, reason: 'too-slow', detail: 'bash' } as const;
    answers.pop()?.({
      findings: [finding as never],
      notInspected: [slow],
      traces: [],
      facts: noFacts,
    });
    await inspections.settled();
    inspections.saw(skill, { uri: other, bytes, digest });
    answer('crashed');
    await inspections.settled();
    expect(now().inspected.get(other)).toMatchObject({
      findings: [{ rule: 'P01' }],
      notInspected: [{ reason: 'crashed' }],
    });
  });

  it('of one server wait for none of another, also where it lists the same bytes', async () => {
    const { inspections, answers, asked, skill } = setUp();
    const evil = { ...skill, server: { label: 'evil' } } as CatalogueSkill;
    const large = Buffer.alloc(limits.waitingBytes + 1);
    inspections.saw(evil, { uri: other, bytes: large, digest });
    await inspections.room(skill.server);
    inspections.saw(skill, { uri: other, bytes, digest });
    expect(asked.map(({ server }) => server)).toEqual(['evil', 's']);
    answers[1]?.({ findings: [], notInspected: [], traces: [], facts: noFacts });
    await inspections.ready([{ server: 's', uri }]);
    expect(inspections.lookingAt({ server: 's', uri }).size).toBe(0);
    expect([...inspections.lookingAt({ server: 'evil', uri })]).toEqual([other]);
  });

  it('leave a file alone that is not inside the skill', () => {
    const { inspections, asked, skill } = setUp();
    inspections.saw(skill, { uri: 'skill://b/SKILL.md', bytes, digest });
    expect(asked).toEqual([]);
  });

  it('let nothing more be read while too many bytes wait', async () => {
    const { inspections, answer, skill } = setUp();
    await inspections.room(skill.server);
    const large = Buffer.alloc(limits.waitingBytes + 1);
    inspections.saw(skill, { uri: other, bytes: large, digest });
    let went = false;
    const waiting = inspections.room(skill.server).then(() => (went = true));
    await new Promise((soon) => setImmediate(soon));
    expect(went).toBe(false);
    answer();
    await waiting;
  });

  it('let more be read again when just as many bytes wait as may', async () => {
    const { inspections, answers, asked, skill } = setUp();
    const half = Buffer.alloc(limits.waitingBytes / 2);
    for (const file of ['1', '2', '3'])
      inspections.saw(skill, { uri: `skill://a/${file}`, bytes: half, digest: sha256(file) });
    let went = false;
    const waiting = inspections.room(skill.server).then(() => (went = true));
    await new Promise((soon) => setImmediate(soon));
    expect([asked.length, went]).toEqual([3, false]);
    answers[0]?.({ findings: [], notInspected: [], traces: [], facts: noFacts });
    await waiting;
    // Two of them wait, which is as much as may.
    await inspections.room(skill.server);
  });

  it('cost nothing where nobody looks at findings', async () => {
    const none = createInspections({
      catalogue: { at: () => null, updateAll: () => {} },
      clock: { now: () => 0, after: () => () => {} },
      inspector: null,
    });
    expect(none.wants({} as CatalogueSkill)).toBe(false);
    await none.settled();
  });
});
