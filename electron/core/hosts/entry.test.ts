import { describe, expect, it } from 'vitest';
import type { HostId } from '../../../shared/model/plain.ts';
import { carried } from './entry.ts';

describe('an entry whose values only the app can fill in', () => {
  it.each<[HostId, object, string]>([
    ['opencode', { type: 'local', command: ['x'], environment: { T: '{env:T}' } }, '${T}'],
    ['opencode', { type: 'remote', url: 'https://x.example/{file:~/.key}' }, '${file:~/.key}'],
    ['gemini', { command: 'x', env: { T: '$TOKEN' } }, '${TOKEN}'],
    ['qwen', { httpUrl: 'https://x.example/', headers: { A: 'Bearer $TOKEN' } }, '${TOKEN}'],
    ['goose', { uri: 'https://x.example/', headers: { A: '$TOKEN' } }, '${TOKEN}'],
    ['continue', { command: 'x', env: { T: '${{ secrets.T }}' } }, '${secrets.T}'],
    ['kiro', { command: 'x', env: { T: '${TOKEN}' } }, '${TOKEN}'],
    ['fast-agent', { command: 'x', env: { T: '${TOKEN:none}' } }, '${TOKEN:none}'],
  ])('is not carried over from %s: %j', (host, entry, placeholder) => {
    const purpose = carried({ ...entry }, host);
    expect(purpose.ok ? purpose.value : purpose.error).toContain(`the placeholder ${placeholder},`);
  });

  it('is not carried over with headers that Continue keeps in another place', () => {
    const requestOptions = { headers: { Authorization: 'Bearer sekret' } };
    expect(carried({ url: 'https://x.example/mcp', requestOptions }, 'continue')).toEqual({
      ok: false,
      error: 'requestOptions can be filled in only by the app; enter the value itself',
    });
  });

  it('is carried over where another app has no such placeholder', () => {
    for (const host of ['cursor', 'junie'] as const)
      expect(carried({ command: 'x', env: { T: 'pa$SWORD', U: '{env:T}' } }, host)).toMatchObject({
        value: { config: { env: { T: 'pa$SWORD', U: '{env:T}' } } },
      });
  });
});
