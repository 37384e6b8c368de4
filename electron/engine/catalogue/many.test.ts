import { describe, expect, it, vi } from 'vitest';
import type { SkillCatalogue } from './catalogue.ts';
import { whenMany } from './rows.ts';

const holding = (...counts: readonly number[]): Pick<SkillCatalogue, 'servers'> => ({
  servers: new Map(
    counts.map((count, at) => [
      `${at}`,
      { skills: new Map(Array.from({ length: count }, (_, of) => [`${of}`, {}])) } as never,
    ]),
  ),
});

describe('many skills', () => {
  it('are told of once, when all servers together hold more than a few', () => {
    const tell = vi.fn<() => void>();
    const listener = whenMany(holding(2, 2), 3, tell);
    listener.skills?.([]);
    listener.skills?.([]);
    expect(tell).toHaveBeenCalledTimes(1);
  });

  it('are not told of while there are few', () => {
    const tell = vi.fn<() => void>();
    whenMany(holding(2, 1), 3, tell).skills?.([]);
    expect(tell).not.toHaveBeenCalled();
  });
});
