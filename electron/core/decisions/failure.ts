import type { Failure } from '../../../shared/model/approval.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import { visible } from '../text.ts';

/** A failed verification that was kept, as it is shown on every skill that it refuses. */
export function failureProblem({ file, check, expected, actual, at }: Failure): Problem {
  return {
    rule: 'verification-failed',
    message: `On ${at.slice(0, 10)} its ${visible(check, 40)} was not what the server had promised; a fresh entry and a matching read clear this.`,
    field: file,
    clause: 'Integrity and Verification',
    ...(expected === null ? {} : { expected }),
    ...(actual === null ? {} : { actual }),
  };
}
