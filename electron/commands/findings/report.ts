import type {
  AnsweredFinding,
  NotInspected,
  SkillFindings,
} from '../../../shared/model/findings.ts';
import { counted } from '../../../shared/size-text.ts';
import { isFolded, isOpen } from '../../../shared/model/severity.ts';
import type { OutputMasking } from '../call/masking.ts';
import type { ServerSilence } from '../skills/targets.ts';
import { visible } from '../../core/text.ts';
import { escapeXml } from '../report/junit.ts';

/** What the rules find in one skill. */
export interface SkillReport {
  readonly server: string;
  readonly uri: string;
  /** Paths by file URI: relative to the skill's folder, or for one on the disk to where it runs. */
  readonly paths: ReadonlyMap<string, string>;
  readonly isOnDisk?: boolean;
  readonly findings: readonly AnsweredFinding[];
  readonly notInspected: readonly NotInspected[];
  /** For a changed skill: findings at its approval that are gone or weren't rechecked. */
  readonly since: SkillFindings['since'];
}

/** Why no rule saw a skill, or part of it. */
export const unseenReasons = [
  'refused',
  'dynamic',
  'not-read',
  'not-inspected',
  'left-out',
] as const;

/** A skill that the rules didn't see, or saw in part: no findings says nothing about the rest. */
export interface UnseenSkill {
  readonly server: string;
  /** Null for a refused entry without one, and for what a folder has that isn't a skill. */
  readonly uri: string | null;
  readonly reason: (typeof unseenReasons)[number];
  /** One sentence: which rule it breaks, or what couldn't be read. */
  readonly detail: string;
  /** Rules saw some of its files. */
  readonly isPart: boolean;
}

export interface FindingsReport {
  readonly skills: readonly SkillReport[];
  readonly unseen: readonly UnseenSkill[];
  readonly unreachable: readonly UnreachableServer[];
}

/**
 * Masks the secrets that servers repeat, before formatting, so that masking can't break the
 * format's own words.
 */
export const maskedReport = (
  { skills, unseen, unreachable }: FindingsReport,
  { text, rest, json }: OutputMasking,
): FindingsReport => ({
  skills: skills.map(({ paths, findings, ...skill }) => ({
    ...json(skill),
    findings: findings.map(({ decoded, ...finding }) => ({
      ...json({ ...finding, excerpt: rest(finding.excerpt) }),
      decoded: decoded === null ? null : { ...decoded, text: rest(decoded.text) },
    })),
    paths: new Map([...paths].map(([uri, path]) => [text(uri), text(path)])),
  })),
  unseen: json(unseen),
  unreachable: json(unreachable),
});

/** A server that gave no complete listing, and why. */
export type UnreachableServer = { readonly server: string } & ServerSilence;

/** True if no line on one of its files says it. */
export const isUntold = ({ reason }: UnseenSkill): boolean => reason !== 'not-inspected';

/** The one line on a skill of which no file's gap tells it. */
export const unseenText = ({ server, uri, detail }: UnseenSkill): string =>
  uri === null ? `${server}: ${detail}` : `${uri} of ${server}: ${detail}`;

/** How many skills the rules didn't see; null if they saw all of every one. */
export function unseenCount({ unseen }: Pick<FindingsReport, 'unseen'>): string | null {
  const parts = unseen.filter(({ isPart }) => isPart).length;
  const leftOut = unseen.filter(({ reason }) => reason === 'left-out').length;
  const wholes = unseen.length - parts - leftOut;
  const said = [
    ...(wholes === 0 ? [] : [`${counted(wholes, "skill wasn't", "skills weren't")} looked at`]),
    ...(parts === 0
      ? []
      : [`${counted(parts, 'skill was', 'skills were')} looked at only in part`]),
    ...(leftOut === 0
      ? []
      : [`${counted(leftOut, "file or folder wasn't", "files or folders weren't")} read`]),
  ];
  return said.length === 0 ? null : said.join(', ');
}

/** What a report says last: what's to review, and about what nothing is known. */
export function summaryOf(report: FindingsReport): string {
  const all = report.skills.flatMap(({ findings }) => findings);
  const gaps = report.skills.flatMap(({ notInspected }) => notInspected).length;
  const folded = all.filter(isFolded).length;
  const open = all.filter(isOpen).length;
  const unseen = unseenCount(report);
  const isBlind = unseen !== null && report.skills.length === 0;
  return [
    ...(unseen === null ? [] : [`${unseen}.`]),
    ...(isBlind
      ? []
      : [
          `${open} to review, ${folded} in examples, ` +
            `${all.length - open - folded} dismissed, ${gaps} not inspected, ` +
            `in ${counted(report.skills.length, 'skill')}.`,
        ]),
    'No findings means only that these rules found nothing.',
  ].join(' ');
}

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
    `  <testsuite name="findings" tests="${cases.length}" failures="${count('failure')}" ` +
      `errors="${count('error')}" skipped="${count('skipped')}">`,
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
