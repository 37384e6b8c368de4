import type {
  ConformanceReport,
  ReportedCheck,
  ReportedFault,
} from '../../../shared/model/report.ts';
import { sentence } from '../../../shared/model/report-text.ts';
import { version } from '../../../shared/version.ts';

const specification =
  'https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx';

/**
 * The report as SARIF 2.1.0 (OASIS): a rule for each check, a result for each problem. Problems in
 * the baseline are suppressed. Text from others is plain text, never markdown.
 */
export function sarifReport(report: ConformanceReport): unknown {
  const { checks, unfinished, stale, target, protocol, scope, stderr = [] } = report;
  const notes = [
    ...unfinished.map((text) => ({ level: 'error', message: { text } })),
    ...stale.map((line) => ({
      level: 'note',
      message: { text: `The baseline lists ${line}, but no such problem was found.` },
    })),
  ];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Skillgate', version, rules: checks.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        properties: { target, protocol, ...scope, ...(stderr.length === 0 ? {} : { stderr }) },
        results: checks.flatMap((check, index) =>
          check.faults.map((fault) => resultOf(check, fault, index)),
        ),
        invocations: [
          { executionSuccessful: unfinished.length === 0, toolExecutionNotifications: notes },
        ],
      },
    ],
  };
}

const levelOf = ({ verdict }: ReportedCheck): 'error' | 'warning' =>
  verdict === 'fail' ? 'error' : 'warning';

const ruleOf = (check: ReportedCheck): unknown => ({
  id: check.id,
  shortDescription: { text: check.words },
  help: { text: `${check.mend} (${check.level}, "${check.clause}")` },
  helpUri: specification,
  defaultConfiguration: { level: check.level === 'MUST' ? 'error' : 'warning' },
});

function resultOf(check: ReportedCheck, fault: ReportedFault, ruleIndex: number): unknown {
  const { subject, said, mend = check.mend, place, evidence, known } = fault;
  return {
    ruleId: check.id,
    ruleIndex,
    level: levelOf(check),
    message: { text: `${subject}: ${sentence(said)} ${mend}` },
    locations: [
      {
        logicalLocations: [{ fullyQualifiedName: subject, kind: 'resource' }],
        ...(place === null
          ? {}
          : {
              physicalLocation: {
                artifactLocation: { uri: uriOf(place.file) },
                region: { startLine: place.line, startColumn: place.column },
              },
            }),
      },
    ],
    ...(evidence === null ? {} : { properties: { ...evidence } }),
    ...(known ? { suppressions: [{ kind: 'external', justification: 'in the baseline' }] } : {}),
  };
}

/**
 * A path as a relative reference. The attacker's folder `https:` doesn't become an address, and a
 * name with `?` or `#` stays complete.
 */
const uriOf = (path: string): string =>
  // Windows allows a lone surrogate in a name, which has no UTF-8 form.
  path
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
