import { describe, expect, it } from 'vitest';
import type { Identity } from '../../../shared/model/approval.ts';
import { identityOf } from '../decisions/identity.ts';
import { sha256 } from '../digest.ts';
import type { ServerConfig } from '../server-config.ts';
import { policyVerdict } from './judge.ts';
import { parsePolicy } from './policy.ts';
import { targetOf } from './target.ts';

const skill = 'skill://acme/refunds/SKILL.md';

/** Whether one rule covers what a configured server serves: a deny rule blocks, an allow rule doesn't. */
function covers(
  effect: 'allow' | 'deny',
  rule: object,
  config: ServerConfig,
  uri = skill,
): boolean {
  const rules = [{ name: 'r', effect, ...rule }];
  const parsed = parsePolicy(JSON.stringify({ format: 'skillgate/policy@1', rules }));
  if (!parsed.ok) throw new Error(parsed.error);
  const identity: Identity | null = identityOf(config);
  expect(identity).not.toBeNull();
  const verdict = policyVerdict(
    { status: 'active', path: '/p', policy: parsed.value, digest: sha256('p') },
    { identity, target: targetOf(config), uri, content: 'listed', record: null },
  );
  return (verdict !== null) === (effect === 'deny');
}

const http = (url: string): ServerConfig => ({ type: 'http', url, headers: {} });
const line = (text: string): ServerConfig => {
  const [command = '', ...args] = text.split(' ');
  return { type: 'stdio', command, args, env: {} };
};
const deniesUrl = (url: string, address: string): boolean =>
  covers('deny', { server: { url } }, http(address));
const allowsUrl = (url: string, address: string): boolean =>
  covers('allow', { server: { url } }, http(address));
const command = (text: string): object => {
  const [program = '', ...args] = text.split(' ');
  return { server: { command: program, ...(args.length === 0 ? {} : { args }) } };
};
const denies = (rule: string, text: string): boolean => covers('deny', command(rule), line(text));
const allows = (rule: string, text: string): boolean => covers('allow', command(rule), line(text));

describe('a rule about an address', () => {
  it.each([
    'https://evil.example',
    'https://evil.example/',
    'https://evil.example?x=1',
    'https://evil.example#f',
    'https://evil.example/mcp?x=1#f',
    'HTTPS://EVIL.example:443',
    'https://evil.example:0443?x=1',
    'https://known.example@evil.example',
  ])('covers a host with or without a path, to deny and to allow: %s', (address) => {
    for (const pattern of [
      'https://evil.example/**',
      'https://EVIL.example:443/**',
      'https://*.example/**',
    ]) {
      expect(deniesUrl(pattern, address), pattern).toBe(true);
      expect(allowsUrl(pattern, address), pattern).toBe(true);
    }
  });

  it.each([
    'https://evil.example.attacker.example/mcp',
    'https://other.example?evil.example/',
    'https://other.example#https://evil.example/',
    'https://evil.example@other.example/',
    'http://evil.example/mcp',
    'https://evil.example:8443/mcp',
  ])('covers no other host, scheme or port: %s', (address) => {
    expect(deniesUrl('https://evil.example/**', address)).toBe(false);
    expect(allowsUrl('https://evil.example/**', address)).toBe(false);
  });

  it('covers a bare host where it names one', () => {
    for (const address of [
      'https://evil.example',
      'https://evil.example/',
      'https://evil.example?x',
    ])
      expect(deniesUrl('https://evil.example', address)).toBe(true);
    expect(allowsUrl('https://evil.example', 'https://evil.example/')).toBe(true);
    expect(allowsUrl('https://evil.example', 'https://evil.example?x')).toBe(false);
    expect(allowsUrl('https://evil.example', 'https://evil.example/mcp')).toBe(false);
  });

  it('denies a path however it is spelled and whatever its query, and allows it in one way', () => {
    for (const path of [
      '/admin/mcp',
      '/ADMIN/mcp',
      '/%61dmin/mcp',
      '/x/../admin/mcp',
      '/x/%2e%2e/admin/mcp',
      '/./admin//mcp',
      '/admin/mcp?tenant=a',
    ])
      expect(deniesUrl('https://h.example/admin/mcp', `https://h.example${path}`), path).toBe(true);
    expect(deniesUrl('https://h.example/admin/mcp', 'https://h.example/admin')).toBe(false);
    expect(allowsUrl('https://h.example/admin/mcp', 'https://h.example/%61dmin/mcp')).toBe(false);
  });

  it.each([
    ['http://[::1]/**', 'http://[0:0:0:0:0:0:0:1]/mcp'],
    ['http://[::ffff:7f00:1]:8080/**', 'http://[0:0:0:0:0:ffff:7f00:1]:8080/mcp'],
    ['https://b\u00fccher.example/**', 'https://xn--bcher-kva.example/mcp'],
    ['https://*.b\u00fccher.example/**', 'https://a.xn--bcher-kva.example/mcp'],
  ])('denies a host however it is written: %s', (rule, address) => {
    expect(deniesUrl(rule, address)).toBe(true);
    expect(deniesUrl(rule, 'https://other.example/mcp')).toBe(false);
  });

  it('allows what is requested, and not what is written', () => {
    const allowed = (address: string): boolean => allowsUrl('https://h.example/team/**', address);
    for (const path of ['/team/mcp', '/team/a/../mcp', '/x/../team/mcp', '/team/a%2Fb/mcp'])
      expect(allowed(`https://h.example${path}`), path).toBe(true);
    for (const path of [
      '/team/../mcp',
      '/team/x/../../mcp',
      '/team/%2e%2e/mcp',
      '/team/.%2E/mcp',
      '/team/..',
      // Servers that decode first see a `..` segment in these.
      '/team/..%2fmcp',
      '/team/%252e%252e/mcp',
      '/team/..%5cmcp',
      '/team/..;a/mcp',
    ])
      expect(allowed(`https://h.example${path}`), path).toBe(false);
    expect(allowsUrl('https://h.example/team/mcp', 'https://h.example/team/x/../mcp')).toBe(true);
  });

  it('denies an address that is written with its query in the rule', () => {
    expect(deniesUrl('https://h.example/mcp?x=1', 'https://h.example/mcp?x=1')).toBe(true);
    expect(deniesUrl('https://h.example?x=1', 'https://h.example?x=1')).toBe(true);
    expect(deniesUrl('https://h.example/mcp?x=1', 'https://h.example/mcp?x=2')).toBe(false);
  });
});

