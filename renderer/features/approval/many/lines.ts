import { openFindings } from '../../../../shared/model/severity.ts';
import type { SkillRow } from '../../../../shared/model/skill.ts';
import { groupIds, groupOf, groupWords } from '../../../store/groups.ts';
import { rowOf } from '../../../store/bulk-selection.ts';
import { rowLook } from '../../../store/standing.ts';
import type { AppState, BulkDecision, ManyItem } from '../../../store/state.ts';
import { suitable } from '../sheet.ts';

/**
 * State of one skill on the page. `fits`: it can be decided about and matches the list. `done`:
 * this decision was saved. `barred`: a managed policy blocks its findings. `not-now`: this decision
 * was never possible. The others happened after the page opened, so the skill is skipped.
 */
export type LineState =
  'fits' | 'done' | 'not-now' | 'changed' | 'gone' | 'decided' | 'worse' | 'barred';

export interface BulkRow extends ManyItem {
  readonly state: LineState;
  /** The current row, or the listed row if the skill is gone. */
  readonly now: SkillRow;
}

export interface BulkGroup {
  readonly id: string;
  /** After a number: "52 with scripts". */
  readonly words: string;
  readonly lines: readonly BulkRow[];
}

/**
 * Every skill on the page with its current state. The attacker is a server that swaps one
 * meanwhile.
 */
export function linesOf(
  { action, items, sent }: BulkDecision,
  skills: AppState['skills'],
): BulkRow[] {
  return items.map((one) => {
    const now = rowOf(skills, one.key);
    const isSent = sent?.keys.has(one.key) ?? false;
    return { ...one, now: now ?? one.row, state: stateOf(action, one, now, isSent) };
  });
}

function stateOf(
  action: BulkDecision['action'],
  { item, row }: ManyItem,
  now: SkillRow | undefined,
  isSent: boolean,
): LineState {
  if (!suitable(action, row)) return 'not-now';
  if (now === undefined) return 'gone';
  // A set produced by the person's own *Load all* isn't a swap, but the page must still be
  // reopened.
  const isSame =
    now.identity === item.identity &&
    now.setDigest === item.setDigest &&
    now.metadataDigest === item.metadataDigest;
  if (!isSame) return 'changed';
  if (isSent && stands[action](now)) return 'done';
  if (now.record !== item.replaces) return 'decided';
  if (isWorse(row, now) || !suitable(action, now)) return 'worse';
  return action === 'approve' && now.barredBy.length > 0 ? 'barred' : 'fits';
}

const stands: Readonly<Record<BulkDecision['action'], (row: SkillRow) => boolean>> = {
  approve: ({ standing }) => standing.kind === 'approved',
  deny: ({ standing }) => standing.kind === 'denied',
  revoke: ({ record, standing }) => record === null && standing.kind !== 'session',
  session: ({ standing }) => standing.kind === 'session',
};

/** A check failed or a rule found something after the page opened. */
const isWorse = (then: SkillRow, now: SkillRow): boolean =>
  now.checked.failed > then.checked.failed ||
  now.checked.unread > then.checked.unread ||
  openFindings(now.findings) > openFindings(then.findings);

/** Groups approvals by what needs review, and other decisions by status. */
export function groupsOf(action: BulkDecision['action'], lines: readonly BulkRow[]): BulkGroup[] {
  const groups = new Map<string, BulkRow[]>();
  const words = new Map<string, string>();
  if (action === 'approve') for (const id of groupIds) groups.set(id, []);
  for (const line of lines) {
    const [id, word] = nameOf(action, line);
    words.set(id, word);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [line]);
    else group.push(line);
  }
  const [left, rest] = [groups.get(leftOut), [...groups].filter(([id]) => id !== leftOut)];
  return [...rest, ...(left === undefined ? [] : [[leftOut, left] as const])].flatMap(([id, of]) =>
    of.length === 0 ? [] : [{ id, words: words.get(id) ?? id, lines: of }],
  );
}

/** The group that this decision can't apply to. */
export const leftOut = 'not-now';

function nameOf(
  action: BulkDecision['action'],
  { row, state }: BulkRow,
): readonly [string, string] {
  if (state === 'not-now') return [leftOut, 'can’t be decided yet'];
  if (action !== 'approve')
    return [
      `is-${row.standing.kind}`,
      row.standing.kind === 'refused' ? 'invalid' : rowLook(row).word,
    ];
  const id = groupOf(row);
  return [id, groupWords[id]];
}

/** The skills that the decision would include now. */
export const chosenOf = ({ draft }: BulkDecision, lines: readonly BulkRow[]): BulkRow[] =>
  lines.filter(({ key, state }) => state === 'fits' && draft.chosen.has(key));

/** How many skills became fully verified after the page opened. */
export const clearedSince = (action: BulkDecision['action'], lines: readonly BulkRow[]): number =>
  action !== 'approve'
    ? 0
    : lines.filter(
        ({ state, row, now }) =>
          state === 'fits' && groupOf(row) !== 'verified' && groupOf(now) === 'verified',
      ).length;

/** Why a skill is skipped, or that it's decided; empty if it can be decided about. */
export const stateWords: Readonly<Record<LineState, string>> = {
  fits: '',
  done: 'Decided',
  'not-now': '',
  changed: 'Skipped: changed since you opened this page',
  gone: 'Skipped: the server no longer serves it',
  decided: 'Skipped: decided elsewhere since you opened this page',
  barred: 'Skipped: blocked by your managed policy',
  worse: 'Skipped: new check result or finding since you opened this page',
};
