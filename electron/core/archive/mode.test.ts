import { expect, it } from 'vitest';
import { ordinaryMode } from './read-archive.ts';

const note = (bit: string): string => `The archive sets the ${bit} bit, which is dropped.`;

it.each([
  [0o755, 0o755, []],
  [0o4755, 0o755, ['setuid']],
  [0o2711, 0o711, ['setgid']],
  [0o1777, 0o777, ['sticky']],
  [0o7644, 0o644, ['setuid', 'setgid', 'sticky']],
  [0o100644, 0o644, []],
])('mode %o keeps its nine permission bits and names the others it had', (mode, kept, bits) => {
  expect(ordinaryMode(mode)).toEqual({ mode: kept, notes: bits.map(note) });
});
