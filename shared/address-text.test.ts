import { describe, expect, it } from 'vitest';
import { addressText, hostBehind } from './written-out.ts';

describe('the host behind an address', () => {
  it.each([
    ['https://good.example\u2044.evil.example/', 'good.xn--example-7d7c.evil.example'],
    ['https://\u0430pple.com/', 'xn--pple-43d.com'],
    ['https://good.example\u3002evil.example/', 'good.example.evil.example'],
    ['https://\u24D4\u24E5\u24D8\u24DB.example', 'evil.example'],
    ['https://evil%2eexample/', 'evil.example'],
    ['https://2130706433/', '127.0.0.1'],
    ['https://0x7f.1:8080/', '127.0.0.1'],
    ['https://b\u00FCcher.example/mcp', 'xn--bcher-kva.example'],
    ['https://••••@\u0430pple.com:444/', 'xn--pple-43d.com'],
  ])('is said where it is not the one that is written: %s', (address, host) => {
    expect(hostBehind(address)).toBe(host);
    expect(addressText(address).startsWith(`${host}, written https://`)).toBe(true);
  });

  it.each([
    'https://good.example/mcp',
    'HTTPS://Good.Example:443/',
    'http://localhost:3000',
    'http://127.0.0.1:80/',
    'http://[::1]:80/',
    'https://••••@good.example/?token=••••',
    'no address',
    'mailto:a@b.example',
  ])('is not said twice: %s', (address) => {
    expect(hostBehind(address)).toBeNull();
    expect(addressText(address)).toBe(address);
  });

  it('is not said twice where another address is in the query, whose letters are written out', () => {
    const address = 'https://good.example/?x=https://\u0430pple.com';
    expect(hostBehind(address)).toBeNull();
    expect(addressText(address)).toBe('https://good.example/?x=https://\\u{0430}pple.com');
  });
});
