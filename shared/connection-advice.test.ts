import { describe, expect, it } from 'vitest';
import { adviceOn, failureLine, startingAdvice, stepAfter, turnText } from './connection-advice.ts';
import { connectionFailureSchema, type ConnectionFailure } from './model/server.ts';

const reasons = connectionFailureSchema.shape.reason.options;
const failure = (
  reason: ConnectionFailure['reason'],
  more: Partial<ConnectionFailure> = {},
): ConnectionFailure => ({ reason, message: 'It failed.', stderr: [], ...more });

describe('a connection that is not there', () => {
  it.each(reasons)('because of %s says whose turn it is and what to do next', (reason) => {
    const { turn, next } = adviceOn(failure(reason));
    expect(turnText[turn]).toBeTruthy();
    expect(next).toMatch(/^[A-Z].{15,}\.$/);
    expect(failureLine('s', failure(reason))).toBe(`It failed. ${turnText[turn]}: ${next}`);
  });

  it('has other words for each reason, and for one that is still starting', () => {
    const all = [...reasons.map((reason) => adviceOn(failure(reason)).next), startingAdvice.next];
    expect(new Set(all).size).toBe(reasons.length + 1);
    expect(startingAdvice.turn).toBe('wait');
  });

  it('because a command gave no answer speaks of no address', () => {
    expect(adviceOn(failure('timeout')).next).not.toContain('address');
  });

  it.each([
    'spawn',
    'unauthorized',
    'forbidden',
    'not-found',
    'redirected',
    'redirect-loop',
    'certificate',
    'dns',
    'version',
    'config',
  ] as const)('because of %s is not fixed by asking again', (reason) => {
    expect(adviceOn(failure(reason)).fixesItself).toBe(false);
  });

  it.each(['rate-limited', 'busy', 'network', 'lookup', 'closed', 'exited', 'timeout'] as const)(
    'because of %s may be there a little later',
    (reason) => {
      expect(adviceOn(failure(reason)).fixesItself).toBe(true);
    },
  );

  it('says when to try again where the server has said so', () => {
    expect(adviceOn(failure('busy', { retryAfterMs: 29_100 })).next).toBe('Try again in 30 s.');
    expect(adviceOn(failure('rate-limited', { retryAfterMs: 3_600_000 })).next).toBe(
      'Try again in 60 min.',
    );
    expect(adviceOn(failure('not-found', { retryAfterMs: 1_000 })).next).toContain(
      'Check the path',
    );
  });

  it('names the headers that were refused', () => {
    expect(adviceOn(failure('unauthorized', { headers: ['Authorization'] })).next).toContain(
      'for the header Authorization in',
    );
    expect(adviceOn(failure('forbidden', { headers: ['A', 'B'] })).next).toContain(
      'for the headers A, B in',
    );
  });

  it('says where to sign in, for what, and with which command', () => {
    const signIn = {
      why: 'first' as const,
      issuers: ['https://as.example'],
      scopes: ['read', 'write'],
      unshown: 0,
      more: [],
    };
    expect(failureLine('my server', failure('unauthorized', { signIn }))).toBe(
      'It failed. What to do: Sign in at https://as.example (scopes: read, write) with `skillgate login "my server"`.',
    );
    const step = (more: Partial<typeof signIn>): string =>
      stepAfter('s', failure('unauthorized', { signIn: { ...signIn, ...more } })).next;
    expect(step({ issuers: [], scopes: ['a'] })).toBe(
      'Sign in (scope: a) with `skillgate login s`.',
    );
    const many = Array.from({ length: 20 }, (_, at) => `s${at}`);
    expect(step({ scopes: many, unshown: 1 })).toContain('s7 and 13 more) with');
    expect(step({ scopes: [] })).toBe('Sign in at https://as.example with `skillgate login s`.');
  });
});

it.each([
  ['It failed', 'It failed. '],
  ['It failed.', 'It failed. '],
  ['It said “no.”', 'It said “no.” '],
  ['It said “no” (7)', 'It said “no” (7). '],
])('a message and its step are two sentences: %s', (message, begins) => {
  expect(failureLine('s', { reason: 'config', message, stderr: [] }).startsWith(begins)).toBe(true);
});
