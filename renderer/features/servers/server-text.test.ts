import { describe, expect, it } from 'vitest';
import type {
  AwaitedAnswer,
  ConnectionFailure,
  ServerTarget,
} from '../../../shared/model/server.ts';
import {
  connectionText,
  durationText,
  failureFacts,
  listingText,
  startingText,
  transportText,
  targetText,
} from './server-text.ts';

describe('a server in words', () => {
  it('says how a failure ended, how many attempts there were, and when the next one is', () => {
    const failed = (reason: 'exited' | 'certificate', retryAt: number | null, attempt: number) =>
      failureFacts(
        {
          status: 'failed',
          failure: {
            reason,
            message: '',
            stderr: [],
            ...(reason === 'exited' ? { exitCode: 3 } : {}),
          },
          attempt,
          retryAt,
        },
        10_000,
      );
    expect(failed('exited', 12_000, 1)).toBe('exit code 3 · attempt 2 of 6 · retrying in 2 s');
    expect(failed('exited', 11_000, 0)).toBe('exit code 3 · attempt 1 of 6 · retrying in 1 s');
    expect(failed('exited', null, 5)).toBe('exit code 3 · attempt 6 of 6 · not retrying');
    expect(failed('certificate', null, 0)).toBe('not retrying');
  });
  it('keeps one argument looking like one argument', () => {
    expect(
      targetText({
        type: 'stdio',
        command: 'node',
        args: ['server.js', 'two words', "it's", '', '; rm -rf /'],
        envNames: [],
      }),
    ).toBe("node server.js 'two words' 'it'\\''s' '' '; rm -rf /'");
    expect(targetText({ type: 'http', url: 'https://mcp.acme.example/mcp', headerNames: [] })).toBe(
      'https://mcp.acme.example/mcp',
    );
  });
  it('names the contacted host if the address spells it differently', () => {
    expect(targetText({ type: 'http', url: 'https://2130706433/', headerNames: [] })).toBe(
      '127.0.0.1, written https://2130706433/',
    );
  });
  it('says that an incomplete listing is incomplete', () => {
    expect(
      listingText({
        status: 'incomplete',
        problems: [],
        skills: 1200,
        refused: 0,
        pages: 12,
        at: 0,
        ttlMs: null,
      }),
    ).toBe('incomplete: 1,200 skills in 12 pages before it stopped');
  });
  it('says how long a start takes once it is slow', () => {
    const since = 1_000_000;
    const text = (attempt: number, passed: number): string =>
      startingText({ status: 'connecting', attempt, since }, since + passed);
    expect([text(0, 0), text(0, 2_999), text(0, 12_400), text(2, 12_400)]).toEqual([
      'Connecting…',
      'Connecting…',
      'Still starting (12 s)…',
      'Still starting (12 s), attempt 3 of 6…',
    ]);
    expect(startingText({ status: 'connecting', attempt: 0 }, since)).toBe('Connecting…');
  });
  it('counts attempts alike everywhere, and says when one repeats another that failed', () => {
    const failure: ConnectionFailure = { reason: 'timeout', message: 'No answer.', stderr: [] };
    const again = { status: 'connecting', attempt: 3, since: 0, failure } as const;
    expect(connectionText(again)).toBe('trying again, attempt 4 of 6');
    expect(connectionText(again, 12_000)).toBe('Trying again (12 s), attempt 4 of 6…');
    expect(startingText(again, 0)).toBe('Trying again, attempt 4 of 6…');
    expect(connectionText({ status: 'connecting', attempt: 1 })).toBe('connecting, attempt 2 of 6');
  });
  it('says which answer a slow start waits for', () => {
    const since = 1_000_000;
    const waiting = { method: 'initialize', since: since + 1_000 };
    const text = (attempt: number, passed: number, more: Partial<AwaitedAnswer> = {}): string =>
      startingText(
        { status: 'connecting', attempt, since, waiting: { ...waiting, ...more } },
        since + passed,
      );
    expect([
      text(0, 2_000),
      text(0, 13_400),
      text(2, 13_400),
      text(0, 13_400, { begun: 'body' }),
      text(0, 13_400, { begun: 'event' }),
      text(0, 13_400, { begun: 'line' }),
    ]).toEqual([
      'Connecting…',
      'Waiting for an answer to initialize, 12 s',
      'Waiting for an answer to initialize, 12 s, attempt 3 of 6',
      'Waiting for the rest of the answer to initialize, 12 s',
      'Waiting for the end of the event with the answer to initialize, 12 s',
      'Waiting for the end of the line with the answer to initialize, 12 s',
    ]);
  });
  it('names the transport that an address without a type speaks', () => {
    const target: ServerTarget = { type: 'http', url: 'http://a.example', headerNames: [] };
    const ready = { status: 'ready', protocolVersion: '2024-11-05' } as const;
    expect(transportText(target, ready)).toBe('streamable HTTP');
    expect(transportText(target, { ...ready, fallback: 'sse' })).toBe(
      'HTTP with server-sent events (no type is set)',
    );
  });
  it('distinguishes a changed command from a new one', () => {
    expect(
      connectionText({ status: 'needs-consent', fingerprint: 'sha256:0', changed: true }),
    ).toContain('changed');
    expect(
      connectionText({ status: 'needs-consent', fingerprint: 'sha256:0', changed: false }),
    ).not.toContain('changed');
  });
  it('writes short and long times readably', () => {
    expect([durationText(250), durationText(60_000), durationText(3_600_000)]).toEqual([
      '250 ms',
      '60 s',
      '60 min',
    ]);
  });
});
