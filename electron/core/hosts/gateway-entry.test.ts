import { describe, expect, it } from 'vitest';
import { ok } from '../../../shared/result.ts';
import {
  gatewayArgs,
  gatewayEntry,
  launcherProblem,
  startsOwn,
  strangersIn,
} from './gateway-entry.ts';

const pin = `sha256:${'a'.repeat(64)}`;
const stdio = (command: string, args: readonly string[], env = {}) =>
  ({ type: 'stdio', command, args, env }) as const;

describe('an entry that starts a gateway', () => {
  it.each(['acme', '-x', 'a b', '--server', 'é"\\'])('is read as it was written: %s', (server) => {
    for (const args of [[], ['/opt/node/lib/skillgate/dist/cli.js']]) {
      const command = args.length === 0 ? '/usr/bin/skillgate' : '/usr/bin/node';
      const gateway = { command, args, env: { SKILLGATE_HOME: '/x' }, server, pin };
      expect(gatewayEntry(stdio(command, gatewayArgs(gateway), gateway.env))).toEqual(gateway);
    }
  });

  it('may leave open who the server must be', () => {
    expect(
      gatewayEntry(stdio('C:\\Program Files\\skillgate.exe', ['gateway', '--server', 'a'])),
    ).toMatchObject({
      server: 'a',
      pin: null,
    });
  });

  it.each([
    ['another program', stdio('/usr/bin/other', ['gateway', '--server', 'a'])],
    ['another command of it', stdio('/usr/bin/skillgate', ['serve', '--server', 'a'])],
    ['a gateway without a server', stdio('/usr/bin/skillgate', ['gateway'])],
    ['words before it', stdio('/usr/bin/npx', ['-y', 'cli.js', 'gateway', '--server', 'a'])],
    ['an address', { type: 'http', url: 'https://x.example/skillgate', headers: {} } as const],
  ])('is not %s', (_, config) => {
    expect(gatewayEntry(config)).toBeNull();
  });
});

describe('the options of an entry', () => {
  const options = (...words: string[]) =>
    gatewayEntry(stdio('/usr/bin/skillgate', ['gateway', ...words]));

  it.each([
    [['--server=a=b', '--identity=x'], { server: 'a=b', pin: 'x' }],
    [['--server=', '--identity', 'x'], { server: '', pin: 'x' }],
    [['--expose', 'all', '--server', 'a\nb'], { server: 'a\nb', pin: null }],
    [['word', '--server', 'a'], { server: 'a', pin: null }],
    [['--server', 'a', '--server', 'b'], { server: 'b', pin: null }],
    [['--server'], { server: '', pin: null }],
  ])('are read in every spelling: %j', (words, wanted) => {
    expect(options(...words)).toMatchObject(wanted);
  });
});

describe('an entry and this program', () => {
  const installation = {
    command: '/opt/skillgate',
    args: ['cli.js'],
    env: { SKILLGATE_HOME: '/x' },
  };
  const launcher = {
    ...{ command: '/x/bin/skillgate', args: [], env: {} },
    installation,
    install: async () => ok(undefined),
  };
  const entry = (more: object = {}) => ({ ...installation, server: 'a', pin: null, ...more });

  it('are the same where both start the same over the same decisions', () => {
    expect(startsOwn(entry(), launcher)).toBe(true);
    expect(startsOwn(entry({ env: { SKILLGATE_HOME: '/x', MORE: '1' } }), launcher)).toBe(true);
    const named = { command: launcher.command, args: [], env: {} };
    expect(startsOwn(entry(named), launcher)).toBe(true);
    for (const other of [
      { command: '/usr/bin/skillgate' },
      { args: [] },
      { args: ['cli.js', 'x'] },
      { env: {} },
      { env: { SKILLGATE_HOME: '/y' } },
      { ...named, env: { SKILLGATE_HOME: '/y' } },
    ])
      expect(startsOwn(entry(other), launcher), JSON.stringify(other)).toBe(false);
  });

  it('differ by what Skillgate never writes', () => {
    const strange = (args: readonly string[], env = {}) =>
      strangersIn(stdio('/opt/skillgate', ['gateway', ...args], env), launcher);
    expect(strange(['--server', 'a', '--identity', 'b', '--expose', 'c'])).toEqual([]);
    expect(strange(['--server=a', '--evil', 'x', '-y', 'word', '-'])).toEqual([
      '--evil',
      '-y',
      'word',
      '-',
    ]);
    expect(strange(['--server=a', 'word'])).toEqual(['word']);
    expect(strange([], { NODE_OPTIONS: 'x', OTHER: 'y', SKILLGATE_HOME: '/x' })).toEqual([
      'NODE_OPTIONS',
    ]);
  });
});

describe('a program that hosts are pointed at', () => {
  const problem = (command: string, args: readonly string[] = [], env = {}) =>
    launcherProblem({ command, args, env: {} }, env);

  it.each([
    ['/opt/skillgate/resources/command/skillgate', []],
    ['C:\\Program Files\\Skillgate\\skillgate.exe', []],
    ['\\\\server\\share\\skillgate.exe', []],
    ['/usr/bin/node', ['/usr/lib/node_modules/skillgate/dist/cli.js']],
  ])('may be one that stays where it is: %s', (command, args) => {
    expect(problem(command, args)).toBeNull();
  });

  it.each([
    ['mounted for this run', '/tmp/.mount_SkillgXYZ/skillgate', [], {}],
    ['mounted elsewhere', '/run/app/skillgate', [], { APPDIR: '/run/app' }],
    ['translocated', '/private/var/folders/x/AppTranslocation/Y/d/Skillgate.app/skillgate', [], {}],
    [
      'kept for a while',
      '/usr/bin/node',
      ['/home/me/.npm/_npx/ab12/node_modules/skillgate/dist/cli.js'],
      {},
    ],
    ['found by its name', 'skillgate', [], {}],
    ['beside the folder', './skillgate', [], {}],
  ])('must not be one that is %s', (_, command, args, env) => {
    expect(problem(command, args, env)).not.toBeNull();
  });
});
