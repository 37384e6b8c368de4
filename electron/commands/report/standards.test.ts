import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defects } from '../../../e2e/servers/defects/index.ts';
import type { ConformanceReport } from '../../../shared/model/report.ts';
import { baselineOf } from '../../core/conformance/evaluate.ts';
import { reportOn } from '../../core/conformance/testing/planted.ts';
import { printable } from '../call/terminal.ts';
import { answer } from '../run.ts';
import { hereAt } from '../testing/here.ts';
import { junitFaults, sarifFaults } from '../testing/standards/standards.ts';
import { outputOf, type ReportFormat } from './output.ts';

/** Escape sequences, ends of markup, what XML 1.0 does not have, and halves of pairs. */
const hostile =
  '\u001b[2K\r\n]]>\u0000\u0008\uFFFE\uFFFF\uD800a\uDC00\u202E\u{1FFFE}&#0;<!--"\'%zz';

const about = (name: string, baseline = ''): ConformanceReport => {
  const known = baselineOf(baseline);
  const { report } = reportOn(defects[name]!, '2026-07-28', known);
  return {
    format: 'skillgate/report@1',
    kind: 'conformance',
    target: name,
    protocol: '2026-07-28',
    checks: report,
    unfinished: [],
    stale: known.stale(),
  };
};
/** Every text of a report, whoever writes it. */
function forged(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => forged(one, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, forged(one, name)]),
    );
  const isOurs = ['format', 'kind', 'level', 'verdict'].includes(key);
  return typeof value === 'string' && !isOurs ? `${value}${hostile}` : value;
}
const hostileReport = (): ConformanceReport => {
  const { checks, ...report } = about('no-size');
  return forged({
    ...report,
    unfinished: ['x'],
    stale: ['x'],
    checks: checks.map((check) => ({
      ...check,
      faults: check.faults.map((one) => ({ ...one, place: { file: 'a/b', line: 2, column: 3 } })),
    })),
  }) as ConformanceReport;
};
const printed = (report: ConformanceReport, format: ReportFormat): string =>
  outputOf(report, format).human.map(printable).join('\n');

async function demandBoth(report: ConformanceReport): Promise<void> {
  expect(sarifFaults(JSON.parse(printed(report, 'sarif')))).toEqual([]);
  expect(await junitFaults(printed(report, 'junit'))).toEqual([]);
}

describe('a report matches the published schemas of SARIF 2.1.0 and JUnit XML', () => {
  it('of a server with any one defect (makes a report of each)', async () => {
    const reports = Object.keys(defects).map((name) => about(name));
    expect(reports.length).toBeGreaterThan(42);
    for (const report of reports)
      expect(sarifFaults(JSON.parse(printed(report, 'sarif')))).toEqual([]);
    expect(await junitFaults(...reports.map((report) => printed(report, 'junit')))).toEqual([]);
  });

  it('with a baseline of some problems and outdated lines', () =>
    demandBoth(about('no-size', 'sep-2640-resources-size-required\nother line\n')));

  it('whatever a server writes into its texts', () => demandBoth(hostileReport()));

  it('whatever names and bytes the linted files have', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skillgate-standards-'));
    try {
      const names = [
        Buffer.from([0x61, 0xff, 0xfe, 0x62]),
        Buffer.from('x]]>\u001b[31m\uFFFE\u202E&'),
        Buffer.from('line\nbreak'),
      ];
      for (const name of names) {
        const at = Buffer.concat([Buffer.from(`${folder}/`), name]);
        mkdirSync(at);
        const main = `---\nname: "${hostile.slice(0, 3)}]]>"\n---\n[a](]]>\uFFFE.md)`;
        writeFileSync(
          Buffer.concat([at, Buffer.from('/SKILL.md')]),
          Buffer.concat([Buffer.from(main), Buffer.from([0xff, 0xc0, 0x80])]),
        );
        writeFileSync(Buffer.concat([at, Buffer.from('/b\uFFFE]]>.md')]), main);
      }
      const here = hereAt({ place: { platform: 'linux', home: folder, env: {} }, cwd: folder });
      const { json } = await answer(['lint', '.'], '0', here);
      expect(
        (json as ConformanceReport).checks.flatMap(({ faults }) => faults).length,
      ).toBeGreaterThan(3);
      await demandBoth(json as ConformanceReport);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the schemas themselves', () => {
  it('find errors', async () => {
    const sarif = JSON.parse(printed(about('no-size'), 'sarif')) as { runs: object[] };
    expect(sarifFaults({ ...sarif, version: '3' })).not.toEqual([]);
    expect(sarifFaults({ ...sarif, runs: [{ ...sarif.runs[0], more: 1 }] })).not.toEqual([]);
    const junit = printed(about('no-size'), 'junit');
    expect(await junitFaults(junit.replace('<testcase ', '<testcase more="1" '))).not.toEqual([]);
    expect(await junitFaults(junit.replace('</testsuite>', ''))).not.toEqual([]);
    expect(await junitFaults(junit.replace('message="', 'message="&#x1b;'))).not.toEqual([]);
  });
});
