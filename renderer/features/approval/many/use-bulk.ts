import { useEffect, useState } from 'react';
import { useRested } from '../../../components/use-rested.ts';
import { filesDecided, rowOf } from '../../../store/bulk-selection.ts';
import { useActions, useApi, useApp } from '../../../store/context.ts';
import { groupOf, choiceOf, groupWords } from '../../../store/groups.ts';
import { shownNow } from '../../../store/readings.ts';
import type { BulkDecision, AppState, ManyItem } from '../../../store/state.ts';
import { endsNow, expiresAt, fitting } from '../dates.ts';
import { isHighRisk, riskGroups, riskOf } from '../../../../shared/model/risk.ts';
import type { SkillRow } from '../../../../shared/model/skill.ts';
import { rowLook } from '../../../store/standing.ts';
import { suitable } from '../sheet.ts';

const dayToCome = 'Choose a future date or another expiry';

export type BulkDecisionState = ReturnType<typeof useBulkDecision>;

/** The decision about the chosen skills: what it would be, and what keeps it from being saved. */
export function useBulkDecision(many: BulkDecision, chosen: readonly BulkRow[]) {
  const { action, draft, sent } = many;
  const api = useApi();
  const { sentMany, setPicked } = useActions();
  const details = useApp((app) => app.details);
  const policy = useApp((app) => app.policy);
  const [openedAt] = useState(Date.now);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  // The key or click that decided about one skill, pressed twice, must not decide about the others.
  const rested = useRested(String(many.id));
  const [isEarly, setEarly] = useState(false);
  const bounds = {
    same: null,
    longestMs: policy.status === 'active' ? policy.limits.longestMs : null,
    now: openedAt,
  };
  const expiry = fitting(draft.expiry, bounds);
  const ends = action === 'approve' ? expiresAt(expiry, draft.date, bounds) : null;
  const locked = busy || sent !== null;
  const reason = chosen.length === 0 ? 'No skills selected' : ends === 'invalid' ? dayToCome : null;

  const decide = async (): Promise<void> => {
    if (locked || reason !== null) return;
    setEarly(many.cameBack && !rested);
    if (many.cameBack && !rested) return;
    const until = action === 'approve' ? endsNow(expiry, draft.date, bounds) : null;
    if (until === 'invalid') return setError(`${dayToCome}: the date you chose has passed.`);
    setBusy(true);
    setError(null);
    // These are the digests listed when the page opened; newer content is refused.
    const reply = await api.decideMany({
      action,
      items: chosen.map(({ key, item }) => ({
        ...item,
        grants: [...(draft.grants.get(key) ?? [])],
        shown: shownNow(api, item.server, item.uri, filesDecided(details, item)),
      })),
      note: draft.note.trim(),
      expiresAt: until,
    });
    setBusy(false);
    if (!reply.ok) return setError(reply.error.message);
    sentMany({
      operationId: reply.value.operationId,
      keys: new Set(chosen.map(({ key }) => key)),
    });
    return setPicked(new Set());
  };
  const isUnread = chosen.some(({ choice }) => isUnreadChoice(choice));
  return { bounds, expiry, ends, locked, error, reason, isUnread, isEarly, decide };
}

/**
 * Reads all files of the unread skills' servers; undefined if there are none. Once that's over,
 * skills that turned out to be without findings are selected, as they are when the selection opens;
 * never while results still come in, since the number on the button would change under the pointer.
 */
export function useReadTogether(
  many: BulkDecision,
  lines: readonly BulkRow[],
): (() => void) | undefined {
  const api = useApi();
  const { attempt, draftMany } = useActions();
  const operations = useApp((app) => app.operations);
  const [awaited, setAwaited] = useState<{
    readonly operations: readonly string[];
    readonly keys: ReadonlySet<string>;
  } | null>(null);
  // A finished operation leaves once its result was shown.
  const isOver =
    awaited !== null &&
    awaited.operations.every((id) => operations.get(id)?.status !== 'running') &&
    lines.every(({ now }) => now.inspecting === 0) &&
    lines.some(({ key, choice }) => awaited.keys.has(key) && !isUnreadChoice(choice));
  useEffect(() => {
    if (!isOver) return;
    setAwaited(null);
    const { chosen } = many.draft;
    // What nobody has read is never decided about together with what was.
    if (many.sent !== null || [...chosen].some(isUnreadChoice)) return;
    const found = lines.filter(
      ({ key, now, state }) => state === 'fits' && awaited.keys.has(key) && groupOf(now) === 'none',
    );
    draftMany({ chosen: new Set([...chosen, ...found.map(({ choice }) => choice)]) });
  }, [isOver, awaited, lines, many, draftMany]);
  const unread = lines.filter(({ choice }) => isUnreadChoice(choice));
  const read = async (servers: readonly string[]): Promise<void> => {
    const keys = new Set(unread.map(({ key }) => key));
    const started = await Promise.all(
      servers.map((server) => attempt(api.verifyServer({ server }), 'Couldn’t start verification')),
    );
    const ids = started.flatMap((one) => (one === undefined ? [] : [one.operationId]));
    setAwaited(ids.length === 0 ? null : { operations: ids, keys });
  };
  if (many.action !== 'approve' || many.sent !== null) return undefined;
  const able = unread.filter(({ state }) => state === 'fits');
  const servers = [...new Set(able.map(({ row }) => row.server))];
  return servers.length === 0 ? undefined : () => void read(servers);
}

/**
 * State of one skill on the page. `fits`: it can be decided about and matches the list. `done`:
 * this decision was saved. `alone`: its high or critical findings must be reviewed on its own page.
 * `barred`: a managed policy blocks its findings. `inspecting`: rules still inspect its files, and
 * the engine refuses an approval until they're done. `not-now`: this decision was never possible.
 * The others happened after the page opened, so the skill is skipped.
 */
type LineState =
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
