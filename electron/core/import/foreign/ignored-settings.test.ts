import { describe, expect, it } from 'vitest';
import { parsePaste } from '../paste.ts';
import { readServers } from '../servers-document.ts';

const asked = (entry: object): readonly string[] | undefined =>
  parsePaste(JSON.stringify({ mcpServers: { a: entry } })).servers[0]?.asks.map(({ name }) => name);
const inHeader = (value: string) =>
  asked({ url: 'https://a.example/mcp', headers: { Authorization: value } });
const inVariable = (value: string) => asked({ command: 'x', env: { KEY: value } });

describe('a placeholder that no app fills in is a value to enter', () => {
  it.each([
    ['${{ secrets.TOKEN }}', 'secrets.TOKEN'],
    ['Bearer ${{secrets.TOKEN}}', 'secrets.TOKEN'],
    ['{{USER_ID}}', 'USER_ID'],
    ['Bearer <YOUR_TOKEN>', 'YOUR_TOKEN'],
    ['<your api key>', 'your api key'],
    ['$(op read op://vault/item)', 'output of op read op://vault/item'],
    ['Bearer $(cat token)', 'output of cat token'],
    ['%API_KEY%', 'API_KEY'],
    ['$API_KEY', 'API_KEY'],
  ])('%s', (value, name) => {
    expect(inHeader(value)).toEqual([name]);
    expect(inVariable(value)).toEqual([name]);
  });

  it('in an address and in arguments, too', () => {
    expect(asked({ url: 'https://a.example/<YOUR_ID>/mcp?key={{KEY}}' })).toEqual([
      'YOUR_ID',
      'KEY',
    ]);
    expect(asked({ command: 'npx', args: ['--key=<API_KEY>', '%APPDATA%'] })).toEqual([
      'API_KEY',
      'APPDATA',
    ]);
  });

  it.each(['pa$$word', 'a<b>c', '100%', 'x%20y%20z', 'cost $5', '{"a":{"b":1}}', 'p<ABCD>q'])(
    'unless it may be a value: %s',
    (value) => {
      expect(inVariable(value)).toEqual([]);
    },
  );

  it("unless it's code of a shell, which fills it in", () => {
    expect(asked({ command: 'sh', args: ['-c', 'run $(cat token) <INPUT %PATH%'] })).toEqual([]);
    expect(asked({ url: 'https://a.example/%ABCD%20/mcp' })).toEqual([]);
  });
});

describe('a list that is used as it is written', () => {
  const read = (entry: object): string => {
    const list = readServers(JSON.stringify({ mcpServers: { a: entry } }), 'session');
    const config = list.ok ? list.value[0]?.config : undefined;
    return config?.ok === false ? config.error : 'read';
  };

  it.each([
    ['${{ secrets.K }}', '${{ secrets.K }}'],
    ['{{USER_ID}}', '{{USER_ID}}'],
    ['$(cat token)', '$(cat token)'],
    ['Bearer <YOUR_TOKEN>', '<YOUR_TOKEN>'],
    ['$API_KEY', '$API_KEY'],
  ])('refuses %s and names it', (value, text) => {
    const why = `has the placeholder ${text}, which nothing fills in here; enter the value itself`;
    expect(read({ command: 'x', env: { KEY: value } })).toBe(`env.KEY ${why}`);
    expect(read({ url: 'https://a.example', headers: { Authorization: value } })).toBe(
      `headers.Authorization ${why}`,
    );
  });

  it.each(['pa$$word', 'a<b>c', '100%', 'cost $5', '{"a":{"b":1}}'])('takes %s', (value) => {
    expect(read({ command: 'x', env: { KEY: value } })).toBe('read');
    expect(read({ command: 'sh', args: ['-c', 'run $(cat token) {{X}}'] })).toBe('read');
  });
});

describe('a file of another kind', () => {
  it.each([
    ['a server.json of the MCP Registry', { name: 'io.x/y', packages: [{ identifier: 'y' }] }],
    [
      'a server.json of the MCP Registry',
      { $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    ],
    ['the manifest of an MCP bundle', { manifest_version: '0.3', name: 'y', server: {} }],
  ])('is refused as %s', (said, file) => {
    const { servers, problems } = parsePaste(JSON.stringify(file));
    expect(servers).toEqual([]);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(said)]);
  });

  it("is read if it's Amp's settings", () => {
    const file = { 'amp.mcpServers': { a: { command: 'x' } }, 'amp.other': 1 };
    expect(parsePaste(JSON.stringify(file)).servers.map(({ label }) => label)).toEqual(['a']);
  });
});
