import type { FileEntry } from '../../../../shared/model/skill.ts';
import { setRuleCases } from '../testing/set-cases.ts';
import { large } from './unexpected-files.ts';

const MiB = 1024 * 1024;
const sized = (...sizes: readonly number[]): FileEntry[] =>
  sizes.map((size, at) => ({
    path: `f${at}`,
    uri: `skill://acme/refunds/f${at}`,
    digest: `sha256:${'0'.repeat(64)}`,
    size,
  }));

setRuleCases(large, {
  hits: [
    {
      name: 'a six-megabyte file',
      entry: { files: sized(6 * MiB, 1) },
      says: 'f0: 6 MiB',
      at: 'resources',
    },
    {
      name: 'more files than the specification allows',
      entry: { files: sized(...Array<number>(513).fill(1)) },
      says: '513 files',
      at: 'resources',
    },
    {
      name: 'more bytes than it allows, in many files',
      entry: { files: sized(4 * MiB, 4 * MiB, 4 * MiB, 4 * MiB, 1) },
      says: 'in all',
      at: 'resources',
    },
  ],
  misses: [
    { name: 'exactly as much as is allowed', entry: { files: sized(5 * MiB, 5 * MiB, 5 * MiB) } },
    { name: 'files of unknown size', unread: ['SKILL.md'] },
    {
      // anthropics/skills, skills/canvas-design (Apache-2.0): fonts beside a skill.
      name: 'the fonts of a real skill',
      entry: { files: sized(12_000, ...Array<number>(54).fill(100 * 1024)) },
    },
  ],
});
