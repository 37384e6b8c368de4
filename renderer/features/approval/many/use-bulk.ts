import { useEffect, useState } from 'react';
import { useRested } from '../../../components/use-rested.ts';
import { filesDecided } from '../../../store/bulk-selection.ts';
import { useActions, useApi, useApp } from '../../../store/context.ts';
import { groupOf } from '../../../store/groups.ts';
import { shownNow } from '../../../store/readings.ts';
import type { BulkDecision } from '../../../store/state.ts';
import { endsNow, expiresAt, fitting } from '../dates.ts';
import { type BulkRow, isUnreadChoice } from './lines.ts';

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
