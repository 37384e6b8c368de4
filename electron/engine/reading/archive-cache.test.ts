import { describe, expect, it } from 'vitest';
import { createArchiveCache, createKeptBytes } from './archive-cache.ts';

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

const bytes = (length: number): Uint8Array => new Uint8Array(length);

describe('text that is kept for this session', () => {
  it('is found by its server and digest', () => {
    const kept = createKeptBytes(10);
    const text = bytes(3);
    kept.put('acme', 'd1', text);
    expect(kept.get('acme', 'd1')).toBe(text);
    expect(kept.get('other', 'd1')).toBeNull();
    expect(kept.get('acme', 'd2')).toBeNull();
  });

  it('fills what there is room for, and the oldest leaves first', () => {
    const kept = createKeptBytes(10);
    kept.put('acme', 'a', bytes(5));
    kept.put('acme', 'b', bytes(5));
    expect(kept.get('acme', 'a')).not.toBeNull();
    kept.put('acme', 'c', bytes(1));
    expect(['a', 'b', 'c'].map((digest) => kept.get('acme', digest) !== null)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('is counted once, and is the newest when it is kept again', () => {
    const kept = createKeptBytes(10);
    for (let times = 0; times < 5; times += 1) kept.put('acme', 'a', bytes(5));
    kept.put('acme', 'b', bytes(5));
    kept.put('acme', 'a', bytes(5));
    kept.put('acme', 'c', bytes(5));
    expect(['a', 'b', 'c'].map((digest) => kept.get('acme', digest) !== null)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('that is larger than all the room displaces nothing', () => {
    const kept = createKeptBytes(10);
    kept.put('acme', 'a', bytes(10));
    kept.put('acme', 'b', bytes(11));
    expect(kept.get('acme', 'a')).not.toBeNull();
    expect(kept.get('acme', 'b')).toBeNull();
  });

  it('is forgotten with its server, and leaves its room', () => {
    const kept = createKeptBytes(10);
    kept.put('acme', 'a', bytes(4));
    kept.put('x\nacme', 'a', bytes(1));
    kept.put('acme-2', 'a', bytes(4));
    kept.forget('acme');
    expect(kept.get('acme', 'a')).toBeNull();
    expect(kept.get('acme-2', 'a')).not.toBeNull();
    kept.put('acme-2', 'b', bytes(5));
    expect(kept.get('acme-2', 'a')).not.toBeNull();
  });
});