describe('a deny rule about a program', () => {
  it.each([
    'npx pkg',
    'npx -y pkg',
    '/usr/bin/npx --yes pkg',
    'C:\\node\\NPX.CMD pkg',
    './x/../npx pkg',
    'npx pkg@1.2',
    'npx pkg@latest --port 1',
    'npx --registry https://r.example pkg',
    'npx -p pkg other-bin',
    'npx --package=pkg other-bin',
    'npx other@npm:pkg@1.2',
    'npm exec pkg',
    'npm exec --yes -- pkg@1',
    'npm x pkg',
    'bunx --bun pkg',
    'bun x pkg',
    'pnpm dlx pkg',
    'pnpm --silent dlx pkg',
    'yarn dlx pkg',
    'yarn dlx -q pkg',
    'node_modules/.bin/pkg',
    '.\\node_modules\\.bin\\pkg.cmd',
    'node /srv/node_modules/pkg/dist/index.js',
    'deno run -A npm:pkg@1.2',
    'env TOKEN=x npx pkg',
    'cmd /c npx -y pkg',
    'cmd.exe /d /s /c npx pkg',
    'mcp-proxy --port 1 -- npx pkg',
    'timeout 30 /usr/bin/env npx pkg',
  ])('finds the package behind any runner: %s', (text) => {
    expect(denies('npx pkg', text)).toBe(true);
    expect(denies('npx -y pkg', text)).toBe(true);
    expect(denies('pnpm dlx p?g', text)).toBe(true);
  });

  it.each([
    'npx pkg2',
    'npx @acme/pkg',
    'npx other pkg',
    'uvx pkg',
    'docker run pkg',
    'node pkg.js',
    'env pkg=1 other',
    'node /srv/node_modules/@acme/pkg/index.js',
  ])('finds no other package: %s', (text) => {
    expect(denies('npx pkg', text)).toBe(false);
  });

  it('finds it in a script that a shell is given', () => {
    const shell = (script: string): ServerConfig => ({
      type: 'stdio',
      command: '/bin/bash',
      args: ['-lc', script],
      env: {},
    });
    for (const script of ['npx -y pkg', 'cd /tmp && exec "npx" \'pkg\'', 'A=1 npx pkg@2; true'])
      expect(covers('deny', command('npx pkg'), shell(script)), script).toBe(true);
    expect(covers('deny', command('rm'), shell('true; /bin/rm -r x'))).toBe(true);
    expect(covers('deny', command('npx pkg'), shell('npx other'))).toBe(false);
  });

  it.each([
    ['sh', '-ce', 'node server.js'],
    ['env', '-u', 'X', 'node', 'server.js'],
    ['env', '-S', 'node server.js'],
    ['env', '--split-string=node server.js'],
    ['timeout', '-s', 'KILL', '60', 'node', 'server.js'],
    ['sudo', '-u', 'root', 'node', 'server.js'],
    ['stdbuf', '-o', 'L', 'node', 'server.js'],
    ['taskset', '1', 'node', 'server.js'],
    ['su', '-c', 'node server.js'],
    ['flock', '/tmp/x', '-c', 'node server.js'],
    ['watch', 'node server.js'],
    ['bash', '-cx', 'node server.js'],
    ['pwsh', '-Com', 'node server.js'],
    ['powershell', 'node server.js'],
    ['cmd', '/d/s/c', 'node server.js'],
    ['cmd', '/cnode server.js'],
    ['sh', '-c', 'node server.js>/dev/null'],
    ['sh', '-c', 'node${IFS}server.js'],
  ])('finds it behind options of wrappers and shells: %s %s', (program, ...args) => {
    const server: ServerConfig = { type: 'stdio', command: program, args, env: {} };
    expect(covers('deny', command('node'), server)).toBe(true);
    expect(covers('deny', command('ruby'), server)).toBe(false);
  });

  it.each([
    'npm exe pkg',
    'node /usr/lib/npx-cli.js pkg',
    'node /usr/lib/npm-cli.js exec pkg',
    'pnpm --package=pkg dlx bin',
    'deno run npm:pkg/cli',
    'node -r pkg server.js',
    'node --import=pkg server.js',
  ])('finds the package however its runner is called: %s', (text) => {
    expect(denies('npx pkg', text)).toBe(true);
    expect(denies('npx other', text)).toBe(false);
  });

  it.each([
    ['npx create-pkg', 'npm create pkg'],
    ['npx @a/create-pkg', 'npm init @a/pkg'],
    ['uvx pkg', 'python -mpkg'],
    ['uvx pkg', 'python3 -Im pkg'],
    ['uvx pkg', 'pythonw -um pkg'],
    ['uvx pkg', 'python -m pkg.server'],
    ['uvx pkg', 'uv run --with=a,pkg tool'],
    ['docker run acme/img', 'podman-remote run acme/img'],
    ['docker run acme/img', 'finch run acme/img:1'],
    ['docker run acme/img', 'docker run registry.hub.docker.com/acme/img'],
  ])('knows that %s is %s', (rule, text) => {
    expect(denies(rule, text)).toBe(true);
    expect(denies(rule.replace(/pkg|img/, 'none'), text)).toBe(false);
  });

  it('compares names without folder and ending, and arguments in their places', () => {
    for (const text of ['rm', '/bin/rm -rf', 'C:\\bin\\RM.exe', '/x/./y/../rm'])
      expect(denies('rm', text)).toBe(true);
    expect(denies('/usr/bin/rm', '/opt/rm')).toBe(true);
    expect(denies('rm', '/rm/other')).toBe(false);
    expect(denies('node server.js', '/usr/bin/node server.js')).toBe(true);
    expect(denies('node server.js', 'node other.js')).toBe(false);
    expect(denies('npx', 'npm exec x')).toBe(true);
    expect(denies('npx', 'node x')).toBe(false);
    expect(denies('evil', 'npx evil')).toBe(true);
  });

  it('keeps a folder where only that is named', () => {
    expect(denies('/opt/evil/*', '/opt/evil/run')).toBe(true);
    expect(denies('/opt/evil/*', '/opt/x/../evil/run')).toBe(true);
    expect(denies('/opt/evil/*', '/opt/good/run')).toBe(false);
  });

  it('takes a wildcard before a package for none', () => {
    expect(denies('npx * @evil/x', 'npx -y @evil/x')).toBe(true);
    expect(denies('npx * @evil/x', 'npx --foo other')).toBe(false);
    expect(denies('npx -y @evil/*', 'bunx @evil/tool@3')).toBe(true);
  });

  it('covers the version that it names, and whatever may turn out to be that', () => {
    for (const text of ['npx pkg@1.2.0', 'bunx pkg', 'npx pkg@latest', 'npx pkg@^1'])
      expect(denies('npx pkg@1.2.0', text)).toBe(true);
    expect(denies('npx pkg@1.2.0', 'npx pkg@1.3.0')).toBe(false);
    for (const [rule, text] of [
      ['npx pkg@1.0.0', 'npx pkg@1'],
      ['npx pkg@1.0.0', 'npx pkg@1.0'],
      ['npx pkg@1.0.0', 'npx pkg@v1.0.0'],
      ['npx pkg@1', 'npx pkg@1.2.3'],
      ['uvx pkg==1.0', 'uvx pkg==1'],
      ['uvx pkg==1', 'uvx pkg==1.00.0'],
      ['docker run a/img:1', `docker run a/img@sha256:${'0'.repeat(64)}`],
    ] as const)
      expect(denies(rule, text), `${rule}: ${text}`).toBe(true);
    for (const [rule, text] of [
      ['npx pkg@1.0.0', 'npx pkg@2'],
      ['uvx pkg==1.0', 'uvx pkg==1.1'],
      ['uvx pkg==1', 'uvx pkg==1.1'],
      ['docker run a/img:1', 'docker run a/img:2'],
      ['npx pkg@1.0.0-beta.1', 'npx pkg@1.0.0-beta.2'],
    ] as const)
      expect(denies(rule, text), `${rule}: ${text}`).toBe(false);
  });

  it.each([
    ['uvx pkg', 'uvx pkg'],
    ['uvx my-pkg', 'uvx My_Pkg@1.2'],
    ['uvx pkg', 'uvx --from pkg[cli]==1.2 tool'],
    ['uvx pkg', 'uv tool run pkg'],
    ['uvx pkg', 'uv run --with pkg tool'],
    ['uvx pkg', 'pipx run pkg==1.2'],
    ['uvx pkg', 'pipx run --spec pkg tool'],
    ['uvx pkg', 'python3.12 -u -m pkg'],
    ['docker run acme/image', 'docker run -i --rm -e TOKEN=x acme/image:1.2'],
    ['docker run acme/image', '/usr/bin/podman run acme/image@sha256:00'],
    ['docker run -i image', 'docker container run docker.io/library/image serve'],
    ['docker run ghcr.io/evil/**', 'nerdctl run ghcr.io/evil/x/y:latest'],
  ])('knows %s in other registries: %s', (rule, text) => {
    expect(denies(rule, text)).toBe(true);
    expect(denies(rule, text.replace(/pkg|image/gi, 'other').replace('evil', 'good'))).toBe(false);
  });

  it('denies a command line that nobody could read to its end, and is done with it soon', () => {
    for (const text of ['env npx sh -c '.repeat(2_000), 'sh -c '.repeat(2_000), 'pwsh -enc bnB4'])
      expect(denies('npx pkg', text.trim())).toBe(true);
    expect(denies('npx pkg', 'x '.repeat(2_000).trim())).toBe(false);
  });
});

