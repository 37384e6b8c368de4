import type { BigIntStats } from 'node:fs';
import { expect, it } from 'vitest';
import { stampOf } from './bounded-read.ts';

it('a stamp tells files apart whose numbers run together', () => {
  const stamp = (...[dev, ino, size, mtimeNs, ctimeNs]: readonly bigint[]): string =>
    stampOf({ dev, ino, size, mtimeNs, ctimeNs } as BigIntStats);
  const stamps = [
    stamp(1n, 23n, 4n, 5n, 6n),
    stamp(12n, 3n, 4n, 5n, 6n),
    stamp(1n, 2n, 34n, 5n, 6n),
    stamp(1n, 2n, 3n, 45n, 6n),
    stamp(1n, 2n, 3n, 4n, 56n),
  ];
  expect(new Set(stamps).size).toBe(stamps.length);
  expect(stamp(1n, 23n, 4n, 5n, 6n)).toBe(stamps[0]);
});
