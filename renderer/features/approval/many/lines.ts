import { isHighRisk, riskGroups, riskOf } from '../../../../shared/model/risk.ts';
import type { SkillRow } from '../../../../shared/model/skill.ts';
import { choiceOf, groupOf, groupWords } from '../../../store/groups.ts';
import { rowOf } from '../../../store/bulk-selection.ts';
import { rowLook } from '../../../store/standing.ts';
import type { AppState, BulkDecision, ManyItem } from '../../../store/state.ts';
import { suitable } from '../sheet.ts';

/**
 * State of one skill on the page. `fits`: it can be decided about and matches the list. `done`:
 * this decision was saved. `alone`: its high or critical findings must be reviewed on its own page.
 * `barred`: a managed policy blocks its findings. `inspecting`: rules still inspect its files, and
 * the engine refuses an approval until they're done. `not-now`: this decision was never possible.
 * The others happened after the page opened, so the skill is skipped.
 */
export type LineState =
  | 'fits'
  | 'done'
  | 'not-now'
  | 'changed'
  | 'gone'
  | 'decided'
  | 'worse'
  | 'alone'
  | 'barred'
  | 'inspecting';

export interface BulkRow extends ManyItem {
  readonly state: LineState;
  /** What the person selects: for an approval, the skill as a member of its present group. */
  readonly choice: string;
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
    const row = now ?? one.row;
    const choice = action === 'approve' ? choiceOf(one.key, row) : one.key;
    return { ...one, now: row, state: stateOf(action, one, now, isSent), choice };
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
  if (action === 'deny' || action === 'revoke') return 'fits';
  if (isHighRisk(riskOf(now))) return 'alone';
  if (now.inspecting > 0) return 'inspecting';
  return action === 'approve' && now.barredBy.length > 0 ? 'barred' : 'fits';
}

const stands: Readonly<Record<BulkDecision['action'], (row: SkillRow) => boolean>> = {
  approve: ({ standing }) => standing.kind === 'approved',
  deny: ({ standing }) => standing.kind === 'denied',
  revoke: ({ record, standing }) => record === null && standing.kind !== 'session',
  session: ({ standing }) => standing.kind === 'session',
};

/** A check failed after the page opened. */
const isWorse = (then: SkillRow, now: SkillRow): boolean =>
  now.checked.failed > then.checked.failed || now.checked.unread > then.checked.unread;

/**
 * Groups approvals by their present risk, and other decisions by status. A skill that is verified
 * meanwhile then moves to its new group.
 */
export function groupsOf(action: BulkDecision['action'], lines: readonly BulkRow[]): BulkGroup[] {
  const groups = new Map<string, BulkRow[]>();
  const words = new Map<string, string>();
  if (action === 'approve') for (const id of riskGroups) groups.set(id, []);
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
  { row, now, state }: BulkRow,
): readonly [string, string] {
  if (state === 'not-now') return [leftOut, 'can’t be decided yet'];
  if (action !== 'approve')
    return [
      `is-${row.standing.kind}`,
      row.standing.kind === 'refused' ? 'invalid' : rowLook(row).word,
    ];
  const id = groupOf(now);
  return [id, groupWords[id]];
}

/** The skills that the decision would include now. */
export const chosenOf = ({ draft }: BulkDecision, lines: readonly BulkRow[]): BulkRow[] =>
  lines.filter(({ choice, state }) => state === 'fits' && draft.chosen.has(choice));

/** Something happened to the skill after the page opened. */
export const isLost = ({ state }: BulkRow): boolean =>
  ['changed', 'gone', 'decided', 'worse'].includes(state);

/** True for the group whose decision stands alone: nobody knows what is in its files. */
export const isUnreadChoice = (choice: string): boolean => choice.startsWith('unread\n');

/** Why a skill is skipped, or that it's decided; empty if it can be decided about. */
export const stateWords: Readonly<Record<LineState, string>> = {
  fits: '',
  done: 'Decided',
  'not-now': '',
  changed: 'Skipped: changed since you opened this page',
  gone: 'Skipped: it isn’t there any more',
  decided: 'Skipped: decided elsewhere since you opened this page',
  inspecting: 'Its files are still being inspected',
  barred: 'Skipped: blocked by your managed policy',
  alone: 'Review its findings on its own page',
  worse: 'Skipped: a file failed its check since you opened this page',
};
