import { describe, expect, it } from 'vitest';
import { describePortTaken, readPort } from './gateway.ts';

describe('the port of a gateway', () => {
  it.each(['', '-1', '65536', '1e3', '0x10', ' 80', '123456'])('is rejected as %j', (text) => {
    expect(() => readPort(text)).toThrow('--http takes a port');
  });

  it('is a number from 0 to 65535', () => {
    expect(['0', '7410', '65535'].map(readPort)).toEqual([0, 7410, 65_535]);
  });

  it('says whose program uses it, and what to do about its key', () => {
    const given = { server: 'my server', http: '7410' };
    expect(describePortTaken('ours', given)).toContain('another of your programs');
    const theirs = describePortTaken('another', given);
    expect(theirs).toContain("another user's program");
    expect(theirs).toContain('skillgate gateway key rotate --server "my server" --http 7410');
    expect(describePortTaken('unknown', given)).toContain("doesn't say whose");
  });
});
