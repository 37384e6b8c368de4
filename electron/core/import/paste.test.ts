import { describe, expect, it } from 'vitest';
import type { ServerConfig } from '../server-config.ts';
import { parsePaste } from './paste.ts';

const npx: ServerConfig = { type: 'stdio', command: 'npx', args: ['-y', '@acme/mcp'], env: {} };
const web: ServerConfig = { type: 'http', url: 'https://mcp.acme.example/mcp', headers: {} };
const entry = '{"command": "npx", "args": ["-y", "@acme/mcp"]}';

function configs(text: string): readonly (readonly [string, ServerConfig])[] {
  return parsePaste(text).servers.map(({ label, config }) => [label, config]);
}

describe('pasted configuration', () => {
  it.each<readonly [string, string, readonly (readonly [string, ServerConfig])[]]>([
    ['Claude and Cursor: mcpServers', `{"mcpServers": {"acme": ${entry}}}`, [['acme', npx]]],
    [
      'VS Code mcp.json: servers',
      `{"inputs": [], "servers": {"acme": {"type": "stdio", "command": "npx", "args": ["-y", "@acme/mcp"]}}}`,
      [['acme', npx]],
    ],
    [
      'VS Code settings: mcp.servers',
      `{"editor.tabSize": 2, "mcp": {"servers": {"acme": ${entry}}}}`,
      [['acme', npx]],
    ],
    ['VS Code settings: one dotted key', `{"mcp.servers": {"acme": ${entry}}}`, [['acme', npx]]],
    [
      'our own, with a time to start',
      `{"mcpServers": {"acme": {"startTimeout": 120, ${entry.slice(1)}}}`,
      [['acme', { ...npx, startTimeout: 120 }]],
    ],
    [
      'bare labels',
      `{"acme": ${entry}, "web": {"url": "https://mcp.acme.example/mcp"}}`,
      [
        ['acme', npx],
        ['web', web],
      ],
    ],
    ['labels without braces', `"acme": ${entry},`, [['acme', npx]]],
    ['one server without a label, npx', entry, [['mcp', npx]]],
    [
      'one server without a label, address',
      '{"url": "https://mcp.acme.example/mcp"}',
      [['acme.example', web]],
    ],
    ['one server with a name', `{"name": "acme", ${entry.slice(1)}`, [['acme', npx]]],
    [
      'a list',
      `[${entry}, {"url": "https://mcp.acme.example/mcp", "name": "web"}]`,
      [
        ['mcp', npx],
        ['web', web],
      ],
    ],
    [
      'comments and trailing commas',
      `// mine\n{"mcpServers": {/* one */ "acme": {"command": "npx", "args": ["-y", "@acme/mcp",],},},}`,
      [['acme', npx]],
    ],
    ['a byte order mark', `\uFEFF{"mcpServers": {"acme": ${entry}}}`, [['acme', npx]]],
    [
      'Windsurf: serverUrl',
      '{"mcpServers": {"web": {"serverUrl": "https://mcp.acme.example/mcp"}}}',
      [['web', web]],
    ],
    [
      'Gemini CLI: httpUrl',
      '{"theme": "x", "mcpServers": {"web": {"httpUrl": "https://mcp.acme.example/mcp"}}}',
      [['web', web]],
    ],
    [
      'sse',
      '{"mcpServers": {"web": {"type": "sse", "url": "https://mcp.acme.example/mcp"}}}',
      [['web', { ...web, type: 'sse' }]],
    ],
    [
      'streamable-http',
      '{"mcpServers": {"web": {"type": "streamable-http", "url": "https://mcp.acme.example/mcp"}}}',
      [['web', web]],
    ],
    [
      'Claude Code: projects',
      `{"projects": {"/work": {"mcpServers": {"acme": ${entry}}}}}`,
      [['acme', npx]],
    ],
    [
      'Codex: TOML',
      '[mcp_servers.acme]\ncommand = "npx"\nargs = ["-y", "@acme/mcp"]\n',
      [['acme', npx]],
    ],
    [
      'numbers in env',
      '{"a": {"command": "x", "env": {"PORT": 8080, "ON": true}}}',
      [['a', { type: 'stdio', command: 'x', args: [], env: { PORT: '8080', ON: 'true' } }]],
    ],
    [
      'one label twice in different places',
      `{"mcpServers": {"a": ${entry}}, "servers": {"a": {"url": "https://mcp.acme.example/mcp"}}}`,
      [
        ['a', npx],
        ['a-2', web],
      ],
    ],
    [
      'the same server in two places',
      `{"mcpServers": {"a": ${entry}}, "servers": {"a": ${entry}}}`,
      [['a', npx]],
    ],
    [
      'a shell whose argument has its own variables',
      '{"a": {"command": "/bin/sh", "args": ["-c", "echo ${HOME}"]}}',
      [['a', { type: 'stdio', command: '/bin/sh', args: ['-c', 'echo ${HOME}'], env: {} }]],
    ],
  ])('is understood: %s', (_, text, expected) => {
    expect(configs(text)).toEqual(expected);
    expect(parsePaste(text).problems).toEqual([]);
  });

  it.each<readonly [string, string, string, string]>([
    [
      'neither command nor url',
      '{"mcpServers": {"a": {}}}',
      'mcpServers.a',
      'neither command nor url',
    ],
    ['no object', '{"mcpServers": {"a": "npx"}}', 'mcpServers.a', 'not an object'],
    [
      'args as text',
      '{"mcpServers": {"a": {"command": "x", "args": "-y"}}}',
      'mcpServers.a',
      'args is not a list',
    ],
    [
      'an unknown type',
      '{"mcpServers": {"a": {"type": "carrier-pigeon", "url": "x"}}}',
      'mcpServers.a',
      'carrier-pigeon',
    ],
    [
      'a file address',
      '{"mcpServers": {"a": {"url": "file:///etc/passwd"}}}',
      'mcpServers.a',
      'url starts with file://, but only http:// and https:// work',
    ],
    ...[
      String.raw`https://evil.example\\@good.example/`,
      String.raw`https:\\\\evil.example`,
      String.raw`https://evil.example\t@good.example/`,
      String.raw`https://e\nvil.example/`,
      'https:ada:pw@evil.example/',
      'https:///evil.example/',
    ].map((url): [string, string, string, string] => [
      `an address that a person and a program read differently: ${url}`,
      `{"mcpServers": {"a": {"url": "${url}"}}}`,
      'mcpServers.a',
      'not an http or https address',
    ]),
    [
      'a header with a line break',
      '{"mcpServers": {"a": {"url": "https://x.example", "headers": {"A": "x\\r\\nB: y"}}}}',
      'mcpServers.a',
      'sent as a header',
    ],
    ['a null character', '{"mcpServers": {"a": {"command": "x\\u0000y"}}}', 'mcpServers.a', 'null'],
    [
      'half a character',
      '{"mcpServers": {"a": {"command": "x", "args": ["\\ud800"]}}}',
      'mcpServers.a',
      'half a character',
    ],
    [
      'an env value that is an object',
      '{"mcpServers": {"a": {"command": "x", "env": {"A": {}}}}}',
      'mcpServers.a',
      'env.A is not text',
    ],
    [
      'broken JSON, with its place',
      '{"mcpServers": {\n  "a": {"command" "x"}\n}}',
      '',
      'line 2, column 19',
    ],
    ['text that is no JSON', 'npx -y @acme/mcp', '', 'not valid JSON'],
    ['broken TOML, with its place', '[mcp_servers.a]\ncommand = \n', '', 'not valid TOML: line 2'],
    ['broken YAML, with its place', 'extensions:\n  a: [x\n', '', 'not valid YAML: line'],
    ['nothing', '  \n', '', 'nothing to read'],
    ['JSON without servers', '{"theme": "dark"}', '', 'No MCP servers found'],
    ['a number', '42', '', 'No MCP servers found'],
    ['more than 1 MiB', ' '.repeat(1024 * 1024 + 1), '', 'larger than 1 MiB'],
    ['endless nesting', '['.repeat(500_000), '', ''],
    [
      'a YAML alias bomb',
      `extensions:\n  a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
        .split('')
        .map(
          (key, index) => `  ${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`,
        )
        .join('\n')}\n`,
      '',
      'not valid YAML',
    ],
  ])('is refused with where and why: %s', (_, text, where, message) => {
    const { servers, problems } = parsePaste(text);
    expect(servers).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.where).toBe(where);
    expect(problems[0]?.message).toContain(message);
  });

  it('takes goose’s servers, and says which of its extensions are none', () => {
    const text =
      'GOOSE_MODEL: x\nextensions:\n  developer:\n    type: builtin\n    name: developer\n  acme:\n    type: stdio\n    cmd: npx\n    args: [-y, "@acme/mcp"]\n    envs: {}\n  web:\n    type: streamable_http\n    uri: https://mcp.acme.example/mcp\n';
    expect(configs(text)).toEqual([
      ['acme', npx],
      ['web', web],
    ]);
    expect(parsePaste(text).problems).toEqual([
      {
        where: 'extensions.developer',
        message: 'not imported: type builtin is part of goose, not a server',
      },
    ]);
  });

  it.each([
    ['a VS Code input', { command: 'x', env: { T: '${input:token}' } }, 'input:token', 'env.T'],
    ['a part of an address', { url: '${input:url}/mcp' }, 'input:url', 'url'],
    [
      'one with a default',
      { url: 'https://x.example', headers: { Authorization: 'Bearer ${TOKEN:-none}' } },
      'TOKEN',
      'headers.Authorization',
    ],
  ])('asks for what is left open: %s', (_, server, name, field) => {
    const { servers, problems } = parsePaste(JSON.stringify({ mcpServers: { a: server } }));
    expect(problems).toEqual([]);
    expect(servers.map(({ asks }) => asks)).toMatchObject([[{ name, fields: [field] }]]);
  });

  it('keeps the good servers beside a bad one', () => {
    const { servers, problems } = parsePaste(`{"mcpServers": {"good": ${entry}, "bad": {}}}`);
    expect(servers.map(({ label }) => label)).toEqual(['good']);
    expect(problems.map(({ where }) => where)).toEqual(['mcpServers.bad']);
  });

  it.each<readonly [string, string, string]>([
    ['hidden characters', 'a\u202Ecme\u200b', 'acme'],
    ['fillers that draw nothing', 'ac\u3164me\u2800\u115f', 'acme'],
    ['a letter of another script in a word', '\u0430cme', '\\u{0430}cme'],
    ['signs that imitate the app', '✓ approved · acme', 'approved acme'],
    ['marks that close a quotation', 'acme” is approved “', 'acme is approved'],
    ['nothing but signs', '✓✓', 'acme.example'],
  ])('takes no label at its word that has %s, and says so', (_, label, expected) => {
    const { servers, problems } = parsePaste(
      `{"mcpServers": {${JSON.stringify(label)}: {"url": "https://mcp.acme.example/mcp"}}}`,
    );
    expect(servers.map((server) => server.label)).toEqual([expected]);
    expect(problems.map(({ message }) => message)).toEqual([
      `It’s called ${expected} here: a label can contain only letters, digits and plain punctuation.`,
    ]);
  });

  it.each(['Мой сервер', '社内サーバー', 'שרת', "serveur d'été", 'acme (test) #2'])(
    'keeps an ordinary label of any language: %s',
    (label) => {
      const { servers, problems } = parsePaste(`{${JSON.stringify(label)}: ${entry}}`);
      expect(servers.map((server) => server.label)).toEqual([label]);
      expect(problems).toEqual([]);
    },
  );

  it('says when the other program had a server switched off', () => {
    const { servers } = parsePaste(
      '{"mcpServers": {"a": {"command": "x", "disabled": true}, "b": {"command": "x", "enabled": false}, "c": {"command": "x"}}}',
    );
    expect(servers.map(({ enabled }) => enabled)).toEqual([false, false, true]);
  });

  it('gives the entry as it was written', () => {
    expect(
      parsePaste('{"a": {"command": "x", "alwaysAllow": ["y"]}}').servers[0]?.original,
    ).toEqual({ command: 'x', alwaysAllow: ['y'] });
  });

  it('lets no label reach a prototype', () => {
    const { servers } = parsePaste(`{"mcpServers": {"__proto__": ${entry}}}`);
    expect(servers.map(({ label }) => label)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['command']).toBeUndefined();
  });

  it('never repeats a secret in what it says', () => {
    const { problems } = parsePaste(
      '{"a": {"command": "x", "args": [1], "env": {"T": "hunter2-secret"}}}',
    );
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });
});

