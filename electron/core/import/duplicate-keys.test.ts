import { describe, expect, it } from 'vitest';
import { cpuCost } from '../testing/cpu-cost.ts';
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
    expect(problems.at(-1)?.message).toBe('1 more key appears twice in the file.');
  });

  it('cost no more than the text is long, however deep and beside however many servers', () => {
    const twice: DuplicateKey[] = [];
    const depth = 1_000;
    const inner = `{${list(40_000, () => '"k":1')}}`;
    const deep = '{"a":'.repeat(depth) + inner + '}'.repeat(depth);
    expect(cpuCost(() => expect(parseJsonc(deep, twice).ok).toBe(true), 1)).toBeLessThan(2_000);
    expect(twice).toEqual([]);
    const servers = list(10_000, (at) => `"s${at}":{"url":"h"}`);
    const keys = list(20_000, (at) => `"k${at}":1,"k${at}":1`);
    const wide = `{"mcpServers":{${servers}},"x":{${keys}}}`;
    expect(cpuCost(() => expect(wheres(wide)).toHaveLength(1_001), 1)).toBeLessThan(2_000);
  });
});
