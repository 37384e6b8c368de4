import { assertNever } from '../../../shared/assert-never.ts';
import type { DecideOutcome } from '../../../shared/contract.ts';
import { localDecision } from '../../../shared/model/folder-text.ts';
import type { IntegrityKind, EntryOrigin, SkillRow } from '../../../shared/model/skill.ts';
import type { SetChanges, SkillStatus } from '../../../shared/model/standing.ts';
import type { ShownCounts } from '../../store/readings.ts';
import type { BadgeTone } from '../../components/Badge/Badge.tsx';
import type { IconName } from '../../components/Icon/Icon.tsx';
import { isMismatch } from '../../store/standing.ts';
import { day } from './dates.ts';

export interface StatusText {
  readonly title: string;
  readonly detail: string;
  readonly tone: BadgeTone;
  readonly icon: IconName;
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** `1 added · 2 modified`; empty when the files are the same. */
export function changesInWords({ added, removed, modified }: SetChanges): string {
  const parts = [
    [added.length, 'added'],
    [removed.length, 'removed'],
    [modified.length, 'modified'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(' · ');
}

/** What the text of a status depends on besides the status. */
export interface StatusContext {
  readonly integrity: IntegrityKind;
  readonly needsReadAll: boolean;
  readonly isLocal?: true;
}
const defaultContext: StatusContext = { integrity: 'manifest', needsReadAll: false };

const toRead: Readonly<Record<'archive' | 'other', string>> = {
  archive: 'Approval covers the files inside the archive. Load them all before you approve.',
  other:
    'The server provides no digests. Load every file first so that Skillgate can compute them.',
};

/** A status as text for the decision bar. */
export function standingInWords(
  standing: SkillStatus,
  content: SkillRow['content'],
  context: StatusContext = defaultContext,
): StatusText {
  const { integrity, needsReadAll, isLocal } = context;
  switch (standing.kind) {
    case 'undecided':
      return { title: 'New', detail: newDetail(content, context), tone: 'info', icon: 'circle' };
    case 'approved':
      return {
        title: `Approved on ${day(standing.at)}`,
        detail: approvedDetail(standing.expiresAt, integrity, needsReadAll),
        tone: 'ok',
        icon: 'approved',
      };
    case 'changed':
      return {
        title: isAsApproved(standing)
          ? `Approval of ${day(standing.approvedAt)} ended`
          : `Changed since you approved it on ${day(standing.approvedAt)}`,
        detail: changedDetail(standing, isLocal === true),
        tone: 'warn',
        icon: 'changed',
      };
    case 'denied':
      return {
        title: `Denied on ${day(standing.at)}`,
        detail: standing.note,
        tone: 'bad',
        icon: 'denied',
      };
    case 'expired':
      return {
        title: `Expired on ${day(standing.at)}`,
        detail: isLocal
          ? 'It counts as not approved until you decide again.'
          : 'Protected apps treat it as not approved until you decide again.',
        tone: 'warn',
        icon: 'expired',
      };
    case 'refused':
      return {
        title: `${isMismatch(standing) ? 'Doesn’t match' : 'Invalid'}: can’t be approved`,
        detail: standing.problem.message,
        tone: 'bad',
        icon: 'refused',
      };
    case 'session':
      return {
        title: 'Allowed for this session',
        detail: 'Until Skillgate closes. Not saved to the approvals file.',
        tone: 'ok',
        icon: 'session',
      };
    case 'blocked':
      return { title: 'Blocked by policy', detail: standing.rule, tone: 'bad', icon: 'blocked' };
    case 'cannot-tell':
      return { title: 'Can’t tell', detail: standing.reason, tone: 'warn', icon: 'question' };
    default:
      return assertNever(standing);
  }
}

function newDetail(
  content: SkillRow['content'],
  { integrity, needsReadAll, isLocal }: StatusContext,
): string {
  if (content === 'dynamic')
    return (
      'The server generates this content on every read, so it can’t be checked. ' +
      'You can allow it for this session only.'
    );
  if (needsReadAll) return toRead[integrity === 'archive' ? 'archive' : 'other'];
  if (content === 'unknown') return 'The server lists no files, so there’s nothing to approve.';
  if (integrity === 'self-computed')
    return (
      'Every file was loaded. The server provides no digests, so approval covers those that ' +
      'Skillgate computed.'
    );
  return isLocal ? localDecision : 'Protected apps won’t load this skill until you approve it.';
}

/** What's there now is what was approved, and the approval ended all the same. */
const isAsApproved = ({ changes, metadata }: Extract<SkillStatus, { kind: 'changed' }>): boolean =>
  !metadata && changesInWords(changes) === '';

function changedDetail(
  { changes, metadata }: Extract<SkillStatus, { kind: 'changed' }>,
  isLocal: boolean,
): string {
  const files = changesInWords(changes);
  if (isLocal) {
    if (metadata)
      return files === ''
        ? 'Only the description changed.'
        : `${files}; the description changed, too`;
    return files || 'Something else was in the folder meanwhile.';
  }
  if (metadata)
    return files === ''
      ? 'Same files; the server changed the description.'
      : `${files}; the server changed the description, too`;
  return (
    files ||
    'The server sent something else meanwhile, or the approval comes from a copy that you restored.'
  );
}

function approvedDetail(
  expiresAt: string | null,
  integrity: IntegrityKind,
  needsReadAll: boolean,
): string {
  const until = expiresAt === null ? '' : `, until ${day(expiresAt)}`;
  if (integrity !== 'self-computed' && !needsReadAll) return `Covers exactly this content${until}.`;
  if (needsReadAll)
    return (
      `Covers the content that was loaded then${until}. It hasn’t been loaded ` +
      'since Skillgate opened, and the server provides no digests to compare.'
    );
  return (
    `Covers exactly this content${until}. Skillgate computed the digests itself. ` +
    'If the content differs later, the skill becomes Changed.'
  );
}

export { actionsFor } from '../../store/possible.ts';

/**
 * Compares what an approval covers with what was on screen. Only files shown in full count as read.
 */
export function coverageInWords({ no, part, shown, unreadable }: ShownCounts): string {
  const total = no + part + shown + unreadable;
  if (total === 1) {
    if (shown === 1) return 'You’ve read its one file. Approval covers it.';
    const how =
      part === 1
        ? 'You’ve read a part of its one file'
        : unreadable === 1
          ? 'Its one file can’t be shown'
          : 'You haven’t read its one file';
    return `${how}. Approval covers all of it.`;
  }
  if (shown === total) return `You’ve read all ${total} files. Approval covers all ${total}.`;
  const others = [
    ...(part === 0 ? [] : [`${part} partly`]),
    ...(unreadable === 0 ? [] : [`${unreadable} can’t be shown`]),
  ].join(', ');
  const more = others === '' ? '' : ` (${others})`;
  return `You’ve read ${shown} of ${total} files${more}. Approval covers all ${total}.`;
}

export const originInWords: Readonly<Record<EntryOrigin, string>> = {
  listed: 'listed',
  'by-uri': 'opened by URI',
  template: 'from a template',
  nested: 'nested in another skill',
};

/** The result for one item of a decision. */
export function outcomeInWords(outcome: DecideOutcome): string {
  switch (outcome.outcome) {
    case 'done':
      return 'Done.';
    case 'stale':
      return 'The skill changed while you were reviewing it. Review it again.';
    case 'refused':
      return outcome.message || 'The skill is invalid and can’t be approved.';
    case 'dynamic':
      return (
        'The server generates this content on every read. ' +
        'You can allow it for this session only.'
      );
    case 'read-first':
      return outcome.message || 'Load every file first: the server provides no digests.';
    case 'unknown-skill':
      return 'This skill isn’t there any more.';
    case 'grant-not-requested':
      return 'The skill no longer requests a tool that you selected. Review it again.';
    case 'nothing-to-revoke':
      return 'There’s no decision to revoke.';
    case 'store-unreadable':
    case 'write-failed':
      return outcome.message || 'Couldn’t write the approvals file.';
    default:
      return outcome.message;
  }
}
