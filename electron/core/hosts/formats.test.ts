import { describe, expect, it } from 'vitest';
import { carried } from './entry.ts';
import { entriesOf, putBack, putThrough } from './document.ts';
import { hostOf } from './host.ts';
import type { HostId } from '../../../shared/model/plain.ts';
import { hosts } from './host.ts';

const labels = (id: HostId, text: string): unknown => {
  const entries = entriesOf(text, hostOf(id));
  return entries.ok ? entries.value.map(({ label }) => label) : entries.error;
};

/** The whole file with its entry `a` put through. */
function through(id: HostId, text: string, env: Record<string, string> = {}): string {
  const host = hostOf(id);
  const entries = entriesOf(text, host);
  if (!entries.ok) throw new Error(entries.error);
  const entry = entries.value.find(({ label }) => label === 'a');
  if (entry === undefined) throw new Error('no a');
  const gateway = { command: '/sg', args: ['cli.js'], env, server: 'a', pin: null };
  const change = putThrough(text, host, entry, gateway);
  return change.ok ? change.value.text : `refused: ${change.error}`;
}

/** Eight of eight of eight …, by their names. */
const bomb = [
  'a: &a [x]',
  ...'bcdefgh'.split('').map((key, at) => {
    const before = `*${'abcdefgh'[at]}`;
    return `${key}: &${key} [${Array(8).fill(before).join(', ')}]`;
  }),
].join('\n');

describe('a file of a host', () => {
  it('is known for each host, and nothing else is a host', () => {
    for (const { id } of hosts) expect(hostOf(id).id).toBe(id);
    expect(() => hostOf('other' as HostId)).toThrow('no host other');
  });

  it.each<[HostId, string]>([
    ['cursor', ''],
    ['cursor', ' \n'],
    ['cursor', '[]'],
    ['cursor', '{"mcpServers": 7}'],
    ['cursor', '{"mcpServers": {"a": 7, "b": null, "c": ["x"]}}'],
    ['cursor', '{"other": {"a": {}}}'],
    ['cursor', '{"projects": {"/p": {"mcpServers": {"a": {}}}}}'],
    ['claude-code', '{"projects": 7}'],
    ['claude-code', '{"projects": {"/p": 7}}'],
    ['codex', ''],
    ['codex', 'mcp_servers = 7'],
    ['codex', 'other = 7'],
    ['codex', '[mcp_servers]\na = 7'],
    ['goose', ''],
    ['goose', 'extensions: 7'],
    ['goose', 'extensions: {a: 7, b: null, c: [x]}'],
    ['goose', 'extensions:\n  "": {cmd: x}\n  ? [x]\n  : {cmd: x}'],
  ])('of %s has no server in %j', (id, text) => {
    expect(labels(id, text)).toEqual([]);
  });

  it('has only what stands in it itself, not what every object has', () => {
    expect(labels('cursor', '{"mcpServers": {"a": {}, "__proto__": {}}}')).toEqual([
      ...['a', '__proto__'],
    ]);
  });

  it.each<[string, HostId, string, string | RegExp]>([
    ['no JSON', 'cursor', '{"mcpServers": }', /^it is not valid JSON: .+ at line 1, column 16$/],
    ['no TOML', 'codex', 'a = \n', 'it is not valid TOML: line 1, column 5'],
    [
      'deep TOML',
      'codex',
      `a = ${'['.repeat(20_000)}`,
      /^it is not valid TOML: line 1, column \d+$/,
    ],
    ['no YAML', 'goose', 'a: [\n', /^it is not valid YAML: line \d+, column \d+$/],
    ['a key of YAML twice', 'goose', 'a: 1\na: 2\n', 'it is not valid YAML: line 2, column 1'],
    ['an alias of nothing', 'goose', 'a: *b\n', /^it is not valid YAML: ./],
    ['aliases of aliases', 'goose', bomb, 'it is not valid YAML: it expands too far'],
    ['deep YAML', 'goose', `a: ${'['.repeat(20_000)}`, 'it is not valid YAML: nested too deeply'],
  ])('that cannot be read says where: %s', (_, id, text, wanted) => {
    const said = labels(id, text);
    if (typeof wanted === 'string') expect(said).toBe(wanted);
    else expect(said).toMatch(wanted);
  });

  it('says of which project a server of Claude Code is', () => {
    const servers = { mcpServers: { a: { command: 'x' } } };
    const entries = entriesOf(
      JSON.stringify({ ...servers, projects: { '/p': servers, '/q': servers } }),
      hostOf('claude-code'),
    );
    expect(entries.ok && entries.value.map(({ path, project }) => [project, path])).toEqual([
      ['', ['mcpServers', 'a']],
      ['/p', ['projects', '/p', 'mcpServers', 'a']],
      ['/q', ['projects', '/q', 'mcpServers', 'a']],
    ]);
    for (const [id, text] of [
      ['codex', '[mcp_servers.a]\ncommand = "x"'],
      ['goose', 'extensions:\n  a:\n    cmd: x'],
    ] as const) {
      const other = entriesOf(text, hostOf(id));
      expect(other.ok && other.value).toMatchObject([{ label: 'a', project: '' }]);
    }
  });
});

