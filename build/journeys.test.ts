import { describe, expect, it } from 'vitest';
import {
  countTasks,
  type JourneyLane,
  journeyLane,
  judgeJourneys,
  judgeTries,
} from './journeys.mjs';
import { familyOfFrame, requestFamilies } from './request-families.ts';

type Row = readonly [file: string, title: string, shells: string, ...tags: string[]];

interface ReportOptions {
  readonly lane?: JourneyLane;
  /** Why journeys were skipped. */
  readonly reason?: string;
  readonly requestFamilies?: readonly string[];
  /** The fixtures' annotations, by title. */
  readonly annotations?: Readonly<Record<string, readonly object[]>>;
  /** Attempts, by title. */
  readonly tries?: Readonly<Record<string, number>>;
}

/** A report as Playwright writes it; a shell in brackets skipped the journey. */
function reportOf(rows: readonly Row[], options: ReportOptions = {}): object {
  const { lane, reason = 'no display', requestFamilies: families, annotations, tries } = options;
  const specs = rows.map(([file, title, shells, ...tags]) => ({
    file,
    title,
    tags,
    tests: shells.split(' ').map((shell) => {
      const skipped = shell.startsWith('(');
      return {
        projectName: shell.replace(/[()]/g, ''),
        status: skipped ? 'skipped' : 'expected',
        annotations: skipped
          ? [{ type: 'skip', description: reason }]
          : (annotations?.[title] ?? []),
        results: Array.from({ length: tries?.[title] ?? 1 }, () => ({})),
      };
    }),
  }));
  return {
    config: { metadata: { lane, requestFamilies: families } },
    suites: [{ specs: specs.slice(0, 1), suites: [{ specs: specs.slice(1) }] }],
  };
}
const none = 'no journey needed a second start';
/** How many each shell must have run, in whichever lane. */
const must = (browser: number, electron: number) => ({
  browser: { normal: browser, both: browser, full: browser },
  electron: { normal: electron, both: electron, full: electron },
});

describe('the counted tasks', () => {
  const tasks = (...counts: readonly object[]) =>
    reportOf([['tasks.spec.ts', 'deny a skill', 'browser']], {
      annotations: {
        'deny a skill': counts.map((one) => ({ type: 'count', description: JSON.stringify(one) })),
      },
    });
  const counted = { clicks: 3, keys: 0, buttons: 20, words: 90 };

  it('are rows of the table, in which clicks and keys may not grow', () => {
    const row = '| deny a skill | 3 | 0 | 20 | 90 |';
    expect(countTasks(tasks(counted), '')).toEqual({ rows: [row], problems: [] });
    expect(countTasks(tasks(counted), `| task |\n${row}\n`).problems).toEqual([]);
    expect(countTasks(tasks(counted), row.replace('20', '19')).problems).toEqual([]);
    const before = '| deny a skill | 2 | 0 | 20 | 90 |';
    expect(countTasks(tasks(counted), before).problems).toEqual([
      'deny a skill: 3 clicks and 0 keys; docs/figures.md has 2 and 0',
    ]);
  });

  it('are a problem if one wasn’t counted', () => {
    expect(countTasks(tasks(), '').problems).toEqual(["deny a skill: it wasn't counted"]);
  });
});

describe('the lane of the journeys', () => {
  it('is the one that SKILLGATE_LANE names, or the normal one without it', () => {
    expect(journeyLane({})).toBe('normal');
    expect(journeyLane({ SKILLGATE_LANE: '' })).toBe('normal');
    expect(journeyLane({ SKILLGATE_LANE: 'full' })).toBe('full');
  });

  it('is never guessed from another word', () => {
    expect(() => journeyLane({ SKILLGATE_LANE: 'all' })).toThrow('Set it to normal, both or full.');
  });
});

