import { describe, expect, it } from 'vitest';
import { createAdmission, ticketMs } from './admission.ts';

function setUp() {
  let now = 0;
  let count = 0;
  const admission = createAdmission(
    () => now,
    () => Buffer.from(`random ${(count += 1)}`.padEnd(32)),
  );
  const enter = () => admission.admit({ ticket: admission.issueTicket() })!;
  return { admission, enter, later: (ms: number) => (now += ms) };
}

describe('a ticket', () => {
  it('lets one window in', () => {
    const { admission } = setUp();
    const ticket = admission.issueTicket();
    expect(admission.admit({ ticket })).not.toBeNull();
    expect(admission.admit({ ticket })).toBeNull();
  });
  it('is good for 60 seconds', () => {
    const { admission, later } = setUp();
    const [soon, late] = [admission.issueTicket(), admission.issueTicket()];
    later(ticketMs - 1);
    expect(admission.admit({ ticket: soon })).not.toBeNull();
    later(1);
    expect(admission.admit({ ticket: late })).toBeNull();
  });
  it('is not a secret, nor a secret a ticket', () => {
    const { admission, enter } = setUp();
    const secret = admission.issueTicket();
    expect(admission.admit({ secret })).toBeNull();
    expect(admission.admit({ ticket: enter().secret })).toBeNull();
  });
  it('does not pile up: the oldest of many counts no more', () => {
    const { admission } = setUp();
    const tickets = Array.from({ length: 17 }, () => admission.issueTicket());
    expect(admission.admit({ ticket: tickets[0]! })).toBeNull();
    expect(admission.admit({ ticket: tickets[1]! })).not.toBeNull();
  });
});

describe('a secret', () => {
  it('is another one each time, and the old one is worth nothing once the new one is kept', () => {
    const { admission, enter } = setUp();
    const first = enter();
    const second = admission.admit({ secret: first.secret })!;
    expect(second.secret).not.toBe(first.secret);
    second.kept();
    expect(admission.admit({ secret: first.secret })).toBeNull();
    expect(admission.admit({ secret: second.secret })).not.toBeNull();
  });
  it('holds until the next one was kept or shown, whichever answers were lost', () => {
    const { admission, enter } = setUp();
    const first = enter();
    admission.admit({ secret: first.secret });
    const third = admission.admit({ secret: first.secret })!;
    const fourth = admission.admit({ secret: third.secret })!;
    expect(admission.admit({ secret: first.secret })).toBeNull();
    expect(admission.admit({ secret: fourth.secret })).not.toBeNull();
  });
  it('of a lost answer counts no more when another one was given since', () => {
    const { admission, enter } = setUp();
    const first = enter();
    const lost = admission.admit({ secret: first.secret })!;
    admission.admit({ secret: first.secret });
    expect(admission.admit({ secret: lost.secret })).toBeNull();
  });
  it('puts the socket out that came with it before', () => {
    const { admission, enter } = setUp();
    const first = enter();
    let out = 0;
    first.onReplaced(() => (out += 1));
    admission.admit({ secret: first.secret });
    admission.admit({ secret: first.secret });
    expect(out).toBe(1);
  });
  it('of the window that was away longest is forgotten when there are too many', () => {
    const { admission, enter } = setUp();
    const windows = Array.from({ length: 64 }, enter);
    const again = admission.admit({ secret: windows[0]!.secret })!;
    enter();
    expect(admission.admit({ secret: again.secret })).not.toBeNull();
    expect(admission.admit({ secret: windows[1]!.secret })).toBeNull();
  });
});
