import { describe, expect, it } from 'vitest';
import { maskedTarget } from './masked-target.ts';
import { http, stdio } from './secrets.fixture.ts';

describe('a masked target', () => {
  it('has names of secrets and never their values', () => {
    expect(maskedTarget(stdio)).toEqual({
      type: 'stdio',
      command: 'npx',
      args: [
        '-y',
        'acme',
        '--api-key',
        '••••',
        '--token=••••',
        '--port',
        '8080',
        'postgres://ada:••••@h/db',
      ],
      cwd: '/work',
      envNames: ['TOKEN', 'MODE'],
    });
  });

  it('has no short credential either, where a name tells that it is one', () => {
    expect(
      maskedTarget({
        ...stdio,
        command: 'acme',
        args: ['serve', '--token', 'abc', '--api-key=xy', 'https://a:b@x.example/?key=k1'],
      }),
    ).toMatchObject({
      args: ['serve', '--token', '••••', '--api-key=••••', 'https://a:••••@x.example/?key=••••'],
    });
    expect(
      maskedTarget({ ...http, url: 'https://x.example/?token=abc&t%6Fken=1&page=2#f' }),
    ).toMatchObject({ url: 'https://x.example/?token=••••&t%6Fken=••••&page=2#f' });
  });

  it('has an address that can be read but not used', () => {
    expect(maskedTarget(http)).toEqual({
      type: 'http',
      url: 'https://••••@x.example/mcp?api_key=••••&view=compact',
      headerNames: ['Authorization', 'X-Mode'],
    });
  });

  it.each([
    ['https://x.example/s/AbC123xyz/mcp', 'https://x.example/s/••••/mcp'],
    ['https://x.example/s/%41bC123xyz/mcp?v=1', 'https://x.example/s/••••/mcp?v=1'],
    ['https://x.example/@acme/0123456789abcdef0123456789abcdef/', 'https://x.example/@acme/••••/'],
    ['https://x.example:8443/hooks/qk3v9d#x', 'https://x.example:8443/hooks/••••#x'],
    ['https://a:b@x.example/sk-proj-Abc123Def456Ghi789', 'https://••••@x.example/••••'],
  ])('has no token of a path: %s', (url, shown) => {
    expect(maskedTarget({ ...http, url })).toMatchObject({ url: shown });
  });

  it.each([
    'https://x.example/hooks/github/v1beta1/K8sCluster',
    'https://x.example/acme-skills-2026-11-24/mcp',
    'https://good.example&server=evil.example/AbC123xyz',
    'https://good.example,evil.example/AbC123xyz',
    'https://good.example/a;host=evil/AbC123xyz',
    'https://good.example/server=AbC123xyz',
  ])('has a path that says something, or that programs read differently: %s', (url) => {
    expect(maskedTarget({ ...http, url })).toMatchObject({ url });
  });

  it('never hides the host, which a backslash ends', () => {
    const url = 'https://evil.example\\@good.example/';
    expect(maskedTarget({ ...http, url })).toMatchObject({ url });
  });
});
