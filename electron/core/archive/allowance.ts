import { limits } from '../limits.ts';
import { type ArchiveRefusal, refusal } from './archive.ts';
import { exactSize } from '../../../shared/size-text.ts';

/** The most bytes that may come out of an archive, and what to say when it would be more. */
export interface SizeAllowance {
  readonly most: number;
  readonly refuse: (actual: number | null) => ArchiveRefusal;
}

/**
 * The least of the three bounds on what is unpacked: the skill's size, the ratio to the packed
 * bytes, and what is left of the server's budget.
 * @param packed bytes of the archive.
 * @param overhead bytes that the container may add to its files'.
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
        return refusal('too-many-bytes', 'The archive unpacks to too much.', {
          expected: `at most ${exactSize(limits.skillBytes)}`,
          actual: actual(bytes),
        });
      if (most === ratio)
        return refusal(
          'ratio',
          `The archive unpacks to more than ${limits.archiveRatio} times its size.`,
          { expected: `at most ${exactSize(ratio)}`, actual: actual(bytes) },
        );
      return refusal('server-budget', 'The server has sent as much as one session takes.', {
        expected: `at most ${exactSize(Math.max(0, budget))}`,
        actual: actual(bytes),
      });
    },
  };
}

/** Whether one entry alone is over the ratio. */
export const overRatio = (packed: number, unpacked: number): boolean =>
  unpacked > packed * limits.archiveRatio;
