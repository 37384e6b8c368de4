import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { confirmationText } from '../../shared/model/confirmation.ts';
import { confirmer } from './socket.ts';

const subject = { request: 'allowStart', server: 'ü', fingerprint: 'sha256:1' } as const;

describe('the proof that a person confirmed', () => {
  it('is an HMAC with the page’s key, over challenge and subject', async () => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, at) => 250 - at));
    const expected = createHmac('sha256', key)
      .update(confirmationText('challenge', subject))
      .digest('hex');
    const confirm = confirmer(async () => key.toString('base64url'));
    expect(await confirm('challenge', subject)).toBe(expected);
  });
  it('is empty in a page that was given no key', async () => {
    expect(await confirmer(async () => null)('challenge', subject)).toBe('');
  });
});
