import { describe, expect, it } from 'vitest';
import { faultOf } from './options.ts';

describe('a call that failed', () => {
  it('says what the server answered in its own words, marked as its, and shows what is hidden', () => {
    const message = `no\u202E ${'x'.repeat(600)}`;
    const { code, message: said } = faultOf({ reason: 'error-response', code: -32_001, message });
    expect(code).toBe('server-error');
    expect(said).toMatch(/^The server answered: .no\\u\{202E\} x{400,500}.*\(-32001\)$/);
    expect(said.length).toBeLessThan(560);
  });

  it.each([
    ['timeout', 'timeout'],
    ['out-of-time', 'timeout'],
    ['cancelled', 'cancelled'],
    ['unavailable', 'not-connected'],
    ['closed', 'not-connected'],
    ['broke', 'server-error'],
    ['too-large', 'server-error'],
    ['bad-response', 'server-error'],
  ] as const)('by %s is a fault of the kind %s, in the same words', (reason, code) => {
    expect(faultOf({ reason, message: 'why' })).toEqual({ code, message: 'why' });
  });
});
