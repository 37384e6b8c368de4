import { describe, expect, it } from 'vitest';
import type { AnsweredFinding } from '../../../shared/model/findings.ts';
import { asciiJson } from '../../core/ascii-json.ts';
import { printable } from '../call/terminal.ts';
import { isOpen } from '../../../shared/model/severity.ts';
import { junitFaults, sarifFaults } from '../testing/standards/standards.ts';
import { maskingFor } from '../call/masking.ts';
import { maskedReport, type FindingsReport, junitOf } from './report.ts';
import { githubLines, textLines } from './findings-text.ts';
import { sarifOf } from './sarif.ts';

/** What a server writes to pass for one of our lines, to drive a terminal, or to start a command. */
const hostile =
  '\u001b[2K\r::error::forged\n::set-output name=x::1%0A\u202Eevil]]>\uFFFE\uD800\u0000';
const uri = `skill://a/x,y:${hostile}.md`;

const place = { start: 3, end: 9, line: 2, column: 4, endLine: 2, endColumn: 10 };
const finding = (more: Partial<AnsweredFinding> = {}): AnsweredFinding => ({
  rule: 'X01',
  ruleset: '1',
  title: 'Downloads something and runs it at once',
  why: 'Because.',
  confusedWith: 'Installers.',
  uri,
  digest: `sha256:${'a'.repeat(64)}`,
  severity: 'high',
  confidence: 'high',
  place,
  excerpt: hostile,
  decoded: { path: ['base64'], text: hostile },
  role: 'code',
  related: [place],
  count: 3,
  answer: null,
  isNew: false,
  others: [],
  ...more,
});

const answer: AnsweredFinding['answer'] = {
  id: '1',
  rule: 'A01',
  ruleset: '1',
  digest: `sha256:${'a'.repeat(64)}`,
  file: null,
  reason: hostile,
  by: 'me',
  at: '2026-11-22T00:00:00.000Z',
  expiresAt: null,
};

const report: FindingsReport = {
  skills: [
    {
      server: `s${hostile}`,
      uri: 'skill://a/SKILL.md',
      paths: new Map([[uri, `x,y:${hostile}.md`]]),
      findings: [
        finding(),
        finding({ rule: 'P01', confidence: 'low', role: 'example' }),
        finding({ rule: 'A01', answer }),
      ],
      notInspected: [{ uri, digest: null, reason: 'too-slow', detail: 'over 5 seconds' }],
      since: {
        gone: [{ rule: 'E01', severity: 'low', uri, answered: false }],
        unlooked: [],
      },
    },
  ],
  unseen: [
    {
      ...{ server: `s${hostile}`, uri: 'skill://a/SKILL.md', reason: 'not-inspected' },
      ...{ detail: "1 file wasn't inspected.", isPart: true },
    },
    {
      ...{ server: `s${hostile}`, uri: `skill://b/${hostile}`, reason: 'refused' },
      ...{ detail: `its entry is refused. ${hostile}`, isPart: false },
    },
  ],
  unreachable: [{ server: 'gone', message: hostile }],
};

/** Anything but printable ASCII and line ends. */
const unprintable = /[^\n -~]/;

describe('findings on a terminal', () => {
  const text = textLines(report).map(printable).join('\n');

  it("show the worst first, then folded ones, and what wasn't inspected", () => {
    expect(text).toContain('  high      X01 Downloads something and runs it at once: x,y:');
    expect(text.indexOf('X01')).toBeLessThan(text.indexOf('(high, example) P01'));
    expect(text).toContain('(high, dismissed) A01');
    expect(text).toContain('not inspected: x,y:');
    expect(text).toContain('took too long (over 5 seconds)');
    expect(text).toContain(
      "1 skill wasn't looked at, 1 skill was looked at only in part. " +
        '1 to review, 1 in examples, 1 dismissed, 1 not inspected, in 1 skill.',
    );
  });

  it('contain no control sequences, and mark every quoted line', () => {
    expect(text).not.toMatch(unprintable);
    for (const line of text.split('\n')) expect(line).not.toMatch(/^::/);
  });

  it('never call anything safe or malicious', () => {
    expect(text).not.toMatch(/\bsafe\b|secure|malicious|trusted/i);
  });
});

