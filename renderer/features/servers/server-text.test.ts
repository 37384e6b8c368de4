import { describe, expect, it } from 'vitest';
import {
  connectionText,
  durationText,
  failureFacts,
  listingText,
  startingText,
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
