import { describe, expect, it } from 'vitest';
import { judgeJourneys } from './journeys.mjs';

type Row = readonly [file: string, title: string, shells: string, ...tags: string[]];

/** A report as Playwright writes it; a shell in brackets skipped the journey. */
function reportOf(rows: readonly Row[], reason = 'no display'): object {
  const specs = rows.map(([file, title, shells, ...tags]) => ({
    file,
    title,
    tags,
    tests: shells.split(' ').map((shell) => {
      const skipped = shell.startsWith('(');
      return {
        projectName: shell.replace(/[()]/g, ''),
        status: skipped ? 'skipped' : 'expected',
        annotations: skipped ? [{ type: 'skip', description: reason }] : [],
      };
    }),
  }));
  return { suites: [{ specs: specs.slice(0, 1), suites: [{ specs: specs.slice(1) }] }] };
}
const rows: readonly Row[] = [
  ['01.spec.ts', 'a', 'browser electron'],
  ['01.spec.ts', 'two windows', 'browser', 'browser'],
  ['window.spec.ts', 'menu', 'electron', 'window'],
  ['host.spec.ts', 'library', 'browser'],
];
const least = { browser: 3, electron: 2 };

describe('what a run of the journeys comes to', () => {
  it('is good when every journey ran in the shells that it is for', () => {
    expect(judgeJourneys(reportOf(rows), least)).toEqual({
      lines: [
        '3 journeys ran in browser, 0 were skipped',
        '2 journeys ran in electron, 0 were skipped',
      ],
      problems: [],
    });
  });

  it('is bad when one vanished from a shell, and names it', () => {
    const fewer: Row[] = [['01.spec.ts', 'a', 'browser'], ...rows.slice(1)];
    expect(judgeJourneys(reportOf(fewer), { browser: 3, electron: 1 }).problems).toEqual([
      'ran in browser and not in electron: 01.spec.ts › a',
    ]);
    const other: Row[] = [['01.spec.ts', 'a', 'electron'], ...rows.slice(1)];
    expect(judgeJourneys(reportOf(other), { browser: 2, electron: 2 }).problems).toEqual([
      'ran in electron and not in browser: 01.spec.ts › a',
    ]);
  });

  it('is bad when one vanished from both', () => {
    expect(judgeJourneys(reportOf(rows.slice(1)), least).problems).toEqual([
      'browser ran 2 journeys, and there were 3',
      'electron ran 1 journeys, and there were 2',
    ]);
  });

  it('is bad when one was skipped, but not when a shell cannot run here at all', () => {
    const one: Row[] = [['01.spec.ts', 'a', 'browser (electron)'], ...rows.slice(1)];
    expect(judgeJourneys(reportOf(one), { browser: 3, electron: 1 }).problems).toEqual([
      'skipped in electron: 01.spec.ts › a (no display)',
      'ran in browser and not in electron: 01.spec.ts › a',
    ]);
    const none: Row[] = [
      ['01.spec.ts', 'a', 'browser (electron)'],
      ['window.spec.ts', 'menu', '(electron)', 'window'],
    ];
    expect(judgeJourneys(reportOf(none), { browser: 1, electron: 2 })).toEqual({
      lines: [
        '1 journeys ran in browser, 0 were skipped',
        'no journey ran in electron: no display',
      ],
      problems: [],
    });
  });

  it('is good when a Chromium without developer tools skipped what needs them, and says so', () => {
    const tools: Row = ['02.spec.ts', 'tools', '(browser)', 'browser', 'developer-tools'];
    const report = reportOf([...rows, tools], 'no tools');
    expect(judgeJourneys(report, { browser: 4, electron: 2 })).toEqual({
      lines: [
        '3 journeys ran in browser, 1 were skipped',
        'skipped in browser: 02.spec.ts › tools (no tools)',
        '2 journeys ran in electron, 0 were skipped',
      ],
      problems: [],
    });
  });

  it('is bad when a shell has no journey at all', () => {
    expect(judgeJourneys(reportOf([['01.spec.ts', 'a', 'browser']]), least).problems).toContain(
      'electron ran 0 journeys, and there were 2',
    );
  });
});
