import { limits } from '../limits.ts';
import { type ArchiveRefusal, refusal } from './archive.ts';
import { exactSize } from '../../../shared/size-text.ts';

/** The most bytes that an archive may unpack to, and the refusal for more. */
export interface SizeAllowance {
  readonly most: number;
  readonly refuse: (actual: number | null) => ArchiveRefusal;
}

/**
 * The lowest of the three bounds on unpacking: the size of a skill, the ratio to the packed bytes,
 * and the rest of the server's budget.
 * @param packed bytes of the archive.
 * @param overhead bytes that the container may add to those of its files.
 * @param budget bytes that the server may still send in this session.
 */
export function allowance(packed: number, overhead: number, budget: number): SizeAllowance {
  const size = limits.skillBytes + overhead;
  const ratio = packed * limits.archiveRatio;
  const most = Math.max(0, Math.min(size, ratio, budget));
  const actual = (bytes: number | null): string =>
    bytes === null ? `more than ${exactSize(most)}` : exactSize(bytes);
  return {
    most,
    refuse: (bytes) => {
      if (most === size)
        return refusal('too-many-bytes', 'The unpacked archive is too large.', {
          expected: `at most ${exactSize(limits.skillBytes)}`,
          actual: actual(bytes),
        });
      if (most === ratio)
        return refusal(
          'ratio',
          `The archive unpacks to more than ${limits.archiveRatio} times its size.`,
          { expected: `at most ${exactSize(ratio)}`, actual: actual(bytes) },
        );
      return refusal('server-budget', 'The server has reached the limit of data for one session.', {
        expected: `at most ${exactSize(Math.max(0, budget))}`,
        actual: actual(bytes),
      });
    },
  };
}

/** Whether a single entry exceeds the ratio. */
export const overRatio = (packed: number, unpacked: number): boolean =>
  unpacked > packed * limits.archiveRatio;
