import { describe, expect, it } from 'vitest';
import { kindOfAddress, mayAsk } from './address.ts';

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
