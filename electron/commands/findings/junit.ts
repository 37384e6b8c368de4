import { isOpen } from '../../../shared/model/severity.ts';
import { visible } from '../../core/text.ts';
import { escapeXml } from '../report/junit.ts';
import type { FindingsReport, SkillReport } from './report.ts';

/**
 * The report as JUnit XML, with a case for each skill: it fails with a finding that `isFailure`
 * counts, and is skipped if the rules didn't see all of it. ASCII only, as `junitReport`.
 */
export function junitOf(
  { skills, unseen, unreachable }: FindingsReport,
  isFailure: (finding: SkillReport['findings'][number]) => boolean,
): string {
  const unseenAt = new Map(unseen.map((one) => [skillKeyOf(one.server, one.uri ?? ''), one]));
  const cases = skills.map((skill) => {
    const { server, uri, findings } = skill;
    const failing = findings.filter(isFailure);
    const part = unseenAt.get(skillKeyOf(server, uri));
    unseenAt.delete(skillKeyOf(server, uri));
    const open = findings.filter(isOpen).map((one) => findingLine(one, skill));
    if (failing.length > 0)
      return caseOf(server, uri, {
        kind: 'failure',
        message: `${failing.length} to review`,
        said: [...open, ...(part === undefined ? [] : [part.detail])],
      });
    if (part !== undefined)
      return caseOf(server, uri, { kind: 'skipped', message: part.detail, said: open });
    return caseOf(server, uri, { kind: 'passed', message: '', said: open });
  });
  for (const { server, uri, detail } of unseenAt.values())
    cases.push(caseOf(server, uri ?? '(no URI)', { kind: 'skipped', message: detail, said: [] }));
  for (const { server, message } of unreachable)
    cases.push(caseOf(server, 'listing', { kind: 'error', message, said: [] }));
  const count = (kind: CaseResult['kind']): number =>
    cases.filter((one) => one.kind === kind).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="skillgate findings">',
    `  <testsuite name="findings" tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}">`,
    ...cases.map(({ text }) => text),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

interface CaseResult {
  readonly kind: 'passed' | 'failure' | 'skipped' | 'error';
  readonly message: string;
  readonly said: readonly string[];
}

const skillKeyOf = (server: string, uri: string): string => `${server}\n${uri}`;
const line = (text: string): string => escapeXml(visible(text, 4_000));

function caseOf(
  server: string,
  uri: string,
  { kind, message, said }: CaseResult,
): { readonly kind: CaseResult['kind']; readonly text: string } {
  const head = `    <testcase name="${line(uri)}" classname="${line(server)}"`;
  const body = said.map(line).join('\n');
  const outer = kind === 'failure' || body === '' ? '' : `<system-out>${body}</system-out>`;
  const inner: Readonly<Record<CaseResult['kind'], string>> = {
    passed: '',
    failure: `<failure message="${line(message)}">${body}</failure>`,
    skipped: `<skipped>${line(message)}</skipped>`,
    error: `<error message="${line(message)}"/>`,
  };
  return {
    kind,
    text: inner[kind] + outer === '' ? `${head}/>` : `${head}>${inner[kind]}${outer}</testcase>`,
  };
}

const findingLine = (
  { severity, rule, title, place, uri, excerpt }: SkillReport['findings'][number],
  { paths }: SkillReport,
): string => `${severity} ${rule} ${title}: ${paths.get(uri) ?? uri}:${place.line} | ${excerpt}`;