describe('an entry of a list, or of one of two maps', () => {
  const list = 'mcpServers:\n  - name: a\n    command: x\n';
  it.each<[string, HostId, string, readonly string[] | string]>([
    ['without a name', 'continue', 'mcpServers:\n  - command: x\n', []],
    ['whose name is no text', 'continue', 'mcpServers:\n  - {name: 7, command: x}\n', []],
    ['that is a map after all', 'continue', 'mcpServers:\n  a: {command: x}\n', ['a']],
    [
      'of opencode 1',
      'opencode',
      '{"mcp": {"a": {}, "servers": {"command": ["x"]}}}',
      ['a', 'servers'],
    ],
    ['of opencode 2', 'opencode', '{"mcp": {"timeout": 5, "servers": {"a": {}}}}', ['a']],
    [
      'that turns off a server',
      'opencode',
      '{"mcp": {"servers": {"enabled": false}}}',
      ['servers'],
    ],
    ['of fast-agent', 'fast-agent', 'mcp: {servers: {a: {command: x}}, targets: [7]}', ['a']],
  ])('is read: %s', (_, id, text, wanted) => {
    expect(labels(id, text)).toEqual(wanted);
  });

  it.each<[string, HostId, string, string]>([
    [
      'two of a name',
      'continue',
      `${list}  - {name: a, command: y}\n`,
      'two entries of the list are named "a"',
    ],
    ['an anchor', 'continue', list.replace('- name', '- &x\n    name'), 'it uses anchors'],
    [
      'an alias',
      'fast-agent',
      'e: &e {A: b}\nmcp:\n  servers:\n    a:\n      command: x\n      env: *e\n',
      'it uses anchors',
    ],
    [
      'a key that appears twice',
      'opencode',
      '{"mcp": {"a": {"type": "local", "command": ["x"], "command": ["y"]}}}',
      '"command" appears twice in it',
    ],
    ['a nested list', 'continue', 'mcpServers:\n- - name: a\n- name: a\n  command: x\n', ''],
  ])('is left unchanged where that could touch something else: %s', (_, id, text, problem) => {
    const entries = entriesOf(text, hostOf(id));
    const spans = entries.ok ? entries.value.map(({ span }) => (span.ok ? '' : span.error)) : [];
    expect(spans.length).toBeGreaterThan(0);
    for (const span of spans) expect(span).toContain(problem);
  });

  it('is written in the words of its app, and put back to the byte', () => {
    const env = { SKILLGATE_HOME: '/h' };
    const texts: [HostId, string][] = [
      ['continue', list],
      ['continue', 'mcpServers:\n- command: x # why\n  name: a\n  env: {T: b}'],
      ['continue', 'mcpServers:\r\n  - name: a\r\n    command: x\r\nother: 1\r\n'],
      ['opencode', '{"mcp":{"a":{"type":"remote","url":"https://x.example/","enabled":true}}}'],
      [
        'fast-agent',
        'mcp:\n  servers:\n    a:\n      url: https://x.example/\n      transport: sse\n',
      ],
    ];
    for (const [id, text] of texts) {
      const host = hostOf(id);
      const entries = entriesOf(text, host);
      const [entry] = entries.ok ? entries.value : [];
      if (entry === undefined) throw new Error('no entry');
      const gateway = { command: '/sg', args: ['cli.js'], env, server: 'a', pin: null };
      const change = putThrough(text, host, entry, gateway);
      if (!change.ok) throw new Error(`${id}: ${change.error}`);
      expect(change.value.after, id).toContain(id === 'opencode' ? '"environment"' : 'env:');
      const back = putBack(change.value.text, host, { path: entry.path, ...change.value });
      expect(back.ok && back.value.text).toBe(text);
    }
  });
});

