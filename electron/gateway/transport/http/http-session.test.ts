import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it, vi, describe } from 'vitest';
import { HostSession } from '../../session/session.ts';
import { HttpSession, refusalOf } from './http-session.ts';

it.each([
  ['is canceled', 'newer', true, ['tools/call', 'notifications/cancelled']],
  ['goes on', 'older', false, ['tools/call']],
] as const)('a request %s if its app of the %s revision hangs up', (_, __, isModern, heard) => {
  const receive = vi.spyOn(HostSession.prototype, 'receive').mockReturnValue(undefined);
  const never = (): never => {
    throw new Error('nothing is opened');
  };
  const response = new EventEmitter() as ServerResponse;
  const asked = { response, takesStream: true, headers: {}, progressToken: undefined };
  const message = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'slow' } };
  const session = new HttpSession(never, isModern, 0);
  session.request(message, 7, asked);
  response.emit('close');
  expect(receive.mock.calls.map(([one]) => (one as { method: string }).method)).toEqual(heard);
});

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
