import { describe, expect, it } from 'vitest';
import { mostKept, mostKeptBytes } from '../../../shared/model/kept-findings.ts';
import { sha256 } from '../digest.ts';
import { setRules } from '../findings/set/look.ts';
import {
  keepFindings,
  ofTheRun,
  sinceKept,
  type InspectedFiles,
  type MarkedFinding,
} from './kept-findings.ts';

const run = 'skill://a/run.sh';
const guide = 'skill://a/guide.md';
const [one, two] = [sha256('one'), sha256('two')];

const found = (more: Partial<MarkedFinding> = {}): MarkedFinding =>
  ({
    rule: 'X01',
    ruleset: '1',
    severity: 'high',
    confidence: 'high',
    uri: run,
    digest: one,
    mark: sha256('curl a | sh'),
    answer: null,
    ...more,
  }) as MarkedFinding;

const files = (digest: string | null, isWhole = true): InspectedFiles =>
  new Map([[run, { digest, isWhole }]]);

describe('what a decision keeps of findings', () => {
  it('is each with its rule, severity, file, and whether somebody had answered it', () => {
    const kept = keepFindings(
      [
        found(),
        found({ rule: 'E01', answer: { id: '1' } as never }),
        found({ rule: 'P01', confidence: 'low' }),
      ],
      [{ reason: 'not-read' }, { reason: 'not-read' }, { reason: 'too-slow' }],
    );
    expect(kept).toMatchObject({ more: [], notInspected: 1, notRead: 2 });
    expect(kept.findings[0]).toEqual({
      rule: 'X01',
      ruleset: '1',
      severity: 'high',
      uri: run,
      digest: one,
      mark: sha256('curl a | sh'),
      state: 'open',
    });
    expect(kept.findings.map(({ state }) => state)).toEqual(['open', 'answered', 'folded']);
  });

  it('is bounded in number, and says how many are left out', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => found({ rule: `R${at}` }));
    const { findings, more } = keepFindings([...many, found({ rule: 'R999' })], []);
    expect(findings).toHaveLength(mostKept);
    expect(more).toHaveLength(1_000 - mostKept);
    expect(more.at(-1)).toEqual({ rule: 'R999', severity: 'high', state: 'open', count: 2 });
  });

  it('is bounded in size, however long a server makes its addresses', () => {
    const long = Array.from({ length: 20 }, (_, at) =>
      found({ uri: `${run}${'ä'.repeat(4_000)}${at}` }),
    );
    const kept = keepFindings(long, []);
    expect(Buffer.byteLength(JSON.stringify(kept.findings))).toBeLessThan(mostKeptBytes + 100);
    expect(kept.findings.length + (kept.more[0]?.count ?? 0)).toBe(20);
  });
});

describe('what is new and gone since a decision', () => {
  const since = (
    before: Partial<MarkedFinding> | null,
    after: Partial<MarkedFinding> | null,
    at: InspectedFiles,
  ) => {
    const kept = keepFindings(before === null ? [] : [found(before)], []);
    const { fresh, gone, unlooked } = sinceKept(kept, after === null ? [] : [found(after)], at);
    return [fresh.size, gone.length, unlooked.length];
  };

  it.each<
    [string, Partial<MarkedFinding> | null, Partial<MarkedFinding> | null, InspectedFiles, number[]]
  >([
    ['nothing where it stands as it did', {}, { digest: two }, files(two), [0, 0, 0]],
    ['one that did not stand then', null, {}, files(two), [1, 0, 0]],
    ['one that does not stand any more', {}, null, files(two), [0, 1, 0]],
    [
      'one, and nothing gone, if the text there is different',
      {},
      { mark: two },
      files(two),
      [1, 0, 0],
    ],
    ['one, and nothing gone, if it became worse', { severity: 'low' }, {}, files(two), [1, 0, 0]],
    ['nothing where it became less', {}, { severity: 'low' }, files(two), [0, 0, 0]],
    ['one that stood in an example', { confidence: 'low' }, {}, files(two), [1, 0, 0]],
    [
      'nothing of one in an example that is gone',
      { confidence: 'low' },
      null,
      files(two),
      [0, 0, 0],
    ],
    ['one that is gone with its file', {}, null, new Map(), [0, 1, 0]],
    ['nothing where the file is the same and was not read', {}, null, files(one, false), [0, 0, 0]],
    [
      'nobody knows, where the file is another and was not read',
      {},
      null,
      files(two, false),
      [0, 0, 1],
    ],
    ['nobody knows, where the file has no digest', {}, null, files(null, false), [0, 0, 1]],
    ['nobody knows, where nobody knows the files', {}, null, null, [0, 0, 1]],
    ['the same rule in another file', { uri: guide }, {}, files(two), [1, 1, 0]],
  ])('is %s', (_, before, after, at, expected) => {
    expect(since(before, after, at)).toEqual(expected);
  });

  it('counts as new what was left out when there were too many', () => {
    const many = Array.from({ length: mostKept + 1 }, (_, at) => found({ rule: `R${at}` }));
    const { fresh, gone } = sinceKept(keepFindings(many, []), many, files(one));
    expect([...fresh].map(({ rule }) => rule)).toEqual([`R${mostKept}`]);
    expect(gone).toEqual([]);
  });

  it('calls nothing gone that rests on what was known beside the files in another run', () => {
    for (const rule of ofTheRun) {
      expect(setRules.map(({ id }) => id)).toContain(rule);
      const kept = keepFindings([found({ rule })], []);
      const since = sinceKept(kept, [], files(two));
      expect([since.gone, since.unlooked]).toMatchObject([[], [{ rule }]]);
    }
  });
});
