import { everything } from '../../../shared/host/failures.ts';
import type { Failure } from '../../../shared/model/approval.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import { visible } from '../text.ts';

/** A stored verification failure, as shown on every skill that it refuses. */
export function failureProblem(failure: Failure): Problem {
  const { file, expected, actual } = failure;
  return {
    rule: 'verification-failed',
    message: wordsOf(failure),
    ...(file === everything ? {} : { field: file }),
    clause: 'Integrity and Verification',
    ...(expected === null ? {} : { expected }),
    ...(actual === null ? {} : { actual }),
  };
}

function wordsOf({ uri, file, check, at }: Failure): string {
  const on = at.slice(0, 10);
  if (uri === everything)
    return `Since ${on} too many files of this server have failed verification to keep track of each one. To clear this, forget the server and its decisions.`;
  if (file === everything)
    return `Since ${on} too many files of this skill have failed verification to keep track of each one. A fresh entry and a matching read of every file clear this.`;
  return `On ${on} its ${visible(check, 40)} didn’t match what the server promised. A fresh entry and a matching read clear this.`;
}
