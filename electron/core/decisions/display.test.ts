import { describe, expect, it } from 'vitest';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { displayOf, formerDisplay, identityWords } from './display.ts';

const command = (words: string, ...args: readonly string[]): string =>
  displayOf({ type: 'stdio', command: words, args, env: {} });
const address = (url: string): string => displayOf({ type: 'http', url, headers: {} });
const key = 'sk4f9a8b7c6d5e4f';

describe('a command in a record', () => {
  it.each<[readonly [string, ...string[]], string]>([
    [['npx', '-y', '@acme/server'], 'npx -y @acme/server'],
    [['npx', '-y', 'server@1.2.3', 'words'], 'npx -y server@1.2.3 ••••'],
    [['/usr/bin/uvx', 'acme-server'], '/usr/bin/uvx acme-server'],
    [['C:\\node\\NPX.cmd', '--quiet', 'server'], 'C:\\node\\NPX.cmd --quiet server'],
    [['node', 'dist/server.js', 'x'], 'node dist/server.js ••••'],
    [['python3', '/srv/run.PY'], 'python3 /srv/run.PY'],
    [['server'], 'server'],
  ])('shows program, runner’s package and script of %j', ([program, ...args], shown) => {
    expect(command(program, ...args)).toBe(shown);
  });

  it.each<[readonly [string, ...string[]], string]>([
    [['server', 'hunter2'], 'server ••••'],
    [['server', '--token', 'hunter2'], 'server --token ••••'],
    [['server', '--token=hunter2'], 'server --token=••••'],
    [['server', '--file=run.js'], 'server --file=••••'],
    [['server', '-t=hunter2'], 'server -t=••••'],
    [['server', '-1=hunter2'], 'server ••••'],
    [['server', 'hunter2--x=1'], 'server ••••'],
    [['npx', '--package', 'hunter2'], 'npx --package ••••'],
    [['npx', 'server', 'hunter2'], 'npx server ••••'],
    [['npx', key], 'npx ••••'],
    [['npx', 'Hunter 2'], 'npx ••••'],
    [['node', 'run.json'], 'node ••••'],
    [['notnpx', 'hunter2'], 'notnpx ••••'],
  ])('shows no other word of %j', ([program, ...args], shown) => {
    expect(command(program, ...args)).toBe(shown);
  });

  it.each([
    ['server --token hunter2', 'server ••••'],
    ['server  --token hunter2', 'server ••••'],
    ['env TOKEN=hunter2', 'env TOKEN ••••'],
  ])('shows of a whole command line in its place only the beginning: %j', (line, shown) => {
    expect(command(line)).toBe(shown);
  });
});

describe('an address in a record', () => {
  it.each([
    ['https://mcp.acme.example/mcp', 'https://mcp.acme.example/mcp'],
    ['https://ada:hunter2@mcp.acme.example/mcp', 'https://mcp.acme.example/mcp'],
    ['https://mcp.acme.example/mcp?key=hunter2', 'https://mcp.acme.example/mcp?••••'],
    [`https://mcp.acme.example/${key}/mcp`, 'https://mcp.acme.example/••••/mcp'],
    ['https://mcp.acme.example/s/AbC123xyz/mcp', 'https://mcp.acme.example/s/••••/mcp'],
    [`https://mcp.acme.example/${'kQzXw'.repeat(7)}`, 'https://mcp.acme.example/••••'],
    [
      'https://mcp.acme.example/a-long-word-of-letters/',
      'https://mcp.acme.example/a-long-word-of-letters/',
    ],
    ['https://mcp.acme.example/1234567890123456', 'https://mcp.acme.example/1234567890123456'],
    ['https://mcp.acme.example/short1', 'https://mcp.acme.example/short1'],
    ['no address', '••••'],
  ])('of %s is %s', (url, shown) => {
    expect(address(url)).toBe(shown);
  });

  it('comes from the identity, whatever a stranger’s record shows', () => {
    const identity = { kind: 'http', url: `https://mcp.acme.example/${key}` } as const;
    const words = (server: Omit<ApprovalRecord['server'], 'label'>): string =>
      identityWords({ label: 'acme', ...server });
    expect(words({ display: 'https://good.example/', identity })).toBe(
      'https://mcp.acme.example/••••',
    );
    expect(words({ display: '', identity: { ...identity, query: 'sha256:00' } })).toBe(
      'https://mcp.acme.example/••••?••••',
    );
    expect(
      words({ display: 'npx server', identity: { kind: 'stdio', fingerprint: 'sha256:00' } }),
    ).toBe('npx server');
  });

  it('or a command of a record of the version before is masked alike', () => {
    expect(formerDisplay({ kind: 'http', url: 'https://h.example/?k=hunter2' })).toBe(
      'https://h.example/?••••',
    );
    expect(
      formerDisplay({
        kind: 'stdio',
        command: 'server',
        args: ['--token', 'hunter2'],
        cwd: null,
        fingerprint: 'sha256:00',
      }),
    ).toBe('server --token ••••');
  });
});
