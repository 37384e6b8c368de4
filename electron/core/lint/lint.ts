import type { ReportedCheck, ReportedFault } from '../../../shared/model/report.ts';
import { noBaseline, type KnownFaults, toldOf } from '../conformance/evaluate.ts';
import { visible } from '../text.ts';
import { lintRules, type LintRule } from './rules.ts';
import { frontmatterOf, type LintFault, type LintSkill } from './skill-files.ts';

/** The most faults reported for one rule; the rest are only counted. */
const maxCount = 200;

/** Runs the rules over folders, for one report. */
export const lint = (
  skills: readonly LintSkill[],
  baseline: KnownFaults = noBaseline,
): ReportedCheck[] => lintRules.map((rule) => reported(rule, skills, baseline));

interface Found {
  readonly file: string;
  readonly fault: LintFault;
}

function reported(
  rule: LintRule,
  skills: readonly LintSkill[],
  baseline: KnownFaults,
): ReportedCheck {
  const { id, clause, level, words, fix } = rule;
  const faults = skills.flatMap((skill) =>
    rule.look(skill).map((fault): Found => ({ file: fileOf(skill, fault), fault })),
  );
  const { told, more } = toldOf(id, faults, wholeSubject, baseline, maxCount);
  const isBlind =
    rule.isOfFrontmatter === true && !skills.some((skill) => frontmatterOf(skill)?.ok === true);
  const passed = isBlind ? 'skipped' : 'pass';
  const verdict = faults.length === 0 ? passed : level === 'MUST' ? 'fail' : 'warn';
  return {
    id,
    clause,
    level,
    words,
    fix,
    verdict,
    why: verdict === 'skipped' ? "Couldn't read any frontmatter." : more,
    faults: told.map(({ fault, known }) => ({ ...faultOf(fault), known })),
    evidence: null,
  };
}

const fileOf = ({ folder }: LintSkill, { path }: LintFault): string =>
  folder === '' ? path : `${folder}/${path}`;

const mostSubject = 1_000;
const wholeSubject = ({ file }: Found): string | null =>
  file.length > mostSubject ? null : visible(file, mostSubject);

function faultOf({ file, fault }: Found): ReportedFault {
  const { said, line = 1, column = 1 } = fault;
  const shown = visible(file, mostSubject);
  return {
    subject: shown,
    said: visible(said, 500),
    evidence: null,
    place: { file: shown, line, column },
    known: false,
  };
}
