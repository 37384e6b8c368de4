import type { ReadObservation } from '../../core/skill-state/read.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';

/** What reading one file gave. `bytes` is there only when the verdict lets them be shown. */
export interface ReadOutcome {
  readonly verdict: FileCheck;
  readonly bytes: Uint8Array | null;
  /** What came and failed a check: nobody takes it for the file. */
  readonly rejected: Uint8Array | null;
  readonly mimeType: string | undefined;
  /** Bytes received, whatever the verdict; null when nothing came. */
  readonly size: number | null;
  readonly digest: string | null;
  /** What the read says of the skill; null when it says nothing of it. */
  readonly check: ReadObservation | null;
}

/** Nothing came that could be shown. */
export const nothing = (verdict: FileCheck, check: ReadObservation | null): ReadOutcome => ({
  verdict,
  bytes: null,
  rejected: null,
  mimeType: undefined,
  size: null,
  digest: null,
  check,
});
