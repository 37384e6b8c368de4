import { describe, expect, it } from 'vitest';
import { defects } from '../../../e2e/servers/defects/index.ts';
import type { ConformanceReport } from '../../../shared/model/report.ts';
import { outcomeOf } from '../../../shared/model/report-text.ts';
import { baselineOf, type KnownFaults } from '../../core/conformance/evaluate.ts';
import { reportOn } from '../../core/conformance/testing/planted.ts';
import { printable } from '../call/terminal.ts';
import { publishedFor } from '../testing/published.ts';
import { formats, outputOf, type ReportFormat } from './output.ts';

/** What a server writes to pass for one of our lines, to drive a terminal, or to start a command. */
const hostile =
  '\u001b[2K\r::error::forged\n::set-output name=x::1%0A\u202Eevil]]><!--&amp;"\'</testcase>';

const about = (name: string, baseline?: KnownFaults): ConformanceReport => ({
  format: 'skillgate/report@1',
  kind: 'conformance',
  target: name,
  protocol: '2026-07-28',
  checks: reportOn(defects[name]!, '2026-07-28', baseline).report,
  unfinished: [],
  stale: baseline?.stale() ?? [],
});

/** Every text of a report that a server can write. */
function forged(): ConformanceReport {
  const report = about('no-size');
  const [fault] = report.checks.flatMap(({ faults }) => faults);
  return {
    ...report,
    target: hostile,
    unfinished: [hostile],
    stale: [hostile],
    stderr: [hostile, `${hostile} once more`],
    checks: report.checks.map((check, index) => ({
      ...check,
      why: index === 3 ? hostile : check.why,
      verdict: index === 3 ? 'skipped' : check.verdict,
      faults: check.faults.map(() => ({
        ...fault!,
        subject: hostile,
        said: hostile,
        evidence: { request: 1, asked: hostile, answer: hostile, stderr: [hostile, hostile] },
        place: { file: `a/${hostile}`, line: 2, column: 3 },
      })),
    })),
  };
}
const printed = (report: ConformanceReport, format: ReportFormat): string =>
  outputOf(report, format).human.map(printable).join('\n');

/** Anything but printable ASCII and line ends. */
const unprintable = /[^\n -~]/;

describe.each(formats)('a report as %s', (format) => {
  it('contains no terminal sequence and no workflow command from a server', () => {
    const text = printed(forged(), format);
    expect(text).not.toMatch(unprintable);
    for (const line of text.split('\n'))
      if (line.trimStart().startsWith('::')) expect(line).toMatch(/^::(?:error|warning|notice) /);
    expect(text).not.toMatch(/^::set-output/m);
  });

  it('names every problem and its fix', () => {
    const report = about('no-size');
    const text = printed(report, format);
    expect(text).toContain('sep-2640-resources-size-required');
    expect(text).toContain('scripts/total.py');
    expect(text).toContain('Set size to the length');
  });
});

describe('a report for people', () => {
  it('names a reason once for all its checks', () => {
    const report = about('lists-nothing');
    const reason = 'The listing is empty, which is allowed.';
    const of = report.checks.filter(({ why }) => why === reason);
    expect(of.length).toBeGreaterThan(10);
    const text = printed(report, 'text');
    expect(text.split(reason)).toHaveLength(2);
    expect(text).toContain(`skipped ${reason} (${of.length} checks)`);
    for (const { id } of of) expect(text).toMatch(new RegExp(`\\b${id}(,|\\n)`));
    for (const line of text.split('\n')) expect(line.length).toBeLessThan(200);
    // One that stands alone has its id before its reason.
    expect(text).toMatch(/^skipped skillgate\/\S+: /m);
  });

  it("shows request and answer of a check's first three problems, and names all of them", () => {
    const text = printed(about('digest-uppercase'), 'text');
    const report = about('digest-uppercase');
    const check = report.checks.find(({ id }) => id === 'sep-2640-resources-digest-format');
    expect(check?.faults.length).toBeGreaterThan(3);
    const part = text.slice(
      text.indexOf(check!.id),
      text.indexOf('fix: ', text.indexOf(check!.id)),
    );
    for (const { subject } of check!.faults) expect(part).toContain(`-  ${subject}: digest is`);
    expect(part.match(/^ {8}request /gm)).toHaveLength(3);
    expect(part).toContain(`of the last ${check!.faults.length - 3}, use --format json.`);
  });

  it('ends with the failed checks, if there are several', () => {
    const text = printed(about('file-twins'), 'text');
    const end = text.slice(text.indexOf('\nTo fix:\n'));
    expect(end).toMatch(/\n {2}warn {2}skillgate\/uri-twins\n/);
    expect(end).toMatch(/\n {2}fail {2}skillgate\/files-readable\n/);
    expect(printed(about('no-size'), 'text')).not.toContain('To fix:');
  });
});

