import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { HostSession } from '../../session/session.ts';
import { HttpSession } from './http-session.ts';

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
