import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { cpuCost } from '../testing/cpu-cost.ts';
import { parseFrontmatter } from './frontmatter.ts';
import { costlyTexts, honestText } from './testing/costly.ts';

const size = limits.frontmatterBytes - 100;
const file = (yaml: string): string => `---\n${yaml}---\nbody\n`;

const cost = (text: string): number => cpuCost(() => parseFrontmatter(text));

describe('the cost of reading frontmatter', () => {
  const honest = file(honestText(size));

  it('is compared with an accepted honest text of the same size', () => {
    expect(honest.length).toBeGreaterThan(size * 0.9);
    expect(parseFrontmatter(honest).ok).toBe(true);
  });

  // Lexing stops at 4,096 tokens; otherwise, the worst text would cost over 100 times as much.
  it.each(Object.entries(costlyTexts(size)))('is bounded for %s', (_, yaml) => {
    expect(yaml.length).toBeLessThanOrEqual(size + 10);
    expect(cost(file(yaml))).toBeLessThan(cost(honest) * 15);
  });

  // Cheap enough to be read without its own thread, while everything else stays responsive.
  it.each(Object.entries(costlyTexts(1 << 20)).filter(([, yaml]) => yaml.length > 2 * size))(
    'is lower than for an honest text for 1 MiB of %s, which is not read further',
    (_, yaml) => {
      expect(parseFrontmatter(file(yaml))).toMatchObject({ error: { reason: 'too-large' } });
      expect(cost(file(yaml))).toBeLessThan(cost(honest));
    },
  );
});
