import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import { emptyServers, entryOf, rawEntry, readServers } from './servers-document.ts';
import { serverMapOf } from './server-map.ts';

const acme = { command: 'acme', args: ['--all'] };
const config = { type: 'stdio', command: 'acme', args: ['--all'], env: {} } as const;
const file = (servers: object): string => JSON.stringify({ mcpServers: servers }, null, 2);

describe('the servers of a file', () => {
  it('stand in its order, each with whether it is on and what is wrong with it', () => {
    const text = file({ b: acme, a: { ...acme, disabled: true }, bad: 7, off: { enabled: false } });
    expect(readServers(text, 'session')).toEqual(
      ok([
        { label: 'b', source: 'session', enabled: true, config: ok(config) },
        { label: 'a', source: 'session', enabled: false, config: ok(config) },
        { label: 'bad', source: 'session', enabled: true, config: err('not an object') },
        { label: 'off', source: 'session', enabled: false, config: err('neither command nor url') },
      ]),
    );
    expect(rawEntry(text, 'b')).toEqual(acme);
    expect(rawEntry(text, 'none')).toBeUndefined();
    expect(rawEntry(text, 'toString')).toBeUndefined();
  });

  it('are none in an empty file, and an error in one that must not be written', () => {
    for (const text of ['', ' \n', emptyServers])
      expect(readServers(text, 'stored')).toEqual(ok([]));
    expect(readServers('{"mcpServers": [', 'stored')).toEqual(
      err(expect.stringMatching(/^it is not valid JSON: .* at line 1, column \d+$/)),
    );
    expect(readServers('[]', 'stored')).toEqual(err('it is not an object'));
    expect(readServers('{"mcpServers": 7}', 'stored')).toEqual(err('mcpServers is not an object'));
    expect(rawEntry('{', 'a')).toBeUndefined();
  });

  it.each<[string, unknown, unknown]>([
    [
      'mcpServers first',
      { mcpServers: { a: 1 }, servers: { b: 1 }, mcp: { servers: { c: 1 } } },
      { a: 1 },
    ],
    ['then servers', { servers: { b: 1 }, mcp: { servers: { c: 1 } } }, { b: 1 }],
    ['then mcp.servers', { mcp: { servers: { c: 1 } } }, { c: 1 }],
    ['none of them', { mcp: 7 }, {}],
  ])('are looked for in %s', (_, value, map) => {
    expect(serverMapOf(value)).toEqual(ok(map));
  });
});

describe('one entry', () => {
  it('of an address whose type nobody wrote is written without one', () => {
    const address = { type: 'http', url: 'https://a.example/mcp', headers: {} } as const;
    expect(entryOf({ ...address, isTypeImplied: true }, undefined)).toEqual({ url: address.url });
    expect(entryOf(address, undefined)).toEqual({ type: 'http', url: address.url });
  });

  it('of a command has what it needs and no more, and keeps what others wrote', () => {
    expect(entryOf(config, undefined)).toEqual(acme);
    expect(entryOf({ ...config, cwd: '/work', env: { A: '1' } }, undefined)).toEqual({
      ...acme,
      cwd: '/work',
      env: { A: '1' },
    });
    const previous = {
      ...{ type: 'http', transport: 'x', transportType: 'x', url: 'u', serverUrl: 'u' },
      ...{ httpUrl: 'u', uri: 'u', headers: {}, http_headers: {}, command: 'old', cmd: 'old' },
      ...{ args: ['old'], cwd: '/old', env: { OLD: '1' }, envs: {}, environment: {} },
      ...{ timeout: 7, disabled: true },
    };
    expect(entryOf(config, previous)).toEqual({ ...acme, timeout: 7, disabled: true });
    expect(entryOf(config, ['no entry'])).toEqual(acme);
  });

  it('of an address names its way, and headers where there are any', () => {
    const address = { type: 'sse', url: 'https://a.example', headers: {} } as const;
    expect(entryOf(address, { timeout: 7, command: 'old' })).toEqual({
      type: 'sse',
      url: 'https://a.example',
      timeout: 7,
    });
    expect(entryOf({ ...address, headers: { A: '1' } }, undefined)).toEqual({
      ...address,
      headers: { A: '1' },
    });
  });
});