describe('an entry that is put through', () => {
  const env = { SKILLGATE_HOME: '/h "x"', B: '2' };

  it('has the variables of Skillgate, in the words of its host', () => {
    expect(
      JSON.parse(through('cursor', '{"mcpServers": {"a": {"url": "https://x.example/"}}}', env)),
    ).toEqual({
      mcpServers: { a: { command: '/sg', args: ['cli.js', 'gateway', '--server', 'a'], env } },
    });
    expect(through('codex', '[mcp_servers.a]\ncommand = "x"\n', env)).toBe(
      '[mcp_servers.a]\ncommand = "/sg"\nargs = ["cli.js", "gateway", "--server", "a"]\n' +
        'env = { "SKILLGATE_HOME" = "/h \\"x\\"", "B" = "2" }\n',
    );
    expect(
      through('goose', 'extensions:\n  a:\n    type: sse\n    uri: https://x.example/\n', env),
    ).toBe(
      'extensions:\n  a:\n    cmd: "/sg"\n    args: ["cli.js", "gateway", "--server", "a"]\n' +
        '    envs: {"SKILLGATE_HOME":"/h \\"x\\"","B":"2"}\n    type: "stdio"\n',
    );
    expect(through('goose', 'extensions:\n  a: {cmd: x, enabled: true}\n', env)).toBe(
      'extensions:\n  a: {"cmd":"/sg","args":["cli.js","gateway","--server","a"],' +
        '"envs":{"SKILLGATE_HOME":"/h \\"x\\"","B":"2"},"enabled":true}\n',
    );
  });

  it('has no variables where Skillgate needs none', () => {
    for (const [id, text] of [
      ['cursor', '{"mcpServers": {"a": {"command": "x", "env": {"T": "1"}}}}'],
      ['codex', '[mcp_servers.a]\ncommand = "x"\nenv = { T = "1" }\n'],
      ['goose', 'extensions:\n  a:\n    cmd: x\n    envs: {T: "1"}\n'],
      ['goose', 'extensions:\n  a: {cmd: x, envs: {T: "1"}}\n'],
    ] as const)
      expect(through(id, text)).not.toMatch(/env/);
  });

  it.each([
    ['tabs', '\t', '{\n\t"mcpServers": {\n\t\t"a": {\n\t\t\t"command": "x"\n\t\t}\n\t}\n}\n'],
    [
      'four',
      '    ',
      '{\n    "mcpServers": {\n        "a": {\n            "command": "x"\n        }\n    }\n}\n',
    ],
    ['none', '  ', '{"mcpServers": {"a": {"command": "x"}}}'],
  ])('is indented as its file is: %s', (_, step, text) => {
    expect(through('cursor', text)).toContain(
      `\n${step.repeat(3)}"args": [\n${step.repeat(4)}"cli.js"`,
    );
  });

  it.each<[HostId, string]>([
    [
      'cursor',
      '{\r\n  "mcpServers": {\r\n    "a": {\r\n      "command": "x"\r\n    }\r\n  }\r\n}\r\n',
    ],
    ['codex', '[mcp_servers.a]\r\ncommand = "x"\r\n'],
    ['goose', 'extensions:\r\n  a:\r\n    cmd: x\r\n'],
  ])('has the line ends of its file: %s', (id, text) => {
    const after = through(id, text);
    expect(after).not.toMatch(/refused|[^\r]\n/);
    expect(through(id, text.replaceAll('\r', ''))).toBe(after.replaceAll('\r', ''));
  });

  it('may be the end of its file, with and without a line end', () => {
    const args = 'args = ["cli.js", "gateway", "--server", "a"]';
    expect(through('codex', '[mcp_servers.a]\ncommand = "x"')).toBe(
      `[mcp_servers.a]\ncommand = "/sg"\n${args}`,
    );
    expect(through('codex', '[mcp_servers.a]\nurl = "https://x.example/" # why\nx = 1')).toBe(
      `[mcp_servers.a]\ncommand = "/sg"\n${args}\nx = 1`,
    );
    expect(through('goose', 'extensions:\n  a:\n    name: a\n    cmd: x')).toBe(
      'extensions:\n  a:\n    cmd: "/sg"\n    args: ["cli.js", "gateway", "--server", "a"]\n    name: a',
    );
  });

  it('keeps the quotes of a type that was stdio already', () => {
    for (const type of ["'stdio'", '"stdio"'])
      expect(through('codex', `[mcp_servers.a]\ntype = ${type} # t\ncommand = "x"\n`)).toContain(
        `type = ${type} # t\n`,
      );
    expect(through('goose', 'extensions:\n  a:\n    type: stdio\n    cmd: x\n')).toContain(
      '    type: stdio\n',
    );
    expect(through('goose', 'extensions:\n  a:\n    type:\n    cmd: x\n')).toMatch(
      /refused|"stdio"/,
    );
  });

  it.each<[HostId, string, string]>([
    ['codex', '[mcp_servers.a]\nx = 1 # why\ncommand = "x"\n\n[b]\n', 'x = 1 # why\n\n[b]\n'],
    ['codex', '[mcp_servers.a]\nx = 1 # why\ncommand = "x" # b\n', 'x = 1 # why # b\n'],
    ['codex', '[mcp_servers.a]\ncommand = "x"\nx = 1 # why\n', 'x = 1 # why\n'],
    ['goose', 'extensions:\n  a:\n    x: 1 # why\n    cmd: x\nb: 1\n', 'x: 1 # why\nb: 1\n'],
  ])('keeps the comment of what stands last in it then: %s', (id, text, end) => {
    const host = hostOf(id);
    const entries = entriesOf(text, host);
    const [entry] = entries.ok ? entries.value : [];
    if (entry === undefined) throw new Error('no entry');
    const gateway = { command: '/skillgate', args: [], env: {}, server: 'a', pin: null };
    const change = putThrough(text, host, entry, gateway);
    if (!change.ok) throw new Error(change.error);
    const { text: after } = change.value;
    expect(after.endsWith(end), after).toBe(true);
    const replaced = { path: entry.path, ...change.value };
    expect(putBack(after, host, replaced)).toMatchObject({ ok: true, value: { text } });
    // What a person puts behind it since is theirs.
    const more = after.replace(/( # why)/, id === 'goose' ? '$1\n    y: 2' : '$1\ny = 2');
    expect(putBack(more, host, replaced)).toEqual({ ok: false, error: 'changed' });
  });

  it('keeps everything that says nothing of its target', () => {
    const text = [
      ...['[mcp_servers.a]', '"command" = """', 'x', '"""', "list = [ '''", "a''''', 1 ]"],
      ...['env.T = "1"', 'keep.it = { a = "}" } # }', '[mcp_servers.a.tools."b.c"]', 'on = true'],
      ...['[mcp_servers.a.env]', 'T2 = "2"', ''],
    ].filter((line) => line !== 'env.T = "1"');
    expect(through('codex', text.join('\n')).split('\n')).toEqual([
      ...['[mcp_servers.a]', 'command = "/sg"', 'args = ["cli.js", "gateway", "--server", "a"]'],
      ...["list = [ '''", "a''''', 1 ]", 'keep.it = { a = "}" } # }'],
      ...['[mcp_servers.a.tools."b.c"]', 'on = true', ''],
    ]);
  });

  it('of one line of YAML among others is left where it shares its line', () => {
    const text = 'extensions: {a: {cmd: x}, b: {cmd: y}}\n';
    expect(through('goose', text)).toBe(
      'extensions: {a: {"cmd":"/sg","args":["cli.js","gateway","--server","a"]}, b: {cmd: y}}\n',
    );
    expect(through('goose', 'extensions:\n  ? a\n  : cmd: x\n    name: a\n')).toMatch(
      /refused: it does not begin on its own line/,
    );
  });

  it.each([
    ['an alias', 'x: &e {T: "1"}\nextensions:\n  a:\n    cmd: x\n    envs: *e\n'],
    ['a merge', 'x: &e {T: "1"}\nextensions:\n  a:\n    cmd: x\n    <<: *e\n'],
    ['an anchor of its own', 'extensions:\n  a: &a\n    cmd: x\n'],
    ['an anchor of a value', 'extensions:\n  a:\n    cmd: &c x\n'],
    ['an anchor of a map', 'extensions:\n  a:\n    cmd: x\n    envs: &c {T: "1"}\n'],
  ])('of YAML is left where it has %s', (_, text) => {
    expect(through('goose', text)).toBe(
      'refused: it uses anchors (&, * or <<), which tie it to other entries',
    );
  });
});

describe('what an entry says', () => {
  it.each([
    ['gemini', { url: 'https://x.example/a' }, { type: 'sse', url: 'https://x.example/a' }],
    ['gemini', { httpUrl: 'https://x.example/b' }, { type: 'http', url: 'https://x.example/b' }],
    [
      'gemini',
      { url: 'https://x.example/a', httpUrl: 'https://x.example/b' },
      { type: 'http', url: 'https://x.example/b' },
    ],
    ['gemini', { type: 'http', url: 'https://x.example/a' }, { type: 'http' }],
    ['cursor', { url: 'https://x.example/sse?a=1' }, { type: 'sse' }],
    ['windsurf', { serverUrl: 'https://x.example/sse/' }, { type: 'sse' }],
    ['cursor', { url: 'https://x.example/sse-not' }, { type: 'http' }],
    ['vscode', { url: 'https://x.example/sse' }, { type: 'http' }],
    [null, { url: 'https://x.example/sse' }, { type: 'http' }],
  ] as const)('is read as its host reads it: %s %j', (host, entry, config) => {
    expect(carried(entry, host)).toMatchObject({ ok: true, value: { kind: 'server', config } });
  });

  it.each([
    [{ type: 'well-known', url: 'https://x.example/' }, 'it isn’t an MCP server'],
    [{ url: 'ftp://x.example/' }, 'url starts with ftp://, but only http:// and https:// work'],
    [
      { command: 'x', envFile: '.env', oauth: {} },
      'envFile can be filled in only by the app; enter the value itself',
    ],
  ])('is not carried over, with a reason: %j', (entry, error) => {
    expect(carried(entry, null)).toEqual({ ok: false, error });
  });

  it.each([undefined, null, false, '', {}, []])('is carried over where it leaves %j', (oauth) => {
    expect(carried({ command: 'x', oauth }, null)).toMatchObject({
      ok: true,
      value: { kind: 'server', pin: expect.stringMatching(/^sha256:/) },
    });
  });
  it.each([true, 'x', 0, 1, { a: 1 }, ['a']])('is not carried over where it has %j', (oauth) => {
    expect(carried({ command: 'x', oauth }, null).ok).toBe(false);
  });
});