describe('where a paste has its servers', () => {
  const where = (value: object) =>
    parsePaste(JSON.stringify(value)).problems.map((one) => one.where);
  const bad = { x: { command: 7 } };

  it.each<[object, string[]]>([
    [{ mcpServers: bad }, ['mcpServers.x']],
    [{ mcp: { servers: bad, mcpServers: bad } }, ['mcp.servers.x', 'mcp.mcpServers.x']],
    [{ 'mcp.servers': bad }, ['mcp.servers.x']],
    [{ mcpServers: [{ command: 7 }] }, ['mcpServers[0]']],
    [{ projects: { '/p': { mcpServers: bad } } }, ['projects["/p"].mcpServers.x']],
  ])('is said of what cannot be taken: %j', (value, places) => {
    expect(where(value)).toEqual(places);
  });

  it('is each of them, and a bare map only where one of it looks like a server', () => {
    const acme = { command: 'acme' };
    expect(configs(JSON.stringify({ a: acme, b: { other: 1 } })).map(([label]) => label)).toEqual([
      'a',
    ]);
    expect(configs(JSON.stringify({ mcp: { mcpServers: { a: acme } } }))).toHaveLength(1);
    expect(
      configs(
        JSON.stringify([
          { ...acme, name: 'named' },
          { label: 'other', url: 'x' },
        ]),
      ),
    ).toEqual([['named', { type: 'stdio', command: 'acme', args: [], env: {} }]]);
  });

  it('is looked at up to a thousand', () => {
    const many = Object.fromEntries(
      Array.from({ length: 1_001 }, (_, at) => [`s${at}`, { command: `c${at}` }]),
    );
    const { servers, problems } = parsePaste(JSON.stringify({ mcpServers: many }));
    expect(servers).toHaveLength(1_000);
    expect(problems).toEqual([
      { where: '', message: 'Only the first 1000 of 1001 servers were read.' },
    ]);
  });
});
