import { describe, expect, it } from 'vitest';
import type { ServerConfig } from '../../server-config.ts';
import { chance } from '../../archive/testing/mutants.ts';
import { parsePasted } from '../paste.ts';

const url = 'https://mcp.acme.example/mcp';
const stdio = (command: string, args: string[] = [], env: Record<string, string> = {}) =>
  ({ type: 'stdio', command, args, env }) as const;
const http = (headers: Record<string, string> = {}, type: 'http' | 'sse' = 'http') =>
  ({ type, url, headers }) as const;
const of = (text: string) => {
  const { servers, problems } = parsePasted(text);
  return {
    servers: servers.map(({ label, config }) => [label, config] as const),
    problems: problems.map(({ message }) => message),
  };
};

describe('a pasted line', () => {
  it.each(['hello there', 'Please add my server', 'the server'])(
    'that is a sentence gets a plain reason: %s',
    (text) => {
      expect(of(text)).toEqual({
        servers: [],
        problems: [expect.stringContaining('This reads like a sentence.')],
      });
    },
  );

  it.each(['hello', 'the'])('that is one word of no program is no sentence: %s', (text) => {
    expect(of(text).problems).toEqual([
      `${text} isn’t a server’s command or address. ` +
        'Paste the command that starts a server, its address, or its JSON.',
    ]);
  });

  it.each([
    ['code --add-mcp', 'needs its JSON in one word'],
    ['code --add-mcp {"name":"a", "command":"x"}', 'needs its JSON in one word'],
    ["code --add-mcp 'x'", 'Its JSON'],
    ["code --add-mcp '[]'", 'is not an object'],
  ])('of VS Code that has no server says why: %s', (text, why) => {
    expect(of(text)).toEqual({ servers: [], problems: [expect.stringContaining(why)] });
  });

  it.each<readonly [string, string, ServerConfig]>([
    [url, 'acme.example', http()],
    [`${url}?a=1&b=2`, 'acme.example', { ...http(), url: `${url}?a=1&b=2` }],
    ['npx -y @acme/mcp "a b"', 'a b', stdio('npx', ['-y', '@acme/mcp', 'a b'])],
    ['"npx -y @acme/mcp"', 'mcp', stdio('npx', ['-y', '@acme/mcp'])],
    [
      '{"mcpServers": {"acme": {"command": "uvx acme-mcp --stdio"}}}',
      'acme',
      stdio('uvx', ['acme-mcp', '--stdio']),
    ],
    [
      `code --add-mcp '{"name":"acme","command":"npx","args":["-y","@acme/mcp"]}'`,
      'acme',
      stdio('npx', ['-y', '@acme/mcp']),
    ],
    ['$ npx -y @acme/mcp', 'mcp', stdio('npx', ['-y', '@acme/mcp'])],
    ['TOKEN="a b" npx @acme/mcp', 'mcp', stdio('npx', ['@acme/mcp'], { TOKEN: 'a b' })],
    ['/usr/bin/acme --stdio', 'acme', stdio('/usr/bin/acme', ['--stdio'])],
    ['claude mcp add acme -- npx -y @acme/mcp', 'acme', stdio('npx', ['-y', '@acme/mcp'])],
    ['claude mcp add acme /bin/acme --flag x', 'acme', stdio('/bin/acme', ['--flag', 'x'])],
    [
      'claude mcp add acme -e A=1 --env B="x y" -- npx -s -e C=3',
      'acme',
      stdio('npx', ['-s', '-e', 'C=3'], { A: '1', B: 'x y' }),
    ],
    ['claude mcp add -e A=1 B=2 acme -- x', 'acme', stdio('x', [], { A: '1', B: '2' })],
    [`claude mcp add --transport http acme ${url}`, 'acme', http()],
    [`claude mcp add acme ${url}`, 'acme', http()],
    [`claude mcp add -t sse acme ${url} -H "X-Key: a b"`, 'acme', http({ 'X-Key': 'a b' }, 'sse')],
    [
      `claude mcp add --transport=http acme ${url} --header "A: 1" "B: 2"`,
      'acme',
      http({ A: '1', B: '2' }),
    ],
    [
      `claude mcp add-json acme '{"type":"stdio","command":"npx","args":["-y","x y"],"env":{"A":"1"}}'`,
      'acme',
      stdio('npx', ['-y', 'x y'], { A: '1' }),
    ],
    [
      String.raw`claude mcp add acme -- cmd /c npx --dir C:\Users\x`,
      'acme',
      stdio('cmd', ['/c', 'npx', '--dir', String.raw`C:\Users\x`]),
    ],
  ])('is the server that it would add: %s', (text, label, config) => {
    expect(of(text)).toEqual({ servers: [[label, config]], problems: [] });
  });

  it('gives one server each, of several lines', () => {
    const { servers } = of(`# both\nclaude mcp add a -- x\nclaude mcp add b ${url}\n`);
    expect(servers.map(([label]) => label)).toEqual(['a', 'b']);
  });

  it.each<readonly [string, string]>([
    ['claude mcp add -s user acme -- x', '--scope user'],
    ['claude mcp add --scope=project acme -- x', '--scope project'],
    [`claude mcp add --client-id me --callback-port 8080 a ${url}`, '--client-id me'],
    [`claude mcp add --client-secret a ${url}`, '--client-secret'],
    ['claude mcp add acme -e TOKEN=$TOKEN -- x', '$TOKEN'],
    [`claude mcp add acme ${url} -H "Authorization: Bearer \${TOKEN}"`, '${TOKEN}'],
    [`claude mcp add acme ${url} -e A=1`, '--env A'],
    ['TOKEN=$TOKEN npx x', 'TOKEN=$TOKEN'],
    ['npx x | tee log', '| tee log'],
    ['npx x && npx y', '&& npx y'],
    ['npx x > out 2>&1', '> out 2>&1'],
  ])('is taken over without what is not a server’s, which is named: %s', (text, named) => {
    const { servers, problems } = of(text);
    expect(servers).toHaveLength(1);
    expect(problems.filter((one) => one.startsWith('Not imported: ')).join('\n')).toContain(named);
    expect(JSON.stringify(servers)).not.toContain(named);
  });

  it.each<readonly [string, string]>([
    ['npx $PACKAGE', '$PACKAGE'],
    ['claude mcp add acme -- npx "$(cat key)"', '$(cat key)'],
    ['npx ~/x', '~'],
    ['npx "x', 'never closed'],
    ['cd /x && npx y', '&& npx y'],
    ['export A=1', 'export'],
    ['claude mcp add acme', 'after the name acme'],
    ['claude mcp add --unknown acme -- x', '--unknown'],
    ['claude mcp list', 'doesn’t add a server'],
    ["claude mcp add-json acme '{'", 'Its JSON'],
    ['claude mcp add acme -e novalue -- x', 'NAME=value'],
    ['claude mcp add acme x -H "A: 1"', 'no headers'],
  ])('adds nothing where that would change what is started, and says why: %s', (text, why) => {
    const { servers, problems } = of(text);
    expect(servers).toEqual([]);
    expect(problems.join('\n')).toContain(why);
  });

  it.each<readonly [string, ServerConfig, string]>([
    ['A=1 A=2 npx x', stdio('npx', ['x'], { A: '2' }), 'A'],
    ['claude mcp add acme -e A=1 -e A=2 -- x', stdio('x', [], { A: '2' }), '--env A'],
    [`claude mcp add acme ${url} -H "A: 1" -H "A: 2"`, http({ A: '2' }), '--header A'],
    [
      '__proto__=1 __proto__=2 x',
      stdio('x', [], Object.fromEntries([['__proto__', '2']])),
      '__proto__',
    ],
  ])(
    'takes the last value of what is set twice, as a shell does, and says so: %s',
    (text, config, named) => {
      const { servers, problems } = of(text);
      expect(servers.map(([, one]) => one)).toEqual([config]);
      expect(problems).toEqual([
        expect.stringContaining(
          `the first ${text.startsWith('claude') ? '' : 'value of '}${named}: `,
        ),
      ]);
    },
  );

  it.each([
    'npx "x',
    "npx $'a'",
    'npx {a,b}',
    'npx [ab]',
    'npx a=~/y',
    'npx\u00A0-y evil',
    'npx a <<EOF\nnpx evil\nEOF',
    'if true; then',
    'exec npx a',
    '! npx a',
    '{ npx a; }',
    'A+=1 npx a',
    'A[0]=1 npx a',
    '"A"=1 npx a',
    'f() {',
    '(npx a)',
    'npx >out a',
    'ps aux > npx evil',
    'ps -ef 2> npx -y evil',
    'npx a > out 2>&1 b | tee',
    '$ $ npx a',
    '>out npx a',
    '; npx a',
    '| npx a',
    '--flag x',
    'claude mcp add-json n "{\\"command\\":\\"$HOME/x\\"}"',
    'claude mcp add-json n {"command":"x"}',
    'claude mcp add-json n \'{"command":\' \'"x"}\'',
    '[mcp',
  ])('that is not certain is refused with the reason, and no other line with it: %j', (line) => {
    const { servers, problems } = of(`claude mcp add a -- a\n${line}\nclaude mcp add b -- b`);
    expect(servers.map(([label]) => label)).toEqual(['a', 'b']);
    expect(problems.length).toBeGreaterThan(0);
  });

  it('is never thrown at, whatever signs it has', () => {
    const below = chance(20_261_124);
    const pieces = [
      ...[
        ' ',
        "'",
        '"',
        '\\',
        '\n',
        '$',
        '$a',
        '$(',
        ')',
        '`',
        '*',
        '{',
        '}',
        '~',
        '!',
        '#',
        '%',
        '^',
      ],
      ...[
        '|',
        '&',
        ';',
        '<',
        '>',
        '<<EOF',
        '(',
        '@',
        ':',
        ',',
        '[',
        ']',
        '\u00A0',
        '\v',
        '\r',
        '\uD800',
      ],
      ...[
        'a',
        '--',
        '-t http ',
        '-e A=1 ',
        '-H "A: 1" ',
        'A=1 ',
        '__proto__=1 ',
        '{"command":"x"}',
      ],
      ...[
        'claude mcp add ',
        'claude mcp add-json n ',
        'PS C:\\> ',
        'C:\\x',
        '$env:A',
        "& '",
        `${url} `,
      ],
    ];
    for (let round = 0; round < 3_000; round += 1) {
      const text = Array.from({ length: below(14) }, () => pieces[below(pieces.length)]).join('');
      const { servers, problems } = parsePasted(`claude mcp add a -- a\n${text}`);
      // In each of the three shells the first line is the same.
      expect([text, servers[0]?.label, Array.isArray(problems)]).toEqual([text, 'a', true]);
    }
  });

  it('lets no name reach a prototype', () => {
    const { servers } = of('claude mcp add acme -e __proto__=1 -- x');
    expect(JSON.stringify(servers)).toContain('__proto__');
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  });
  it('is still read as JSON, TOML and YAML where it is that', () => {
    expect(of('{"mcpServers": {').problems[0]).toContain('not valid JSON');
    expect(of('"acme": {"command": "x"}').servers).toHaveLength(1);
    expect(of('[mcp_servers.acme]\ncommand = "npx"\n').servers).toHaveLength(1);
    expect(of('# mine\n[mcp_servers.acme]\ncommand = "npx"\n').servers).toHaveLength(1);
    expect(of('mcpServers:\n  a:\n    command: x\n').servers).toHaveLength(1);
  });
});

