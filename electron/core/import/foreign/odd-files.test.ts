import { describe, expect, it } from 'vitest';
import { readFrom } from '../paste.ts';
import type { HostId } from '../../../../shared/model/plain.ts';
import { nowhere } from './missing-values.ts';
import { fixture, originOf, said } from './testing/said.ts';

const read = (text: string, program: HostId = 'cursor') => readFrom(text, { ...nowhere, program });
const names = [
  'claude-desktop.jsonc',
  'claude-code-user.jsonc',
  'vscode-user.jsonc',
  'codex.toml',
  'goose.yaml',
  'opencode.jsonc',
  'zed.jsonc',
];

describe('a file of another program', () => {
  it.each(names)(
    'says the same with a byte order mark and ends of lines of Windows: %s',
    (name) => {
      const text = fixture(name);
      expect(said(name, `\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(said(name));
    },
  );

  it('whose text of Windows has its folders with their sign', () => {
    const origin = { home: 'C:\\Users\\ada', folder: 'C:\\w\\shop', windows: true };
    const name = 'vscode-workspace.jsonc';
    expect(said(name, fixture(name), originOf(name, origin))[0]).toBe(
      String.raw`local: stdio {"command":"C:\\w\\shop/bin/serve","args":["--name","shop","--theme","\${config:workbench.colorTheme}"],"cwd":"C:\\w\\shop\\data","env":{}}`.replace(
        '\\$',
        '$',
      ),
    );
  });

  it('of Claude Code says what is off in some of its projects alone', () => {
    const { servers, problems } = read(
      JSON.stringify({
        mcpServers: { acme: { command: 'x' } },
        projects: {
          '/p': {
            mcpServers: { own: { command: 'y' } },
            disabledMcpServers: ['acme', 'own', 'elsewhere'],
            disabledMcpjsonServers: ['team'],
          },
          '/q': { disabledMcpServers: [], disabledMcpjsonServers: 'no list' },
        },
      }),
      'claude-code',
    );
    expect(servers.map(({ label, enabled }) => [label, enabled])).toEqual([
      ['acme', true],
      ['own', false],
    ]);
    expect(problems).toEqual([
      {
        where: 'projects["/p"].disabledMcpServers',
        message: expect.stringMatching(/^Not imported: acme is off in this project only/),
      },
      {
        where: 'projects["/p"].disabledMcpjsonServers',
        message: expect.stringMatching(
          /^Not checked: elsewhere, team comes from this project's own file/,
        ),
      },
    ]);
  });

  it('with a duplicate key uses the last one, like its program, and reports it', () => {
    const { servers, problems } = read(`{
      "mcpServers": { "hidden": { "command": "first" } },
      "other": { "a": 1, "a": 2 },
      "mcpServers": { "acme": { "command": "one", "command": "two" }, "b": { "command": "b" } }
    }`);
    expect(servers.map(({ config }) => config.type === 'stdio' && config.command)).toEqual([
      'two',
      'b',
    ]);
    expect(problems).toEqual([
      {
        where: 'mcpServers',
        message: 'It appears twice in the file. The last one counts; the others weren’t imported.',
      },
      {
        where: 'mcpServers.acme.command',
        message: 'It appears twice in the file. The last one counts; the others weren’t imported.',
      },
    ]);
  });

  it.each([
    ['codex', '[mcp_servers.a]\ncommand = "a"\ncommand = "b"\n', 'This is not valid TOML: line 3'],
    ['goose', 'extensions:\n  a: {cmd: a}\n  a: {cmd: b}\n', 'This is not valid YAML: line 3'],
  ] as const)(
    'of %s with a duplicate key is not read, as in its program',
    (program, text, message) => {
      expect(read(text, program).problems.map((one) => one.message)).toEqual([
        expect.stringContaining(message),
      ]);
    },
  );

  it('is read with a history of 5 MB in it', () => {
    const history = Array.from({ length: 50_000 }, (_, at) => ({
      display: `${at} `.padEnd(90, 'x'),
    }));
    const text = JSON.stringify({ history, mcpServers: { acme: { command: 'acme' } } });
    expect(text.length).toBeGreaterThan(5_000_000);
    expect(read(text, 'claude-code').servers.map(({ label }) => label)).toEqual(['acme']);
  });

  it.each(['[', '{"a":', '{"mcpServers":{"a":'])(
    'that nests without end is refused: %s',
    (open) => {
      const { servers, problems } = read(open.repeat(100_000));
      expect(servers).toEqual([]);
      expect(problems).toHaveLength(1);
      expect(problems[0]?.message).toContain('This is not valid JSON');
    },
  );

  it.each<[object, string]>([
    [{ command: 'a', args: 'b' }, 'args is not a list of texts'],
    [{ command: 'a', env: [] }, 'env is not an object'],
    [{ command: 7 }, 'command is missing or not text'],
    [{ type: 'local' }, 'command is missing or not text'],
    [{ type: 'local', command: [] }, 'command is missing or not text'],
    [{ type: [], command: 'a' }, 'type is not text'],
    [{ url: {} }, 'url is missing or not text'],
    [{ url: 'https://a.example', headers: 'x' }, 'headers is not an object'],
    [
      { url: 'https://a.example', oauth: { clientSecret: 's' } },
      'oauth has a clientSecret but no clientId',
    ],
    [{ type: 'ws', url: 'wss://a.example' }, 'type "ws" is not stdio, http, sse or well-known'],
    [[], 'not an object'],
  ])('with a value of the wrong type says which: %j', (entry, message) => {
    const text = JSON.stringify({ mcpServers: { bad: entry, good: { command: 'g' } } });
    const { servers, problems } = read(text);
    expect(servers.map(({ label }) => label)).toEqual(['good']);
    expect(problems).toEqual([{ where: 'mcpServers.bad', message }]);
  });

  it.each([
    { command: 'a', args: null, env: null, cwd: null, url: null },
    { type: 'local', command: ['a'] },
    { type: 'stdio', command: 'a', headers: {}, alwaysAllow: [], disabled: false },
  ])('with nulls and nothing in it is a server: %j', (entry) => {
    const { servers, problems } = read(JSON.stringify({ mcpServers: { a: entry } }));
    expect(servers.map(({ config, left }) => [config, left])).toEqual([
      [{ type: 'stdio', command: 'a', args: [], env: {} }, []],
    ]);
    expect(problems).toEqual([]);
  });

  it('names whatever key it does not know, and never its value', () => {
    const text = JSON.stringify({
      mcpServers: {
        a: { command: 'a', url: 'https://x.example/?key=hunter2-secret', token: 'hunter2-secret' },
        b: { url: 'https://x.example', env: { KEY: 'hunter2-secret' }, envs: {}, auth: true },
      },
    });
    const { servers } = read(text);
    expect(servers.map(({ left }) => left)).toEqual([
      ['url (a command has none)', 'token (Skillgate doesn’t recognize it)'],
      ['env (an address has none)', 'auth (Skillgate signs in when the server asks)'],
    ]);
  });

  it('lets no label and no key reach a prototype', () => {
    const { servers } = read(
      '{"mcpServers": {"__proto__": {"command": "a", "__proto__": {"x": 1}}}}',
    );
    expect(servers.map(({ label }) => label)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['command']).toBeUndefined();
  });

  it('that has no place for servers is told from one that has none in it', () => {
    expect(read('{"theme": "dark"}', 'gemini')).toMatchObject({ servers: [], hasPlace: false });
    expect(read('{"mcpServers": {}}', 'gemini')).toMatchObject({ servers: [], hasPlace: true });
    expect(read('GOOSE_MODEL: x\n', 'goose')).toMatchObject({ problems: [], hasPlace: false });
    expect(read('', 'codex')).toMatchObject({ problems: [], hasPlace: false });
  });

  it('of Gemini CLI has only its allowed servers switched on', () => {
    const servers = { a: { command: 'a' }, b: { command: 'b' } };
    const text = JSON.stringify({ mcp: { allowed: ['b'] }, mcpServers: servers });
    expect(read(text, 'gemini').servers.map(({ enabled }) => enabled)).toEqual([false, true]);
  });

  it('of one program is not taken for another’s by what else is in it', () => {
    const text = JSON.stringify({ extensions: { a: { cmd: 'a' } }, lsp: { command: 'x' } });
    expect(read(text, 'zed').servers).toEqual([]);
  });
});

describe('how long a start may take', () => {
  const taken = (program: HostId, ...lines: string[]) => {
    const text = ['[mcp_servers.a]', 'command = "x"', ...lines].join('\n');
    const { servers } = readFrom(text, { ...nowhere, program });
    return servers.map(({ config, left }) => [config.startTimeout, left])[0];
  };
  const notOne = 'it is not a whole number of seconds from 1 to 600';

  it.each([
    ['startup_timeout_sec = 20', 20, []],
    ['startup_timeout_sec = 20.5', 21, []],
    ['startup_timeout_ms = 1500', 2, []],
    ['startup_timeout_sec = 0', undefined, [`startup_timeout_sec (${notOne})`]],
    ['startup_timeout_sec = 3600', undefined, [`startup_timeout_sec (${notOne})`]],
    ['startup_timeout_sec = "20"', undefined, [`startup_timeout_sec (${notOne})`]],
    ['startup_timeout_sec = inf', undefined, [`startup_timeout_sec (${notOne})`]],
  ])('is taken over from Codex: %s', (line, seconds, left) => {
    expect(taken('codex', line)).toEqual([seconds, left]);
  });

  it('is of Codex alone, and said elsewhere', () => {
    const entry = '{"mcpServers": {"a": {"command": "x", "startup_timeout_sec": 20}}}';
    expect(read(entry).servers.map(({ config, left }) => [config.startTimeout, left])).toEqual([
      [undefined, ['startup_timeout_sec (set the start timeout under Edit)']],
    ]);
  });
});
