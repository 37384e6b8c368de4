import { describe, expect, it } from 'vitest';
import type { FileToInspect, Inspection } from '../../core/findings/inspect.ts';
import { sha256 } from '../../core/digest.ts';
import { inspectionOf } from '../../core/held/inspected.ts';
import { limits } from '../../core/limits.ts';
import { listed, type HeldSkill } from '../../core/held/skill.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { Edit } from '../catalogue/catalogue.ts';
import type { Skill } from '../catalogue/server.ts';
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

const finding = { rule: 'X01', severity: 'high', confidence: 'high' } as const;

/** The parts around it, with an inspector that answers when it is told to. */
function setUp() {
  let held: HeldSkill = listed({ entry, at: 0, ttlMs: null });
  const asked: FileToInspect[] = [];
  const answers: ((inspection: Inspection) => void)[] = [];
  const skill = { server: { label: 's' }, uri, entry } as Skill;
  const updates: number[] = [];
  const inspections = createInspections({
    catalogue: {
      at: () => ({ ...skill, held }),
      updateAll: (edits: Iterable<Edit>) => {
        const all = [...edits];
        updates.push(all.length);
        for (const { step } of all) held = step(held) ?? held;
      },
    },
    clock: { now: () => 0, after: () => () => {} },
    inspector: {
      inspect: (file) => {
        asked.push(file);
        return new Promise((answer) => answers.push(answer));
      },
      close: async () => {},
    },
  });
  const answer = (): void => {
    for (const one of answers.splice(0)) one({ findings: [finding as never], notInspected: [] });
  };
  return { inspections, asked, answer, skill, updates, now: () => held };
}

describe('inspections', () => {
  it('look at what was read, and call everything else not read', async () => {
    const { inspections, asked, answer, skill, now } = setUp();
    inspections.saw(skill, { uri: other, bytes, digest: null });
    answer();
    await inspections.settled();
    expect(asked).toMatchObject([{ uri: other, path: 'run.sh', digest }]);
    const { findings, notInspected, files } = inspectionOf(now(), entry);
    expect(findings).toEqual([{ ...finding, uri: other }]);
    expect(notInspected).toEqual([{ uri, digest, reason: 'not-read', detail: '' }]);
    expect(files).toBe(1);
  });

  it('say nothing of a file that is another one by now', async () => {
    const { inspections, answer, skill, now } = setUp();
    inspections.saw(skill, { uri: other, bytes, digest });
    answer();
    await inspections.settled();
    const changed = sha256('other bytes');
    const files = [{ path: 'run.sh', uri: other, digest: changed }];
    const later = inspectionOf(now(), { ...entry, files: { kind: 'listed', files } });
    expect(later.findings).toEqual([]);
    expect(later.notInspected).toMatchObject([{ uri: other, reason: 'not-read' }]);
    const gone = inspectionOf(now(), { ...entry, files: { kind: 'listed', files: [] } });
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

  it('leave a file alone that is not inside the skill', () => {
    const { inspections, asked, skill } = setUp();
    inspections.saw(skill, { uri: 'skill://b/SKILL.md', bytes, digest });
    expect(asked).toEqual([]);
  });

  it('let nothing more be read while too many bytes wait', async () => {
    const { inspections, answer, skill } = setUp();
    await inspections.room();
    const large = Buffer.alloc(limits.waitingBytes + 1);
    inspections.saw(skill, { uri: other, bytes: large, digest });
    let went = false;
    const waiting = inspections.room().then(() => (went = true));
    await new Promise((soon) => setImmediate(soon));
    expect(went).toBe(false);
    answer();
    await waiting;
  });

  it('cost nothing where nobody looks at findings', async () => {
    const none = createInspections({
      catalogue: { at: () => null, updateAll: () => {} },
      clock: { now: () => 0, after: () => () => {} },
      inspector: null,
    });
    expect(none.wanted).toBe(false);
    await none.settled();
  });
});
