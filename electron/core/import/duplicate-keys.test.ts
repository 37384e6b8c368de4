import { describe, expect, it } from 'vitest';
import { parseJsonc, type DuplicateKey } from './jsonc.ts';
import { parsePaste } from './paste.ts';

const list = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(',');
const wheres = (text: string): string[] => parsePaste(text).problems.map(({ where }) => where);

describe('duplicate keys', () => {
  it('are reported once each, only for servers and on the path to them', () => {
    const text = `{"mcpServers":{},"mcpServers":{"a":{"command":"x","env":{"K":"1","K":"2","K":"3"}}},"z":{"q":1,"q":2}}`;
    expect(wheres(text)).toEqual(['mcpServers', 'mcpServers.a.env.K']);
  });

  it('of a server are reported however many others precede them', () => {
    const others = `"o":{${list(5_000, (at) => `"k${at}":1,"k${at}":2`)}}`;
    expect(wheres(`{${others},"mcpServers":{"a":{"command":"x","command":"y"}}}`)).toEqual([
      'mcpServers.a.command',
    ]);
  });

  it('are counted if there are too many to report', () => {
    const env = list(1_001, (at) => `"k${at}":"1","k${at}":"2"`);
    const { problems } = parsePaste(`{"mcpServers":{"a":{"command":"x","env":{${env}}}}}`);
    expect(problems).toHaveLength(1_001);
    expect(problems.at(-1)?.message).toBe('1 more keys appear twice in the file.');
  });

  it('cost no more than the text is long, however deep and beside however many servers', () => {
    const started = performance.now();
    const twice: DuplicateKey[] = [];
    const depth = 1_000;
    const inner = `{${list(40_000, () => '"k":1')}}`;
    expect(parseJsonc('{"a":'.repeat(depth) + inner + '}'.repeat(depth), twice).ok).toBe(true);
    expect(twice).toEqual([]);
    const servers = list(10_000, (at) => `"s${at}":{"url":"h"}`);
    const keys = list(20_000, (at) => `"k${at}":1,"k${at}":1`);
    expect(wheres(`{"mcpServers":{${servers}},"x":{${keys}}}`)).toHaveLength(1_001);
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});
