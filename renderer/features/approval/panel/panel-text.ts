import {
  limitWords,
  type ApprovalLimits,
  brokenLimits,
  endsTooLate,
} from '../../../../shared/model/approval-limits.ts';
import { isHighRisk, type RiskWeight, type SkillRisk } from '../../../../shared/model/risk.ts';
import type { ShownCounts } from '../../../store/readings.ts';
import { plural } from '../status-text.ts';
import type { SkillDetail } from '../../../../shared/model/detail.ts';
import type { DecisionDraft } from '../../../store/drafts.ts';
import type { PinnedSkill } from '../../../store/pin.ts';
import type { DecisionPanelState } from '../../../store/state.ts';
import type { FileEntry } from '../../../../shared/model/skill.ts';
import { fileWords } from '../../../../shared/model/file-label.ts';
import type { FileCheck } from '../../../../shared/model/verdict.ts';
import type { ShownState } from '../../../store/shown/file-shown.ts';

/** Blocks every decision while the content differs from what the page showed. */
export const lookFirst = 'Review what changed before you decide.';

/**
 * What the button covers: `Approve 5 files and 2 tools, 3 unread, 1 partly read`, and what speaks
 * against it: `Approve anyway: 5 files`, `Approve 5 files, 2 medium`.
 */
export function approveWords(
  { no, part, shown, unreadable }: ShownCounts,
  tools: number,
  risk: SkillRisk,
): string {
  const total = no + part + shown + unreadable;
  return [
    `Approve ${isHighRisk(risk) ? 'anyway: ' : ''}${plural(total, 'file')}` +
      (tools === 0 ? '' : ` and ${plural(tools, 'tool')}`),
    ...(risk.worst === 'medium' ? risk.worstCounts.slice(0, 1) : []),
    ...(risk.notInspected === 0 ? [] : [`${risk.notInspected.toLocaleString('en')} not inspected`]),
    ...(no === 0 ? [] : [`${no.toLocaleString('en')} unread`]),
    ...(part === 0 ? [] : [`${part.toLocaleString('en')} partly read`]),
    ...(unreadable === 0 ? [] : [`${unreadable.toLocaleString('en')} that can’t be shown`]),
  ].join(', ');
}

/** True if some of it wasn't read but could have been. */
const isUnseen = ({ no, part }: ShownCounts): boolean => no + part > 0;

const looks = { plain: 'primary', caution: 'caution', confirm: 'danger' } as const;

/** The look of a button that approves. */
export const approveLook = (weight: RiskWeight, counts: ShownCounts) =>
  looks[weight === 'plain' && isUnseen(counts) ? 'caution' : weight];

interface Asked {
  readonly coverage: { readonly verified: number; readonly shown: number; readonly total: number };
  readonly grants: readonly string[];
  /** ISO 8601; null for never. */
  readonly expiresAt: string | null | 'invalid';
  /** ms since the epoch. */
  readonly now: number;
}

/** Everything that keeps the form from being sent, all at once. */
export function formBlockers(
  limits: ApprovalLimits | null,
  asked: Asked,
  byFindings: readonly string[] = [],
): readonly string[] {
  const { coverage, expiresAt, now } = asked;
  const left = (count: number, how: string): string =>
    `: ${plural(Math.max(0, coverage.total - count), 'file')} ${how}`;
  const more: Readonly<Record<string, string>> = {
    [limitWords.coverage]: `${left(coverage.verified, 'not verified')} (press V to verify all)`,
    [limitWords.shown]: `${left(coverage.shown, 'not fully read')} (press U for the next one)`,
  };
  const byPolicy =
    limits === null
      ? []
      : [
          ...brokenLimits(limits, asked).map((words) => `${words}${more[words] ?? ''}`),
          ...byFindings,
          ...(limits.longestMs !== null &&
          expiresAt !== 'invalid' &&
          endsTooLate(limits, expiresAt, now)
            ? [limitWords.longest(limits.longestMs)]
            : []),
        ];
  return [
    ...byPolicy.map((words) => `Managed policy: ${words}.`),
    ...(expiresAt === 'invalid' ? ['Choose a future date.'] : []),
  ];
}

/** What every decision form gets. */
export interface FormProps {
  readonly panel: DecisionPanelState;
  readonly detail: SkillDetail;
  readonly pin: PinnedSkill;
  /** Identifies the content that the page has shown. */
  readonly about: string;
  /** The content changed and must be reviewed first. */
  readonly held: boolean;
  /** What the person filled in about this content. */
  readonly draft: DecisionDraft | null;
  /** They filled it in about different content. */
  readonly dropped: boolean;
}

/** What's known about a file when the list is sorted. */
export interface KnownFile {
  readonly verdict: FileCheck | undefined;
  readonly shown: ShownState;
  /** An app could run it. */
  readonly isExecutable: boolean;
}

/** Sort rank: failed, couldn't be read, unread scripts, unread, partly read, then the rest. */
function rankOf({ verdict, shown, isExecutable }: KnownFile): number {
  const { word } = fileWords(verdict);
  if (word === 'failed') return 0;
  if (word === 'could not be read') return 1;
  if (shown === 'no') return isExecutable ? 2 : 3;
  if (shown === 'part') return 4;
  return shown === 'unreadable' ? 5 : 6;
}

/** The files in the order in which they need attention; ties keep their order. */
export const inOrder = (
  files: readonly FileEntry[],
  known: (file: FileEntry) => KnownFile,
): readonly FileEntry[] =>
  files
    .map((file) => ({ file, rank: rankOf(known(file)) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ file }) => file);

/**
 * What Enter opens: the focused file or, if it's already open, the next unread one, wrapping
 * around. Null if every file was read.
 */
export function toOpen(
  files: readonly FileEntry[],
  at: number,
  open: string | null,
  isUnopened: (file: FileEntry) => boolean,
): number | null {
  const here = files[at];
  if (here !== undefined && here.uri !== open) return at;
  for (let step = 1; step < files.length; step += 1) {
    const index = (at + step) % files.length;
    const file = files[index];
    if (file !== undefined && isUnopened(file)) return index;
  }
  return null;
}
