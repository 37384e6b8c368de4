import { describe, expect, it } from 'vitest';
import { refusalOf } from './http-session.ts';

const [own, former] = ['a'.repeat(43), 'b'.repeat(43)];
const asked = (key: string, more: object = {}) => ({
  host: '127.0.0.1:7410',
  authorization: `Bearer ${key}`,
  ...more,
});

describe('who may speak to the port of a gateway', () => {
  it('is who has one of its keys, and nobody with the key of another gateway', () => {
    expect(refusalOf(asked(own), 7410, [own, former], 'ours')).toBeNull();
    expect(refusalOf(asked(former), 7410, [own, former], 'unknown')).toBeNull();
    expect(refusalOf(asked(former), 7410, [own], 'ours')).toBe('key');
    expect(refusalOf(asked(own), 7410, [], 'ours')).toBe('key');
    expect(refusalOf(asked(''), 7410, [own], 'ours')).toBe('key');
  });

  it('is no other user, who may have got a key that a host showed to their port', () => {
    expect(refusalOf(asked(own), 7410, [own], 'another')).toBe('user');
  });

  it('is no page and nobody under another name, with the key or without', () => {
    expect(refusalOf(asked(own, { host: 'evil.example' }), 7410, [own], 'ours')).toBe('host');
    for (const origin of ['null', '127.0.0.1:7410'])
      expect(refusalOf(asked(own, { origin }), 7410, [own], 'ours')).toBe('origin');
  });
});
