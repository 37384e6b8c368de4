import { describe, expect, it } from 'vitest';
import { check, identityOf, parseApprovals, setDigest } from './index.ts';
import { fuzzed, type Question } from './testing/fuzz.ts';
import { hasPython, reference, survivors } from './testing/reference.ts';

/** `HOST_FUZZ=20000 npm run unit -- shared/host/reference.test.ts` asks that many questions. */
const cases = Number(process.env['HOST_FUZZ'] ?? 5_000);
const seed = Number(process.env['HOST_FUZZ_SEED'] ?? 20_261_122);

function answer(question: Question): unknown {
  switch (question.ask) {
    case 'identity':
      return identityOf(question.config as object);
    case 'setDigest':
      try {
        return setDigest(question.resources);
      } catch {
        return null;
      }
    case 'check': {
      const { record, failures, ...rest } = check(
        parseApprovals(question.text),
        question.query as Parameters<typeof check>[1],
      );
      return {
        ...rest,
        ...(failures === undefined ? {} : { failures: failures.map(({ file }) => file) }),
        ...(record === undefined ? {} : { record: record.id }),
      };
    }
  }
}

describe.skipIf(!hasPython)('the host library beside one in another language (python3)', () => {
  it(`agrees about ${cases} forged questions`, { timeout: 300_000 }, async () => {
    const questions = fuzzed(cases, seed);
    const theirs = await reference(questions);
    const ours = questions.map(answer);
    const wrong = questions.flatMap((question, at) => {
      const [mine, other] = [canonical(ours[at]), canonical(theirs[at])];
      return mine === other ? [] : [{ question, mine, other }];
    });
    expect(wrong.slice(0, 3)).toEqual([]);
    const kinds = new Map<string, number>();
    for (const one of ours) {
      const { standing, kind } = (one ?? {}) as { standing?: string; kind?: string };
      const name = standing ?? kind ?? typeof one;
      kinds.set(name, (kinds.get(name) ?? 0) + 1);
    }
    process.stdout.write(
      `    ${cases} questions, seed ${seed}, no disagreement: ${JSON.stringify(Object.fromEntries(kinds))}\n`,
    );
    // A fuzz test that always gets one answer tests nothing.
    for (const name of ['http', 'stdio', 'approved', 'changed', 'refused', 'expired', 'denied'])
      expect(kinds.get(name) ?? 0, name).toBeGreaterThan(cases / 500);
  });

  it(
    'answers the vectors, and makes no mistake that they do not notice',
    { timeout: 120_000 },
    () => {
      const left = survivors();
      expect(left.wrong).toEqual([]);
      expect(left.survivors).toEqual([]);
      expect(left.mutants).toBeGreaterThanOrEqual(66);
      process.stdout.write(
        `    ${left.vectors} vectors kill ${left.mutants} mutants of ${left.mutants}\n`,
      );
    },
  );
});

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
