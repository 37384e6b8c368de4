import { describe, expect, it } from 'vitest';
import { hostOf, kindOfAddress, mayAsk, mayAskToSignIn, namesThisMachine } from './address.ts';

describe('an address', () => {
  it.each([
    ['93.184.216.34', 'public'],
    ['2606:2800:220:1::1', 'public'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['169.254.169.254', 'private'],
    ['::ffff:a9fe:a9fe', 'private'],
    ['100.64.0.1', 'private'],
    ['0.0.0.0', 'private'],
    ['fd00::1', 'private'],
    ['fe80::1', 'private'],
    ['64:ff9b::a00:1', 'private'],
    ['not an address', 'private'],
    ['0:0:0:0:0:ffff:7f00:1', 'loopback'],
    ['0000:0000:0000:0000:0000:0000:0000:0001', 'loopback'],
    ['::127.0.0.1', 'private'],
    ['::ffff:0:127.0.0.1', 'private'],
    ['64:ff9b::7f00:1', 'loopback'],
    ['64:ff9b::5db8:d822', 'public'],
    ['64:ff9b:1::a00:1', 'private'],
    ['2002:7f00:1::', 'private'],
    ['2002:c0a8:101::1', 'private'],
    ['2001:0:7f00:1::', 'private'],
    ['2001:4860:4860::8888', 'public'],
    ['fec0::1', 'private'],
    ['fe80::1%eth0', 'private'],
    ['100::1', 'private'],
    ['ff02::1', 'private'],
    ['::', 'private'],
    ['192.88.99.1', 'private'],
  ])('%s is %s', (address, kind) => {
    expect(kindOfAddress(address)).toBe(kind);
  });

  it('around this machine is asked only on the host that was configured', () => {
    expect(mayAsk('skills.example', '93.184.216.34', 'other.example')).toBe(true);
    expect(mayAsk('intranet.example', '10.0.0.5', 'intranet.example')).toBe(true);
    expect(mayAsk('intranet.example', '10.0.0.5', 'skills.example')).toBe(false);
    expect(mayAsk('localhost', '127.0.0.1', 'localhost')).toBe(true);
    expect(mayAsk('127.0.0.1', '127.0.0.1', '127.0.0.1')).toBe(true);
    // A name that anybody can point at this machine is not a person asking for this machine.
    expect(mayAsk('rebind.example', '127.0.0.1', 'rebind.example')).toBe(false);
    expect(mayAsk('localhost', '127.0.0.1', 'skills.example')).toBe(false);
  });
});

it.each([
  ['login.example', '93.184.216.34', 'mcp.example', true],
  // A name in the DNS that means this machine, or the network around it.
  ['login.example', '127.0.0.1', 'mcp.example', false],
  ['login.example', '10.0.0.7', 'mcp.example', false],
  ['login.example', '127.0.0.1', 'localhost', false],
  ['10.0.0.8', '10.0.0.8', '10.0.0.7', false],
  ['10.0.0.7', '10.0.0.7', '10.0.0.7', true],
  ['localhost', '127.0.0.1', '127.0.0.1', true],
  ['127.0.0.1', '127.0.0.1', 'mcp.example', false],
])('a sign-in asks %s at %s for a server at %s: %s', (host, address, server, may) => {
  expect(mayAskToSignIn(host, address, server)).toBe(may);
});

it('a name of this machine is one also with the dot at its end', () => {
  expect(namesThisMachine(hostOf(new URL('https://localhost./')))).toBe(true);
  expect(namesThisMachine(hostOf(new URL('https://a.localhost./')))).toBe(true);
});
