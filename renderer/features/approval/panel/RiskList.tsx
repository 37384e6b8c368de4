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
import { lastSegment } from '../figures.ts';
import styles from './DecisionPanel.module.css';

/** Whether the panel must list findings before it decides. */
export const needsRiskList = (row: SkillRow): boolean => isHighRisk(riskOf(row));

/** The list of findings that a form shows, and what keeps it from being sent. */
export interface RiskReview {
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
