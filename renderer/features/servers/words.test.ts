import { describe, expect, it } from 'vitest';
import { connectionText, durationText, listingText, targetText } from './words.ts';

describe('a server in words', () => {
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
    ).toBe('incomplete: 1,200 skills in 12 pages arrived before it stopped');
  });
  it('tells a changed command from a new one', () => {
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
