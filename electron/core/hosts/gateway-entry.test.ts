import { describe, expect, it } from 'vitest';
import { gatewayArgs, gatewayEntry, launcherProblem } from './gateway-entry.ts';

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
