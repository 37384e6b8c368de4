import { useRef, type RefObject } from 'react';
import type { FileEntry, SkillRow } from '../../../../shared/model/skill.ts';
import type { SkillFindings } from '../../../../shared/model/findings.ts';
import { isHighRisk, mustBeSeen, type OpenFinding, riskOf } from '../../../../shared/model/risk.ts';
import { Spinner } from '../../../components/Progress/Progress.tsx';
import { useSeenParts } from '../../../components/seen-blocks.ts';
import { Status } from '../../../components/Status/Status.tsx';
import { useSteady } from '../../../components/use-rested.ts';
import { useActions } from '../../../store/context.ts';
import { severityLook } from '../../../store/findings.ts';
import { lastSegment } from '../dates.ts';
import styles from './DecisionPanel.module.css';
import { revealInvisible } from '../../../../shared/invisible.ts';
import { Badge } from '../../../components/Badge/Badge.tsx';
import { Checkbox } from '../../../components/Checkbox/Checkbox.tsx';
import type { ApprovalRenewal } from '../renewal.ts';

/** Whether the panel must list findings before it decides. */
export const needsRiskList = (row: SkillRow): boolean => isHighRisk(riskOf(row));

/** The list of findings that a form shows, and what keeps it from being sent. */
interface RiskReview {
  readonly list: RefObject<HTMLElement | null>;
  readonly blockers: readonly string[];
}

/**
 * Keeps the form from being sent until every such finding was on screen. The attacker is a server
 * that answers so that a file is read, and its finding appears, at the moment of the click.
 */
export function useRiskReview(row: SkillRow, found: SkillFindings | null): RiskReview {
  const list = useRef<HTMLElement>(null);
  const isNeeded = needsRiskList(row);
  const digest = isNeeded ? (found?.riskDigest ?? null) : '';
  const seen = useSeenParts(list, digest);
  const isSteady = useSteady(digest);
  if (!isNeeded) return { list, blockers: [] };
  if (found === null || digest === null) return { list, blockers: ['Loading the findings.'] };
  const isSeen = mustBeSeen(found.findings).every((one) => seen.has(partOf(one)));
  return { list, blockers: isSteady ? (isSeen ? [] : [scrollFirst]) : [changedNow] };
}

const scrollFirst = 'Scroll through the findings above first.';
const changedNow = 'The findings just changed. Read them again.';

const partOf = ({ rule, uri }: OpenFinding): string => `${rule}\n${uri}`;

/** The findings that were listed, as a decision names them. */
export const acceptedRiskOf = (found: SkillFindings | null): { acceptedRisk?: string } =>
  found === null || found.riskDigest === null ? {} : { acceptedRisk: found.riskDigest };

/**
 * Each open high or critical finding with its place, all of them and before anything else in the
 * panel: an approval names exactly these.
 */
export function RiskList({
  row,
  files,
  found,
  list,
}: {
  row: SkillRow;
  files: readonly FileEntry[];
  found: SkillFindings | null;
  list: RiskReview['list'];
}) {
  const { openFinding } = useActions();
  if (!needsRiskList(row)) return null;
  if (found === null) return <Spinner label="Loading the findings" />;
  const listed = mustBeSeen(found.findings);
  const pathOf = (uri: string): string =>
    files.find((file) => file.uri === uri)?.path ?? lastSegment(uri);
  return (
    <section ref={list} className={styles.risk} aria-label="Findings to review before you decide">
      <ul className={styles.riskList}>
        {listed.map((one) => (
          <li key={partOf(one)} data-part={partOf(one)} data-at="0-1">
            <Status {...severityLook(one.severity)} word={one.severity} size={14} />
            <span className={styles.riskTitle}>{one.title}</span>
            <button type="button" className={styles.link} onClick={() => openFinding(row, one)}>
              {one.field === undefined
                ? `${pathOf(one.uri)}:${one.place.line}`
                : `listing entry, ${one.field}`}
            </button>
            {one.count > 1 && <span className={styles.muted}>and {one.count - 1} more</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * A checkbox per requested tool: none selected for a first approval; a renewal selects those
 * allowed before and marks what differs. A policy that forbids tools removes the checkboxes.
 */
export function Tools({
  tools,
  ticked,
  renewal,
  forbidden,
  onTick,
}: {
  tools: readonly string[];
  ticked: (tool: string) => boolean;
  renewal: ApprovalRenewal | null;
  forbidden: boolean;
  onTick: (tool: string, on: boolean) => void;
}) {
  const gone = renewal?.gone ?? [];
  if (tools.length + gone.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Requested tools</legend>
      <p className={styles.muted}>
        {forbidden
          ? 'Your managed policy doesn’t let you allow tools. Apps ask before they use one.'
          : tools.length === 0
            ? 'The skill no longer requests tools.'
            : 'Select the tools that apps may let this skill use without asking.'}
      </p>
      {tools.map((tool) =>
        forbidden ? (
          <p key={tool} className={styles.tool}>
            <code>{revealInvisible(tool)}</code>
          </p>
        ) : (
          <Checkbox
            key={tool}
            label={
              <>
                <code className={styles.tool}>{revealInvisible(tool)}</code>
                <Mark tool={tool} renewal={renewal} />
              </>
            }
            checked={ticked(tool)}
            onChange={(on) => onTick(tool, on)}
          />
        ),
      )}
      {gone.map((tool) => (
        <p key={tool} className={styles.gone}>
          <code className={styles.tool}>{revealInvisible(tool)}</code>{' '}
          <Badge>allowed before, no longer requested</Badge>
        </p>
      ))}
    </fieldset>
  );
}

/** Whether the last approval allowed the tool. */
function Mark({ tool, renewal }: { tool: string; renewal: ApprovalRenewal | null }) {
  if (renewal === null) return null;
  if (renewal.fresh.has(tool))
    return (
      <>
        {' '}
        <Badge tone="warn">newly requested</Badge>
      </>
    );
  return (
    <>
      {' '}
      <Badge>{renewal.granted.has(tool) ? 'allowed before' : 'not allowed before'}</Badge>
    </>
  );
}

/** Frontmatter fields that an app may act on; a person can't allow or deny them one by one. */
export function Declared({ settings }: { settings: SkillRow['requests']['settings'] }) {
  if (settings.length === 0) return null;
  return (
    <section className={styles.group} aria-label="Settings for apps">
      <p className={styles.legend}>Settings for apps</p>
      <p className={styles.muted}>
        An app may act on these fields of its frontmatter once you approve. <code>hooks</code> are
        run.
      </p>
      <ul>
        {settings.map(({ field, value }) => (
          <li key={field}>
            <code className={styles.tool}>
              {field}
              {value === '' ? '' : `: ${value}`}
            </code>
          </li>
        ))}
      </ul>
    </section>
  );
}
