import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import { sha256 } from '../digest.ts';
import { identityKey, identityOf, sameIdentity, type IdentityConfig } from './identity.ts';

const identity = (config: IdentityConfig) => {
  const made = identityOf(config);
  if (!made.ok) throw new Error(made.error);
  return made.value;
};
const http = (url: string): unknown => {
  const made = identityOf({ type: 'http', url });
  return made.ok && made.value.kind === 'http' ? made.value.url : made;
};

describe('the identity of an endpoint', () => {
  it.each([
    ['https://mcp.acme.example/mcp', 'https://mcp.acme.example/mcp'],
    ['HTTPS://MCP.Acme.Example:443/Mcp?A=b%2F#frag', 'https://mcp.acme.example/Mcp?A=b%2F'],
    ['http://h:80/', 'http://h/'],
    ['http://h:0443/', 'http://h:443/'],
    ['https://h:80/', 'https://h:80/'],
    ['https://h:/x', 'https://h/x'],
    ['https://user:pa%40ss@h/x', 'https://h/x'],
    ['https://known.example@evil.example/x', 'https://evil.example/x'],
    ['https://h/a/../b//c', 'https://h/a/../b//c'],
    ['https://h/?', 'https://h/?'],
    ['https://h', 'https://h'],
    ['http://[::1]:3000/MCP', 'http://[::1]:3000/MCP'],
  ])('%s is %s', (url, normal) => {
    expect(http(url)).toBe(normal);
  });

  it.each([
    '',
    'h/x',
    'ftp://h/',
    'https://',
    'https:///x',
    'https://a b/',
    'https://h:99999/',
    'https://h:x/',
    'file:///x',
    'https://h\\evil/x',
    'https://h/a\\b',
    'https://h/\tx',
    'https://h/x ',
    'https://h\n.evil/',
  ])('%j is none', (url) => {
    expect(identityOf({ type: 'http', url }).ok).toBe(false);
  });

  it('is the same over streamable HTTP and SSE', () => {
    expect(
      sameIdentity(
        identity({ type: 'http', url: 'https://h/x' }),
        identity({ type: 'sse', url: 'https://H:443/x' }),
      ),
    ).toBe(true);
  });
});

describe('the identity of a command', () => {
  const base = { type: 'stdio', command: 'node', args: ['server.js', '--a'] } as const;

  it('is its command, arguments and folder as configured, with their fingerprint', () => {
    expect(identity(base)).toEqual({
      kind: 'stdio',
      command: 'node',
      args: ['server.js', '--a'],
      cwd: null,
      fingerprint: sha256(
        canonicalJson({ command: 'node', args: ['server.js', '--a'], cwd: null }),
      ),
    });
    expect(identity(base)).toMatchObject({
      fingerprint: sha256('{"args":["server.js","--a"],"command":"node","cwd":null}'),
    });
  });

  it.each<IdentityConfig>([
    { ...base, command: 'Node' },
    { ...base, args: ['server.js --a'] },
    { ...base, args: ['--a', 'server.js'] },
    { ...base, cwd: '/srv' },
    { type: 'http', url: 'https://node' },
  ])('differs from another (case %#)', (other) => {
    expect(sameIdentity(identity(base), identity(other))).toBe(false);
  });

  it('ignores environment values', () => {
    const withEnv = { ...base, env: { TOKEN: 'secret' } };
    expect(JSON.stringify(identity(withEnv))).not.toContain('secret');
    expect(sameIdentity(identity(base), identity(withEnv))).toBe(true);
  });

  it('does not match a record whose fingerprint belongs to another command', () => {
    const own = identity(base);
    const forged = {
      ...identity({ ...base, command: 'evil' }),
      fingerprint: own.kind === 'stdio' ? own.fingerprint : '',
    };
    expect(identityKey(forged)).not.toBe(identityKey(own));
  });

  it('is refused without a command', () => {
    expect(identityOf({ ...base, command: '' }).ok).toBe(false);
  });
});