describe('a line with an address that lacks its scheme, or has another', () => {
  it.each([
    ...['localhost:9999', 'example.com/mcp', 'a.example:80/mcp?key=1', 'example.com/mcp?key=1'],
    ...['127.0.0.1/mcp', 'bücher.example/mcp', 'localhost/mcp'],
    ...['localhost:9999 --flag', 'claude mcp add acme localhost:9999'],
  ])('is no command, and says how to write it: %s', (text) => {
    expect(of(text)).toEqual({
      servers: [],
      problems: ['This looks like an address. Write it with http:// or https://.'],
    });
  });

  it.each([
    ['htp://exmaple', 'htp://'],
    ['ftp://a.example/mcp', 'ftp://'],
    ['claude mcp add acme ws://a.example', 'ws://'],
  ])('is no command, and says which schemes work: %s', (text, scheme) => {
    const problem = `This looks like an address. Only http:// and https:// work, not ${scheme}.`;
    expect(of(text)).toEqual({ servers: [], problems: [problem] });
  });

  it.each([
    ...['./server', 'bin/server', '../a.example/server', '/opt/a.example/server', 'server'],
    ...['python3.11', 'server.exe', 'venv3.11/bin/python', '.venv/bin/python', 'C:/tools/a.exe'],
    ...['my.app/server --stdio', 'npx localhost:9999', 'claude mcp add acme bin/server'],
  ])('is told from a program or its path: %s', (text) => {
    expect(of(text)).toMatchObject({ servers: [[expect.any(String), { type: 'stdio' }]] });
  });

  it.each([1, 65_000])('is told in no time from %d letters', (times) => {
    const long = 'a.'.repeat(times).slice(0, 65_000);
    expect(of(`${long}/`).servers).toHaveLength(1);
    expect(of(`${long.replaceAll('.', '-')}/`).servers).toHaveLength(1);
  });

  it.each(['npx ~', 'npx ?', 'x "\\"'])('of %j and a million more isn’t read at all', (start) => {
    const { problems, servers } = of(start + start.slice(-1).repeat(1_000_000));
    expect(servers).toEqual([]);
    expect(problems.join()).toContain('It has more than 65,536 characters.');
  });
});

