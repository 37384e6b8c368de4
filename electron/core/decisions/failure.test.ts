import { describe, expect, it } from 'vitest';
import { everything } from '../../../shared/host/failures.ts';
import { failureOn, guide, uri } from '../skill-state/held.fixture.ts';
import { failureProblem } from './record.ts';

const at = '2026-11-20T12:34:56.000Z';

describe('a failed verification that was kept', () => {
  it('is shown with its file, day, check and both sides', () => {
    expect(failureProblem(failureOn(guide, at))).toEqual({
      rule: 'verification-failed',
      message:
        'On 2026-11-20 its digest didn’t match what the server promised. A fresh entry and a matching read clear this.',
      field: guide,
      clause: 'Integrity and Verification',
      expected: 'sha256:a',
      actual: 'sha256:b',
    });
  });

  it('says nothing of a side that is not known', () => {
    const shown = failureProblem(failureOn(guide, at, { expected: null, actual: null }));
    expect(Object.keys(shown)).toEqual(['rule', 'message', 'field', 'clause']);
  });

  it('of more files than are kept has no file, and says what clears it', () => {
    const shown = failureProblem(failureOn(everything, at));
    expect(Object.keys(shown)).not.toContain('field');
    expect(shown.message).toBe(
      'Since 2026-11-20 too many files of this skill have failed verification to keep track of each one. A fresh entry and a matching read of every file clear this.',
    );
  });

  it('of more skills than are kept is the server’s, and no read clears it', () => {
    const { message } = failureProblem(failureOn(everything, at, { uri: everything }));
    expect(message).toBe(
      'Since 2026-11-20 too many files of this server have failed verification to keep track of each one. To clear this, forget the server and its decisions.',
    );
  });

  it('of a check that another program named shows at most 40 characters of it, and no control', () => {
    const check = `size\u202e${'x'.repeat(99)}`;
    const { message } = failureProblem(failureOn(uri, at, { check }));
    expect(message).toContain(`its size\\u{202E}${'x'.repeat(27)}… didn’t`);
  });
});
