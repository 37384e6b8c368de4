import { describe, expect, it } from 'vitest';
import { chooseProxy, proxyText, type EnvironmentVariables } from './tunnel.ts';

const chosen = (address: string, env: EnvironmentVariables): string => {
  const choice = chooseProxy(new URL(address), env);
  if (choice.kind === 'proxy') return `${choice.variable} ${choice.url.host}`;
  return choice.kind === 'direct' ? 'direct' : choice.why;
};
const both = { HTTP_PROXY: 'http://plain.example:1', HTTPS_PROXY: 'http://secure.example:2' };

describe('the proxy for an address', () => {
  it.each([
    ['https://mcp.example/', both, 'HTTPS_PROXY secure.example:2'],
    ['http://mcp.example/', both, 'HTTP_PROXY plain.example:1'],
    ['https://mcp.example/', { HTTP_PROXY: 'http://plain.example:1' }, 'direct'],
    [
      'https://mcp.example/',
      { ...both, https_proxy: 'low.example:3' },
      'https_proxy low.example:3',
    ],
    ['https://mcp.example/', { ...both, https_proxy: '' }, 'direct'],
    ['https://mcp.example/', {}, 'direct'],
    ['https://mcp.example/', { HTTPS_PROXY: 'http://[' }, 'isn’t an address'],
    [
      'https://mcp.example/',
      { HTTPS_PROXY: 'socks5://s.example' },
      'names a proxy of the type socks5:, but only http and https are supported',
    ],
  ])('%s with %j is %s', (address, env, expected) => {
    expect(chosen(address, env)).toBe(expected);
  });

  it.each([
    'localhost',
    'LOCALHOST',
    'app.localhost',
    'localhost.',
    '127.0.0.1',
    '127.9.9.9',
    '[::1]',
  ])('is none for %s, which is this machine', (host) => {
    expect(chosen(`https://${host}/`, both)).toBe('direct');
    expect(chosen(`http://${host}:8080/`, both)).toBe('direct');
  });

  it.each([
    ['*', 'mcp.example', true],
    ['mcp.example', 'mcp.example', true],
    ['MCP.example', 'mcp.example', true],
    ['example', 'mcp.example', true],
    ['.example', 'mcp.example', true],
    ['*.example', 'mcp.example', true],
    ['cp.example', 'mcp.example', false],
    ['other.example, mcp.example', 'mcp.example', true],
    ['other.example mcp.example', 'mcp.example', true],
    ['mcp.example:443', 'mcp.example', true],
    ['mcp.example:8443', 'mcp.example', false],
    ['mcp.example:8443', 'mcp.example:8443', true],
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '11.1.2.3', false],
    ['10.0.0.0/99', '10.1.2.3', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['2.3', '10.1.2.3', false],
    ['2001:db8::/32', '[2001:db8::7]', true],
    ['2001:db8::7', '[2001:db8:0::7]', true],
    ['[2001:db8::7]:443', '[2001:db8::7]', true],
    [',, ,', 'mcp.example', false],
    ['.', 'mcp.example', false],
  ])('with NO_PROXY=%s and the host %s: exempt is %s', (list, host, isExempt) => {
    const expected = isExempt ? 'direct' : 'HTTPS_PROXY secure.example:2';
    expect(chosen(`https://${host}/`, { ...both, NO_PROXY: list })).toBe(expected);
    expect(chosen(`https://${host}/`, { ...both, no_proxy: list })).toBe(expected);
  });

  it('is named without its user name and password', () => {
    const env = { HTTPS_PROXY: 'http://ann:s3cret@proxy.example:3128/?token=s3cret' };
    const choice = chooseProxy(new URL('https://mcp.example/'), env);
    expect(choice.kind === 'proxy' && proxyText(choice)).toBe(
      'the proxy http://proxy.example:3128 (HTTPS_PROXY)',
    );
  });
});
