import { version } from '../../../shared/version.ts';
import type { AnsweredFinding, Finding } from '../../../shared/model/findings.ts';
import { isOpen, type FindingSeverity } from '../../../shared/model/severity.ts';
import { visible } from '../../core/text.ts';
import { reasonWords } from './findings-text.ts';
import {
  isUntold,
  unseenCount,
  unseenText,
  type FindingsReport,
  type SkillReport,
} from './report.ts';

const levels: Readonly<Record<FindingSeverity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};

/**
 * The report as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"). A server's text
 * is plain text without invisible characters, never markdown. Folded and dismissed findings are
 * suppressed with the reason.
 */
export function sarifOf(report: FindingsReport): unknown {
  const { skills, unreachable } = report;
  const all = skills.flatMap(({ findings }) => findings);
  const rules = [...new Map(all.map((one) => [one.rule, one])).values()].toSorted((a, b) =>
    a.rule < b.rule ? -1 : 1,
  );
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Skillgate', version, rules: rules.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: skills.flatMap((skill) => skill.findings.map((one) => resultOf(one, skill))),
        invocations: [
          {
            executionSuccessful: unreachable.length === 0,
            toolExecutionNotifications: notificationsOf(report),
          },
        ],
      },
    ],
  };
}

const ruleOf = ({ rule, title, why, confusedWith, severity }: Finding): unknown => ({
  id: rule,
  shortDescription: { text: title },
  fullDescription: { text: why },
  help: { text: `${why}\n\nCommon false alarms: ${confusedWith}` },
  defaultConfiguration: { level: levels[severity] },
});

function resultOf(
  finding: AnsweredFinding,
  { server, isOnDisk = false, paths }: SkillReport,
): unknown {
  const {
    rule,
    severity,
    place,
    related,
    excerpt,
    title,
    decoded,
    role,
    uri,
    digest,
    count,
    field,
  } = finding;
  const said = decoded === null ? '' : ` (${decoded.path.join(', ')}: ${decoded.text})`;
  const at = (one: typeof place): unknown => ({
    physicalLocation: {
      // A path from where the command runs is one that a code host can show.
      artifactLocation: {
        uri: encodeURI(visible((isOnDisk ? paths.get(uri) : undefined) ?? uri, 2_000)),
      },
      region: {
        startLine: one.line,
        startColumn: one.column,
        endLine: one.endLine,
        endColumn: one.endColumn,
        byteOffset: one.start,
        byteLength: one.end - one.start,
      },
    },
  });
  return {
    ruleId: rule,
    level: isOpen(finding) ? levels[severity] : 'note',
    message: { text: `${title}: ${excerpt}${said}` },
    locations: [at(place)],
    relatedLocations: related.map(at),
    partialFingerprints: { 'fileDigest/v1': digest },
    properties: { server, severity, role, count, ...(field === undefined ? {} : { field }) },
    ...(isOpen(finding) ? {} : { suppressions: [suppressionOf(finding)] }),
  };
}

const suppressionOf = ({ answer, role }: AnsweredFinding): unknown => ({
  kind: 'external',
  justification: answer === null ? `in: ${role}` : `acknowledged: ${answer.reason}`,
});

function notificationsOf(report: FindingsReport): unknown[] {
  const { skills, unseen, unreachable } = report;
  const count = unseenCount(report);
  const gaps = skills.flatMap(({ notInspected }) => notInspected);
  return [
    ...gaps.map(({ uri, reason, detail }) => ({
      level: 'warning',
      message: {
        text: `Not inspected: ${visible(uri, 2_000)} ${reasonWords[reason]} ${detail}`.trimEnd(),
      },
    })),
    ...unseen.filter(isUntold).map((one) => ({
      level: 'warning',
      message: { text: `Not looked at: ${visible(unseenText(one), 3_000)}` },
    })),
    ...(count === null ? [] : [{ level: 'warning', message: { text: `${count}.` } }]),
    ...unreachable.map(({ server, message }) => ({
      level: 'error',
      message: { text: `${server}: ${message}` },
    })),
  ];
}
