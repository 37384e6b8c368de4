import { configuration } from './fuzz/configurations.ts';
import { checked, files } from './fuzz/documents.ts';
import { generator } from './fuzz/random.ts';
import type { Question } from './fuzz/question.ts';

export type { Question } from './fuzz/question.ts';

/** Questions close to what people and attackers write, the same for the same seed. */
export function fuzzed(count: number, seed: number): Question[] {
  const random = generator(seed);
  return Array.from({ length: count }, () => {
    const kind = random();
    if (kind < 0.35) return { ask: 'identity', config: configuration(random) };
    if (kind < 0.45) return { ask: 'setDigest', resources: files(random) };
    return checked(random);
  });
}
