import { describe, expect, it } from 'vitest';
import { severities } from './finding-kinds.ts';
import { riskGroupOf, riskInWords, riskOf, riskWeightOf } from './risk.ts';

const none = {
  ...{ critical: 0, high: 0, medium: 0, low: 0, info: 0 },
  ...{ folded: 0, acknowledged: 0, notInspected: 0, files: 7 },
};
const manifest = { integrity: 'manifest', needsReadAll: false } as const;
type Counts = Partial<typeof none>;
const of = (counts: Counts, fileCount = 7, verified = 0) =>
  riskOf({ findings: { ...none, ...counts }, fileCount, ...manifest, checked: { verified } });

describe('the risk line', () => {
  it.each<[Counts, string]>([
    [{}, 'No findings in 7 files'],
    [{ critical: 3, high: 10 }, '3 critical · 10 high'],
    [{ critical: 3, high: 10, low: 1 }, '3 critical · 10 high and 1 more'],
    [{ critical: 1, high: 1, low: 2, info: 3 }, '1 critical · 1 high and 5 more'],
    [
      { high: 1, low: 2, info: 1, files: 3 },
      '1 high · 2 low and 1 more · 4 of 7 files not checked',
    ],
    [{ medium: 2, info: 1 }, '2 medium · 1 info'],
    [{ files: 0 }, '7 files not checked'],
    [{ files: 3 }, '4 of 7 files not checked'],
    [{ high: 1, files: 3 }, '1 high · 4 of 7 files not checked'],
    [{ notInspected: 2 }, 'No findings in 7 files · 2 not inspected'],
    [{ folded: 4, acknowledged: 2 }, 'No findings in 7 files'],
  ])('of %o is %s', (counts, words) => {
    expect(riskInWords(of(counts))).toBe(words);
  });

  it('says of files that were read without an inspection that they were not inspected', () => {
    expect(riskInWords(of({ files: 0 }, 7, 7))).toBe('7 files not inspected');
    expect(riskInWords(of({ files: 2 }, 7, 5))).toBe('2 of 7 files not checked · 3 not inspected');
    // Not among those with low findings: they can be checked, too, as those that nobody read.
    expect(riskGroupOf(of({ files: 0 }, 7, 7))).toBe('unread');
  });

  it('counts SKILL.md of a skill whose files are not listed', () => {
    expect(riskInWords(of({ files: 0 }, 0))).toBe('1 file not checked');
    expect(riskInWords(of({ files: 1 }, 0))).toBe('No findings in 1 file');
  });
});

/** Every combination of the worst finding, what was read, and what could not be inspected. */
const combinations = [null, ...severities].flatMap((worst) =>
  [7, 3, 0].flatMap((files) => [0, 1].map((notInspected) => ({ worst, files, notInspected }))),
);

describe('the button that approves, over every combination', () => {
  it.each(combinations)('%o', ({ worst, files, notInspected }) => {
    const risk = of({ ...(worst === null ? {} : { [worst]: 1 }), files, notInspected });
    const isHigh = worst === 'critical' || worst === 'high';
    const hasGap = files < 7 || notInspected > 0;
    const weight = isHigh ? 'confirm' : worst === 'medium' || hasGap ? 'caution' : 'plain';
    expect(riskWeightOf(risk)).toBe(weight);
    const group = isHigh
      ? 'high'
      : files < 7
        ? 'unread'
        : worst === null && notInspected === 0
          ? 'none'
          : 'medium';
    expect(riskGroupOf(risk)).toBe(group);
    expect(riskInWords(risk).includes('No findings')).toBe(worst === null && files === 7);
  });
});