describe('a line for Claude Code that adds nothing', () => {
  const problems = (text: string) => parsePasted(text).problems.map(({ message }) => message);

  it.each([
    ['claude mcp list', 'claude mcp list doesn’t add a server. Import reads Claude’s own files.'],
    ['claude mcp', 'claude mcp doesn’t add a server. Import reads Claude’s own files.'],
    ['claude mcp add', 'claude mcp add needs a name and a command or an address.'],
    ['claude mcp add acme', 'claude mcp add needs a command or an address after the name acme.'],
    [
      'claude mcp add --transport http acme',
      'claude mcp add needs an address after the name acme.',
    ],
    ['claude mcp add-json acme', 'claude mcp add-json needs JSON after the name acme.'],
    ["claude mcp add-json acme '{'", 'Its JSON: close brace expected at line 1, column 2.'],
    [
      'claude mcp add acme -H "A: b" -- npx acme',
      'A command takes no headers; --header is for an address.',
    ],
    ['claude mcp add acme -e A -- npx acme', '--env A is not NAME=value.'],
    ['claude mcp add -H ":b" acme https://a.example', '--header :b is not NAME:value.'],
    ['export A=1', 'export isn’t imported: it prepares a shell and doesn’t start a server.'],
    ['A=1', 'It only sets variables and doesn’t start anything.'],
    ['https://a.example x', 'An address takes no arguments.'],
  ])('says why: %s', (text, message) => {
    expect(problems(text)).toContain(message);
  });

  it.each([
    ['claude mcp add --transport http acme', 'claude mcp add --transport http acme'],
    ['claude mcp add --transport http acme a b c', 'claude mcp add --transport http acme …'],
    ['claude mcp add', 'claude mcp add'],
  ])('is quoted, and an ellipsis says that there is more: %s', (text, where) => {
    expect(parsePasted(text).problems[0]?.where).toBe(where);
  });

  it('reports what is not imported from one that adds a server', () => {
    expect(problems('claude mcp add -s user -t http -e A=1 acme https://a.example extra')).toEqual([
      'Not imported: --scope user: Skillgate has one list of servers',
      'Not imported: extra: an address takes no arguments',
      'Not imported: --env A: an address takes no environment variables',
    ]);
  });
});
