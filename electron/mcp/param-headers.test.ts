import { describe, expect, it } from 'vitest';
import { ParamHeaders } from './param-headers.ts';

const tool = (properties: object) => ({
  tools: [{ name: 'search', inputSchema: { type: 'object', properties } }],
});
const call = (args: object) => ({ name: 'search', arguments: args });

function headersOf(properties: object, args: object) {
  const headers = new ParamHeaders();
  headers.learn(tool(properties));
  return headers.of(call(args));
}

describe('the headers of a call', () => {
  const region = { type: 'string', 'x-mcp-header': 'Region' };

  it('mirror the arguments that the tool says, at any depth', () => {
    const nested = {
      type: 'object',
      properties: { tier: { type: 'integer', 'x-mcp-header': 'T' } },
    };
    expect(
      headersOf(
        { region, nested, free: { type: 'string' } },
        { region: 'eu', nested: { tier: 3 } },
      ),
    ).toEqual({ 'Mcp-Param-Region': 'eu', 'Mcp-Param-T': '3' });
  });
  it.each([
    ['', '=?base64??='],
    [' eu', '=?base64?IGV1?='],
    ['ü', '=?base64?w7w=?='],
    ['a\r\nHost: b', '=?base64?YQ0KSG9zdDogYg==?='],
    ['=?base64?ZXU=?=', '=?base64?PT9iYXNlNjQ/WlhVPT89?='],
    ['a b', 'a b'],
  ])('carry %j so that no other header can come of it', (value, header) => {
    expect(headersOf({ region }, { region: value })).toEqual({ 'Mcp-Param-Region': header });
  });
  it.each([
    ['an absent argument', { region }, {}],
    ['null', { region }, { region: null }],
    ['an inherited one', { toString: region }, {}],
    ['a number that is none of the protocol', { region }, { region: 2 ** 60 }],
    [
      'a name that is no token',
      { region: { type: 'string', 'x-mcp-header': 'A: b\r\nC' } },
      { region: 'eu' },
    ],
    [
      'a type that has no header',
      { region: { type: 'object', 'x-mcp-header': 'R' } },
      { region: {} },
    ],
  ])('leave out %s', (_, properties, args) => {
    expect(headersOf(properties, args) ?? {}).toEqual({});
  });
  it('are none for a tool that no list had, or has no more', () => {
    const headers = new ParamHeaders();
    expect(headers.of(call({ region: 'eu' }))).toBeUndefined();
    headers.learn(tool({ region }));
    headers.learn(tool({}));
    expect(headers.of(call({ region: 'eu' }))).toBeUndefined();
  });
});
