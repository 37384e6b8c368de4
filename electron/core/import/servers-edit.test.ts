import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import type { ServerConfig } from '../server-config.ts';
import {
  enableServer,
  putServer,
  removeServer,
  renameServer,
  emptyServers,
  rawEntry,
  readServers,
  serversIn,
} from './servers-document.ts';

const x: ServerConfig = { type: 'stdio', command: 'x', args: [], env: {} };
const edited = (result: ReturnType<typeof putServer>): string => {
  if (!result.ok) throw new Error(result.error);
  return result.value;
};
const labels = (text: string): string[] => {
  const map = serversIn(text);
  return map.ok ? Object.keys(map.value) : ['none'];
};

describe('a server of a text', () => {
  const commented = `{
  // mine
  "mcpServers": {
    "a": { "command": "a" }, // first
    "b": { "command": "b" },
  },
  "other": true
}
`;

  it('is put, renamed and taken out with the rest of the text as it was', () => {
    expect(edited(putServer(emptyServers, 'a', x))).toBe(
      '{\n  "mcpServers": {\n    "a": {\n      "command": "x",\n      "args": []\n    }\n  }\n}\n',
    );
    const put = edited(putServer(commented, 'a', x));
    expect(put).toContain('// mine');
    expect(put).toContain('// first');
    expect(rawEntry(put, 'a')).toEqual({ command: 'x', args: [] });
    expect(edited(renameServer(commented, 'a', 'a "b"'))).toBe(
      commented.replace('"a": {', String.raw`"a \"b\"": {`),
    );
    const removed = edited(removeServer(commented, 'b'));
    expect(rawEntry(removed, 'b')).toBeUndefined();
    expect(removed).toContain('"other": true');
    expect(renameServer(commented, 'none', 'y')).toEqual(err('unclear'));
  });

  it('is switched off by one key, and on by none, and keeps what a person wrote into it', () => {
    const text = `{"mcpServers": {"a": {
      // why it is there
      "command": "a", "enabled": false, "disabled": true}}}`;
    const on = edited(enableServer(text, 'a', true));
    expect([rawEntry(on, 'a'), on]).toEqual([{ command: 'a' }, expect.stringContaining('// why')]);
    expect(rawEntry(edited(enableServer(text, 'a', false)), 'a')).toEqual({
      command: 'a',
      disabled: true,
    });
    expect(enableServer('{"mcpServers": {"a": 7}}', 'a', false)).toEqual(err('unclear'));
  });

  it.each([
    ['servers', (map: object) => ({ servers: map })],
    ['mcp.servers', (map: object) => ({ mcp: { inputs: [], servers: map } })],
    ['mcpServers beside servers', (map: object) => ({ servers: { z: 1 }, mcpServers: map })],
  ])('is edited where the servers of the file are: %s', (_, file) => {
    const text = JSON.stringify(file({ a: { command: 'a' }, b: { command: 'b' } }));
    expect(labels(edited(putServer(text, 'c', x)))).toEqual(['a', 'b', 'c']);
    expect(rawEntry(edited(putServer(text, 'a', x)), 'a')).toEqual({ command: 'x', args: [] });
    expect(labels(edited(renameServer(text, 'a', 'c')))).toEqual(['c', 'b']);
    expect(labels(edited(removeServer(text, 'a')))).toEqual(['b']);
    const off = edited(enableServer(text, 'b', false));
    expect([labels(off), rawEntry(off, 'b')]).toEqual([
      ['a', 'b'],
      { command: 'b', disabled: true },
    ]);
  });

  it.each(['{"mcp": 7}', '{"mcpServers": null, "other": 1}', '{}'])(
    'is put into a file that has no place for one: %s',
    (text) => {
      const put = edited(putServer(text, 'a', x));
      expect(labels(put)).toEqual(['a']);
      expect(JSON.parse(put)).toMatchObject({ ...JSON.parse(text), mcpServers: {} });
    },
  );
});

describe('a duplicate label', () => {
  const twice = `{
  "mcpServers": {"a": {"command": "of the map that does not count"}},
  "mcpServers": {
    "a": {"command": "first"},
    "b": {"command": "b"},
    "a": {"command": "second", "disabled": true, "disabled": true}
  }
}`;

  it('is edited where it counts, and all else stays', () => {
    for (const text of [
      edited(putServer(twice, 'a', x)),
      edited(enableServer(twice, 'a', true)),
      edited(removeServer(twice, 'b')),
    ])
      expect(text).toMatch(/of the map that does not count[^]*"first"/);
    expect(rawEntry(edited(putServer(twice, 'a', x)), 'a')).toEqual({
      command: 'x',
      args: [],
      disabled: true,
    });
    expect(rawEntry(edited(enableServer(twice, 'a', true)), 'a')).toEqual({ command: 'second' });
    expect(edited(putServer(twice, 'c', x))).not.toMatch(/[\uE000-\uF8FF]/);
  });

  it('is removed whole: an earlier one would be a server again', () => {
    const removed = edited(removeServer(twice, 'a'));
    expect(labels(removed)).toEqual(['b']);
    expect(removed).toContain('of the map that does not count');
    expect(removed).not.toMatch(/first|second/);
  });

  it('is not renamed: an earlier one would be a server again', () => {
    expect(renameServer(twice, 'a', 'c')).toEqual(err('unclear'));
    expect(labels(edited(renameServer(twice, 'b', 'c')))).toEqual(['a', 'c']);
  });
});

describe('the time to start of a server', () => {
  const address: ServerConfig = { type: 'http', url: 'https://a.example', headers: {} };

  it.each([
    { ...x, startTimeout: 120 },
    { ...address, startTimeout: 5 },
  ])('is there when the text is read again, and gone when it is taken back ($type)', (config) => {
    const text = edited(putServer(emptyServers, 'a', config));
    expect(readServers(text, 'stored')).toMatchObject({ value: [{ config: ok(config) }] });
    const off = edited(enableServer(text, 'a', false));
    expect(rawEntry(off, 'a')).toMatchObject({ startTimeout: config.startTimeout });
    const { startTimeout: _, ...without } = config;
    const again = edited(putServer(text, 'a', without as ServerConfig));
    expect(rawEntry(again, 'a')).not.toHaveProperty('startTimeout');
  });

  it('that cannot be is refused in words, and stays as it stands beside a change', () => {
    const bad = { command: 'x', startTimeout: 'soon', theirs: 1 };
    const text = JSON.stringify({ mcpServers: { bad } });
    expect(readServers(text, 'stored')).toMatchObject({
      value: [{ config: err('startTimeout is not a whole number of seconds from 1 to 600') }],
    });
    const more = edited(removeServer(edited(putServer(text, 'a', x)), 'a'));
    expect(rawEntry(more, 'bad')).toEqual(bad);
  });
});
