import { describe, expect, it } from 'vitest';
import { createArchiveCache } from './archive-cache.ts';

const unpacked = (bytes: number) => ({ files: new Map(), bytes });

describe('the cache of unpacked archives', () => {
  it('lets go of the one that was used longest ago', () => {
    const cache = createArchiveCache(10);
    cache.put('a', unpacked(4));
    cache.put('b', unpacked(4));
    expect(cache.get('a')).not.toBeNull();
    cache.put('c', unpacked(4));
    expect([cache.get('a'), cache.get('b'), cache.get('c')].map((held) => held !== null)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('counts one that is put again once, and holds a larger one alone', () => {
    const cache = createArchiveCache(10);
    for (let times = 0; times < 5; times += 1) cache.put('a', unpacked(4));
    cache.put('b', unpacked(6));
    expect(cache.get('a')).not.toBeNull();
    expect(cache.get('b')).not.toBeNull();
    cache.put('big', unpacked(40));
    expect(cache.get('a')).toBeNull();
    expect(cache.get('big')).not.toBeNull();
  });
});
