import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { confirmationText, type ConfirmationSubject } from '../../shared/model/confirmation.ts';
import { challengeMs, createConfirmations, mostOpen } from './admission.ts';

const subject = { request: 'allowStart', server: 's', fingerprint: 'sha256:1' } as const;

function setUp() {
  let now = 0;
  const window = createConfirmations(() => now);
  const sign = (
    challenge: string,
    about: ConfirmationSubject = subject,
    key = window.key,
  ): string =>
    createHmac('sha256', Buffer.from(key, 'base64url'))
      .update(confirmationText(challenge, about))
      .digest('hex');
  return { window, sign, later: (ms: number) => (now += ms) };
}

describe('a yes in a dialog', () => {
  it('counts once', () => {
    const { window, sign } = setUp();
    const proof = sign(window.challenge('allowStart'));
    expect(window.confirms(subject, proof)).toBe(true);
    expect(window.confirms(subject, proof)).toBe(false);
  });
  it('counts for what was shown alone', () => {
    const { window, sign } = setUp();
    for (const other of [
      { ...subject, server: 't' },
      { ...subject, fingerprint: 'sha256:2' },
      { request: 'trustKey', bundleId: 's' },
    ] as const)
      expect(window.confirms(other, sign(window.challenge('allowStart')))).toBe(false);
    // Nor for the other kind of question.
    const trust = { request: 'trustKey', bundleId: 'b' } as const;
    expect(window.confirms(trust, sign(window.challenge('allowStart'), trust))).toBe(false);
  });
  it('is not put off by a question of another kind', () => {
    const { window, sign } = setUp();
    const challenge = window.challenge('allowStart');
    window.challenge('ticket');
    expect(window.confirms({ request: 'ticket' }, '')).toBe(false);
    expect(window.confirms(subject, sign(challenge))).toBe(true);
  });
  it('counts though another place of the page has asked meanwhile, and each counts once', () => {
    const { window, sign } = setUp();
    const [one, two] = [window.challenge('allowStart'), window.challenge('allowStart')];
    expect(window.confirms(subject, sign(one))).toBe(true);
    expect(window.confirms(subject, sign(two))).toBe(true);
    expect(window.confirms(subject, sign(two))).toBe(false);
    const old = window.challenge('allowStart');
    for (let more = 0; more < mostOpen; more += 1) window.challenge('allowStart');
    expect(window.confirms(subject, sign(old))).toBe(false);
  });
  it('counts with a challenge of its own window, within ten minutes', () => {
    const { window, sign, later } = setUp();
    const other = createConfirmations(() => 0);
    expect(window.confirms(subject, sign(other.challenge('allowStart')))).toBe(false);
    const late = window.challenge('allowStart');
    later(challengeMs);
    expect(window.confirms(subject, sign(late))).toBe(false);
  });
  it('does not count without the key, nor before anything was asked', () => {
    const { window, sign } = setUp();
    expect(window.confirms(subject, sign(''))).toBe(false);
    for (const proof of ['', 'zz', '0'.repeat(64), sign('x', subject, 'AAAA')]) {
      const challenge = window.challenge('allowStart');
      expect(window.confirms(subject, proof)).toBe(false);
      expect(window.confirms(subject, sign(challenge))).toBe(false);
    }
  });
});