describe('findings as workflow commands', () => {
  const lines = githubLines(report).map(printable);

  it('are one line each, and no server text begins one or ends a value', () => {
    expect(lines).toHaveLength(7);
    for (const line of lines) {
      expect(line).toMatch(
        /^::(?:error|warning|notice) (?:file=[^,:]*,line=2,col=4,)?title=[^:]*::/,
      );
      expect(line).not.toMatch(/[\r\n]|%0A/);
      expect(line).not.toMatch(unprintable);
    }
  });
});

describe('findings as JUnit XML', () => {
  const xml = junitOf(report, isOpen);

  it('match the published schema, and nothing that a server sends becomes markup', async () => {
    expect(await junitFaults(xml)).toEqual([]);
    expect(xml).not.toMatch(unprintable);
    expect(xml).toContain('tests="3" failures="1" errors="1" skipped="1"');
  });
});

describe('findings as SARIF', () => {
  const printed = asciiJson(sarifOf(report));
  const sarif = JSON.parse(printed) as {
    runs: readonly [
      {
        tool: { driver: { rules: readonly { id: string }[] } };
        results: readonly Record<string, unknown>[];
        invocations: readonly [{ executionSuccessful: boolean }];
      },
    ];
  };

  it('name each rule once, and each place by line, column and bytes', () => {
    const [run] = sarif.runs;
    expect(run.tool.driver.rules.map(({ id }) => id)).toEqual(['A01', 'P01', 'X01']);
    expect(run.results[0]).toMatchObject({
      ruleId: 'X01',
      level: 'error',
      locations: [
        {
          physicalLocation: {
            region: { startLine: 2, startColumn: 4, byteOffset: 3, byteLength: 6 },
          },
        },
      ],
    });
    expect(run.results[1]).toMatchObject({ level: 'note', suppressions: [{ kind: 'external' }] });
    expect(run.invocations[0].executionSuccessful).toBe(false);
  });

  it('match the published schema', () => {
    expect(sarifFaults(sarif)).toEqual([]);
    expect(sarifFaults(sarifOf({ skills: [], unseen: [], unreachable: [] }))).toEqual([]);
  });

  it('are ASCII, with valid addresses', () => {
    expect(printed).not.toMatch(unprintable);
    for (const [, address = ''] of printed.matchAll(/"uri": "([^"]*)"/g))
      expect(address).toMatch(/^[\x21-\x7e]+$/);
  });
});

describe('findings of a server that repeats its secrets', () => {
  const key = 'a-long-key-that-a-server-was-given';
  /** Words of the formats, and a key. */
  const given = ['warning', 'results', 'message', 'Downloads', 'level', 'error', key];
  const file = `skill://a/${key}.md`;
  const repeated = finding({
    uri: file,
    // An excerpt begins where it begins, and ends at 200 characters.
    excerpt: `${key.slice(12)} | sh warning ${key.slice(0, 20)}…`,
    decoded: { path: ['base64'], text: `${key.slice(6)} and ${key}` },
  });
  const [skill] = report.skills;
  const masked = maskedReport(
    {
      skills: [{ ...skill!, findings: [repeated], paths: new Map([[file, `${key}.md`]]) }],
      unseen: [],
      unreachable: [{ server: 's', message: `no ${key}` }],
    },
    maskingFor(given),
  );

  it('mask them in each format without breaking it', () => {
    const text = textLines(masked).map(printable).join('\n');
    expect(text).toContain('X01 Downloads something and runs it at once: ••••.md:2:4');
    expect(text).toContain('| •••• | sh •••• ••••');
    const sarif = sarifOf(masked);
    expect(sarifFaults(sarif)).toEqual([]);
    const lines = githubLines(masked).map(printable);
    expect(lines[0]).toMatch(/^::error file=••••\.md,line=2,col=4,title=X01 Downloads /);
    expect(lines[1]).toMatch(/^::warning title=Not inspected::/);
    for (const said of [text, JSON.stringify(sarif), lines.join('\n')])
      expect(said).not.toMatch(/key-that|that-a-server|server-was-given|was-given/);
  });
});