describe('the result of a run of the full lane', () => {
  const rows: readonly Row[] = [
    ['01.spec.ts', 'a', 'browser electron'],
    ['01.spec.ts', 'two windows', 'browser', 'browser'],
    ['window.spec.ts', 'menu', 'electron', 'window'],
    ['host.spec.ts', 'library', 'browser'],
  ];
  const least = must(3, 2);
  const full = { lane: 'full' } as const;

  it('passes if every journey ran in its shells', () => {
    expect(judgeJourneys(reportOf(rows, full), least)).toEqual({
      lines: [
        '3 journeys ran in browser, 0 were skipped',
        '2 journeys ran in electron, 0 were skipped',
        none,
      ],
      problems: [],
    });
  });

  it('fails if one vanished from a shell, and names it', () => {
    const fewer: Row[] = [['01.spec.ts', 'a', 'browser'], ...rows.slice(1)];
    expect(judgeJourneys(reportOf(fewer, full), must(3, 1)).problems).toEqual([
      'ran in browser and not in electron: 01.spec.ts › a',
    ]);
    const other: Row[] = [['01.spec.ts', 'a', 'electron'], ...rows.slice(1)];
    expect(judgeJourneys(reportOf(other, full), must(2, 2)).problems).toEqual([
      'ran in electron and not in browser: 01.spec.ts › a',
    ]);
  });

  it('fails if one vanished from both', () => {
    expect(judgeJourneys(reportOf(rows.slice(1), full), least).problems).toEqual([
      'browser ran 2 journeys, and there were 3',
      'electron ran 1 journeys, and there were 2',
    ]);
  });

  it('fails if one was skipped, unless its shell can’t run here at all', () => {
    const one: Row[] = [['01.spec.ts', 'a', 'browser (electron)'], ...rows.slice(1)];
    expect(judgeJourneys(reportOf(one, full), must(3, 1)).problems).toEqual([
      'skipped in electron: 01.spec.ts › a (no display)',
      'ran in browser and not in electron: 01.spec.ts › a',
    ]);
    const noWindow: Row[] = [
      ['01.spec.ts', 'a', 'browser (electron)'],
      ['window.spec.ts', 'menu', '(electron)', 'window'],
    ];
    expect(judgeJourneys(reportOf(noWindow, full), must(1, 2))).toEqual({
      lines: [
        '1 journeys ran in browser, 0 were skipped',
        'no journey ran in electron: no display',
        none,
      ],
      problems: [],
    });
  });

  it('passes if a Chromium without developer tools skipped what needs them, and says so', () => {
    const tools: Row = ['02.spec.ts', 'tools', '(browser)', 'browser', 'developer-tools'];
    const report = reportOf([...rows, tools], { ...full, reason: 'no tools' });
    expect(judgeJourneys(report, must(4, 2))).toEqual({
      lines: [
        '3 journeys ran in browser, 1 were skipped',
        'skipped in browser: 02.spec.ts › tools (no tools)',
        '2 journeys ran in electron, 0 were skipped',
        none,
      ],
      problems: [],
    });
  });

  it('fails if a shell ran no journey at all', () => {
    const report = reportOf([['01.spec.ts', 'a', 'browser']], full);
    expect(judgeJourneys(report, least).problems).toContain(
      'electron ran 0 journeys, and there were 2',
    );
  });
});

describe('the result of a run of the normal lane', () => {
  const rows: readonly Row[] = [
    ['01.spec.ts', 'a', 'browser electron', 'both'],
    ['01.spec.ts', 'b', 'browser'],
    ['window.spec.ts', 'menu', 'electron', 'window'],
  ];

  it('passes if a journey ran in the browser alone, unless it is tagged @both', () => {
    expect(judgeJourneys(reportOf(rows), must(2, 2)).problems).toEqual([]);
    const fewer: Row[] = [['01.spec.ts', 'a', 'browser', 'both'], ...rows.slice(1)];
    expect(judgeJourneys(reportOf(fewer), must(2, 1)).problems).toEqual([
      'ran in browser and not in electron: 01.spec.ts › a',
    ]);
  });

  it('is counted against its own numbers, not those of the full lane', () => {
    const least = {
      browser: { normal: 2, both: 9, full: 9 },
      electron: { normal: 3, both: 9, full: 9 },
    };
    expect(judgeJourneys(reportOf(rows), least).problems).toEqual([
      'electron ran 2 journeys, and there were 3',
    ]);
  });

  it('fails if no journey in both shells makes a request of a family', () => {
    const report = reportOf(rows, {
      requestFamilies: ['app', 'hosts', 'log'],
      annotations: {
        a: [{ type: 'request families', description: 'app log' }],
        b: [{ type: 'request families', description: 'hosts' }],
      },
    });
    expect(judgeJourneys(report, must(2, 2)).problems).toEqual([
      'no journey tagged @both makes a request of the family hosts: tag one that does',
    ]);
  });

  it('names every journey whose program was restarted, and still passes', () => {
    const report = reportOf(rows, {
      annotations: { menu: [{ type: 'started again', description: 'Electron was late' }] },
    });
    const { lines, problems } = judgeJourneys(report, must(2, 2));
    expect(lines.slice(2)).toEqual([
      '1 second starts were needed',
      'started again in electron: window.spec.ts › menu (Electron was late)',
    ]);
    expect(problems).toEqual([]);
  });

  it('fails if more Electrons than a few had to be killed', () => {
    const killed = (times: number) =>
      judgeJourneys(
        reportOf(rows, {
          annotations: {
            menu: Array.from({ length: times }, () => ({
              type: 'started again',
              description: 'Electron was still running 30 s after quitting, and was killed',
            })),
          },
        }),
        must(2, 2),
      ).problems;
    expect(killed(3)).toEqual([]);
    expect(killed(4)).toEqual(['4 Electrons didn’t end after quitting, and at most 3 may']);
  });

  it('names a journey that needed a second try, and fails from the third on', () => {
    const one = judgeJourneys(reportOf(rows, { tries: { b: 2 } }), must(2, 2));
    expect(one.lines).toContain('tried again in browser: 01.spec.ts › b');
    expect(one.problems).toEqual([]);
    expect(judgeTries(['a', 'b'])).toEqual([]);
    expect(judgeTries(['a', 'b', 'c'])).toEqual(['3 tests needed a second try, and at most 2 may']);
  });
});

describe('the family of a request', () => {
  it('is read from the frame that carries it', () => {
    const frame = (name: string) => JSON.stringify({ id: 12, name, input: { name: 'getHosts' } });
    expect(familyOfFrame(frame('approve'))).toBe('decisions');
    expect(familyOfFrame(frame('toString'))).toBeNull();
    expect(familyOfFrame('{"kept":true}')).toBeNull();
    expect(new Set(Object.values(requestFamilies)).size).toBe(7);
  });
});
