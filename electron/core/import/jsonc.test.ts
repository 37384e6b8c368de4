import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../shared/result.ts';
import { parseConfiguration } from './paste.ts';
import { parseJsonc } from './jsonc.ts';

describe('JSON with comments', () => {
  it('is read with comments, trailing commas and a byte order mark', () => {
    expect(parseJsonc('\uFEFF{"b": [1, null, true,], // x\n "a": "y",}')).toEqual(
      ok({ b: [1, null, true], a: 'y' }),
    );
    expect(parseJsonc('7')).toEqual(ok(7));
  });

  it.each([
    ['', 'value expected at line 1, column 1'],
    ['// only', 'value expected at line 1, column 8'],
    ['{"a": }', 'value expected at line 1, column 7'],
    ['{\n  "a": 1 "b"', 'comma expected at line 2, column 10'],
    ['{"a": nonsense}', 'unexpected text at line 1, column 7'],
    ['{"a"', 'colon expected at line 1, column 5'],
  ])('reports what is wrong and where: %j', (text, message) => {
    expect(parseJsonc(text)).toEqual(err(message));
  });

  it('gives no way to a prototype', () => {
    const read = parseJsonc('{"__proto__": {"evil": 1}}');
    const value = read.ok ? (read.value as object) : {};
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('evil' in value).toBe(false);
  });

  it('nested too deeply is not read', () => {
    expect(parseJsonc('['.repeat(200_000))).toEqual(err('nested too deeply'));
  });
});

describe('a configuration', () => {
  it.each<[string, string, unknown]>([
    ['JSON', ' \n{"a": 1}', { a: 1 }],
    ['a fragment of JSON', '"a": {"command": "x"},', { a: { command: 'x' } }],
    ['TOML', '[mcp_servers.a]\ncommand = "x"', { mcp_servers: { a: { command: 'x' } } }],
    [
      'TOML with a table of all',
      '\uFEFF# x\n [ "mcp_servers" ]\n a = 1',
      { mcp_servers: { a: 1 } },
    ],
    ['YAML', 'extensions:\n  a:\n    cmd: x\n', { extensions: { a: { cmd: 'x' } } }],
    ['YAML after other keys', 'x: 1\nmcpServers :\n  a: 1\n', { x: 1, mcpServers: { a: 1 } }],
    ['YAML of servers', 'servers:\n  a: 1\n', { servers: { a: 1 } }],
  ])('is read as %s', (_, text, value) => {
    expect(parseConfiguration(text)).toEqual(ok(value));
  });

  it.each([
    ['', 'nothing to read'],
    ['\uFEFF \n', 'nothing to read'],
    ['{"a"', 'This is not valid JSON: colon expected at line 1, column 5.'],
    ['"a": {', expect.stringMatching(/^This is not valid JSON: /)],
    ['other:\n  servers: 1', expect.stringMatching(/^This is not valid JSON: /)],
    ['{"servers": 1, "x"', expect.stringMatching(/^This is not valid JSON: /)],
    ['[mcp_servers.a]\ncommand = ', 'This is not valid TOML: line 2, column 11.'],
    ['servers:\n  a: 1\n  a: 2\n', 'This is not valid YAML: line 3, column 3.'],
    ['servers: [', expect.stringMatching(/^This is not valid YAML: line 1, column /)],
  ])('that cannot be read says why and where: %j', (text, message) => {
    expect(parseConfiguration(text)).toEqual(err(message));
  });

  it('that grows without end is not read', () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...'bcdefghi'
        .split('')
        .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(', ')}]`),
      'servers: *i',
    ].join('\n');
    expect(parseConfiguration(`servers:\n  x: 1\n${bomb.replace('servers: *i', 'z: *i')}`)).toEqual(
      err('This is not valid YAML: it expands too far.'),
    );
  });
});