describe('an allow rule about a program', () => {
  it('is met by exactly what it says', () => {
    expect(allows('npx -y @acme/*', 'npx -y @acme/x')).toBe(true);
    for (const text of [
      '/tmp/x/npx -y @acme/x',
      'npx.cmd -y @acme/x',
      'NPX -y @acme/x',
      'npx --yes @acme/x',
      'npx @acme/x',
      'bunx -y @acme/x',
      'npx -y @acme/x --flag',
    ])
      expect(allows('npx -y @acme/*', text), text).toBe(false);
    expect(allows('npx', '/tmp/x/npx')).toBe(false);
  });
});

describe('a rule about a skill', () => {
  const server = http('https://h.example/mcp');
  it.each([
    'skill://acme/secret/SKILL.md',
    'SKILL://ACME/secret/SKILL.md',
    'skill://acme/%73ecret/SKILL.md',
    'skill://acme/x/../secret/SKILL.md',
    'skill://acme/x/%2e%2e/secret/SKILL.md',
    'skill://acme/./secret/SKILL.md',
    'skill://acme//secret/SKILL.md',
    'skill://acme\\secret\\SKILL.md',
    'skill://me@acme/secret/SKILL.md',
    'skill://acme/secret/SKILL.md?x=1',
    'skill://acme/secret/SKILL.md#f',
    'skill://acme/sec\u200bret/SKILL.md',
  ])('denies it in every spelling, and allows one: %j', (uri) => {
    const rule = { uri: 'skill://acme/secret/SKILL.md' };
    expect(covers('deny', rule, server, uri)).toBe(true);
    expect(covers('deny', { uri: 'skill://acme/%73ecret/**' }, server, uri)).toBe(true);
    expect(covers('deny', { uri: 'skill://acme/x/../secret/**' }, server, uri)).toBe(true);
    expect(covers('allow', rule, server, uri)).toBe(uri === rule.uri);
  });

  it.each([
    'skill://acme/other/SKILL.md',
    'skill://acme/secret/x/SKILL.md',
    'skill://other/acme/secret/SKILL.md',
    'skill://acme/secret/../other/SKILL.md',
  ])('denies no other: %s', (uri) => {
    expect(covers('deny', { uri: 'skill://acme/secret/SKILL.md' }, server, uri)).toBe(false);
  });

  it('reads an encoded wildcard of a rule as the sign itself', () => {
    expect(covers('deny', { uri: 'skill://acme/%2a/SKILL.md' }, server, skill)).toBe(false);
  });
});