describe('a report as JUnit', () => {
  it('stays well-formed whatever a server writes', () => {
    const text = printed(forged(), 'junit');
    const tags = [...text.matchAll(/<(\/?)([a-z-]+)((?:\s+[a-z]+="[^"<]*")*)\s*(\/?)>/g)];
    const rest = text
      .replace(/<\?xml[^>]*\?>/, '')
      .replaceAll(/<\/?[a-z-]+(?:\s+[a-z]+="[^"<]*")*\s*\/?>/g, '');
    expect(rest).not.toMatch(/[<>]/);
    const open: string[] = [];
    for (const [, closes, name = '', , empty] of tags) {
      if (closes === '/') expect(open.pop()).toBe(name);
      else if (empty !== '/') open.push(name);
    }
    expect(open).toEqual([]);
  });

  it('counts its cases', () => {
    const text = printed(about('no-size'), 'junit');
    const { checks } = about('no-size');
    expect(text).toContain(`tests="${checks.length}" failures="1" errors="0" skipped="4"`);
    expect(text.match(/<testcase /g)).toHaveLength(checks.length);
    expect(text.match(/<failure /g)).toHaveLength(1);
    expect(text.match(/<skipped>/g)).toHaveLength(4);
  });
});

describe('a report as SARIF', () => {
  it('has a rule for each check and a result for each problem', () => {
    const sarif = JSON.parse(printed(about('no-size'), 'sarif')) as {
      runs: [
        {
          results: { ruleId: string; ruleIndex: number; level: string }[];
          tool: { driver: { rules: { id: string }[] } };
        },
      ];
    };
    const [{ results, tool }] = sarif.runs;
    expect(results).toHaveLength(4);
    for (const { ruleId, ruleIndex, level } of results) {
      expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
      expect(level).toBe('error');
    }
  });
});

describe('a place in SARIF', () => {
  it.each([
    ['https:/evil.example/SKILL.md', 'https%3A/evil.example/SKILL.md'],
    ['a?b#c%41/SKILL.md', 'a%3Fb%23c%2541/SKILL.md'],
    ['größe/my file.md', 'gr%C3%B6%C3%9Fe/my%20file.md'],
  ])('of %s is a relative reference to exactly that', (file, uri) => {
    const report = about('no-size');
    const place = { file, line: 1, column: 1 };
    const checks = report.checks.map((check) => ({
      ...check,
      faults: check.faults.map((fault) => ({ ...fault, place })),
    }));
    expect(printed({ ...report, checks }, 'sarif')).toContain(`"uri": "${uri}"`);
    expect(new URL(uri, 'file:///w/').protocol).toBe('file:');
  });
});

describe('a report as JSON', () => {
  const accepts = publishedFor('conformance');

  it.each(Object.keys(defects))('matches the schema: %s', (name) => {
    expect(accepts(outputOf(about(name), 'json').json)).toBe(true);
    expect(accepts(JSON.parse(printed(about(name), 'json')))).toBe(true);
    expect(accepts({ ...about(name), checks: [{}] })).toBe(false);
  });
});

describe('the exit code', () => {
  it.each([
    ['sound', 0, 'Nothing to fix.'],
    ['no-size', 1, 'Something needs fixing.'],
    ['bare-meta', 3, 'Nothing breaks a MUST.'],
  ] as const)('of a server that %s is %i', (name, exit, words) => {
    const output = outputOf(about(name), 'text');
    expect(output.exit).toBe(exit);
    expect(output.human.at(-1)).toContain(words);
  });

  it('is never 0 and never says "Nothing to fix" if something wasn\'t checked', () => {
    const cut = { ...about('sound'), unfinished: ['The time was over.'] };
    const output = outputOf(cut, 'text');
    expect(output.exit).toBe(3);
    expect(output.human.join('\n')).not.toMatch(/nothing to fix/i);
  });
});

describe('a baseline', () => {
  const subject = 'skill://acme/refunds/scripts/total.py';
  const id = 'sep-2640-resources-size-required';
  const report = about('no-size');
  const against = (text: string): ConformanceReport => about('no-size', baselineOf(text));

  it('excludes known problems, one by one or all of a check', () => {
    expect(outcomeOf(against(id))).toBe('pass');
    expect(outcomeOf(against(`${id} ${subject}`))).toBe('fail');
    const all = report.checks
      .flatMap((check) => check.faults.map((one) => `${check.id} ${one.subject}`))
      .join('\n');
    expect(outcomeOf(against(all))).toBe('pass');
    expect(printed(against(all), 'text')).toContain('beyond the baseline');
  });

  it('names its outdated lines', () => {
    const read = against(`# known\n\n${id}\r\nsep-2640-meta-prefix skill://x/SKILL.md\n`);
    expect(read.stale).toEqual(['sep-2640-meta-prefix skill://x/SKILL.md']);
    expect(printed(read, 'text')).toContain('stale');
  });
});
