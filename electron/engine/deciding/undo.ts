import { withSession } from '../../core/skill-state/skill.ts';
import type { DecideOutcome, RequestInput } from '../../../shared/contract.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { mustBeSeen } from '../../../shared/model/risk.ts';
import { keptOf } from '../../../shared/model/kept-findings.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import { findingsOf } from '../findings/findings.ts';
import type { DecisionContext } from '../contexts.ts';
import { approvalsOf, type AuditEntry, type RecordChange } from '../ports/decisions.ts';
import { notWritten } from './commit.ts';
import { commitRest, type PlannedDecision } from './decide.ts';
import { replacedWords } from './objections.ts';
import type { UndoRecord } from './undo-history.ts';

type Objection = readonly [Exclude<DecideOutcome['outcome'], 'done'>, string];

/**
 * Takes decisions back: what stood before each stands again exactly as it was, in one durable
 * commit. One that cannot be taken back is answered as such, and the others are. Fetches nothing.
 */
export const undoDecisions = (
  parts: DecisionContext,
  items: RequestInput<'undo'>['items'],
  batch?: string,
): Promise<DecideOutcome[]> => parts.undoable.inTurn(() => undoThese(parts, items, batch));

async function undoThese(
  parts: DecisionContext,
  items: RequestInput<'undo'>['items'],
  batch: string | undefined,
): Promise<DecideOutcome[]> {
  const { approvals, catalogue, undoable } = parts;
  // What another process has written until now counts before anything is looked at.
  const current = await approvals.commit([]);
  if (!current.ok)
    return items.map(({ server, uri }) => ({ server, uri, ...notWritten(current.error) }));
  const outcomes: DecideOutcome[] = [];
  const undone = new Map<string, PlannedDecision & { readonly undo: UndoRecord }>();
  for (const { server, uri, undo: id } of items) {
    const undo = undoable.find(id);
    const objection =
      undo === undefined || undo.server.label !== server || undo.uri !== uri
        ? forgotten
        : objectionTo(parts, undo);
    if (objection !== null)
      outcomes.push({ server, uri, outcome: objection[0], message: objection[1] });
    else if (undo !== undefined)
      undone.set(id, { undo, about: { server, uri }, change: changeOf(undo) });
  }
  const failed = await commitRest(parts, undone, outcomes, batch);
  if (failed === null)
    catalogue.updateAll(
      [...undone.values()].map(({ undo }) => ({
        place: undo,
        step: (held) => held && withSession(held, undo.session.before && undo.seen === null),
      })),
    );
  for (const { about, undo } of undone.values()) {
    if (failed === null) undoable.undone(undo);
    outcomes.push({
      ...about,
      ...(failed ?? { outcome: 'done', message: '', record: undo.before?.id ?? null }),
    });
  }
  return outcomes;
}

const forgotten: Objection = [
  'refused',
  'This decision can’t be undone: ' +
    'it was already undone or forgotten, or its server was configured again.',
];

/** Why this cannot be taken back; null when it can. */
function objectionTo(
  { approvals, catalogue, undoable }: DecisionContext,
  undo: UndoRecord,
): Objection | null {
  const { state } = approvalsOf(approvals, undo.identity);
  if (state.status !== 'ready') return ['store-unreadable', state.message];
  const now = approvals.find(undo.identity, undo.uri);
  if ((now?.id ?? null) !== undo.left) return ['replaced', replacedWords(now)];
  // Whoever saw it may have been another process, of which nothing but this is known here.
  if (now?.lapsed != null && undo.before?.decision === 'approved' && undo.before.lapsed === null)
    return ['stale', seenWords['other-content']];
  if (!undoable.isNewest(undo))
    return ['replaced', 'It was decided again since. Undo that decision first.'];
  const givesBack = undo.before !== null || undo.session.before;
  // No id tells one "no decision" from another: somebody may have decided, and forgotten it again.
  if (undo.left === null && givesBack && approvals.count(undo.identity, undo.uri) !== undo.count)
    return [
      'replaced',
      'Another window or program has saved decisions since, maybe about this one. Decide again.',
    ];
  if (undo.seen !== null) return ['stale', seenWords[undo.seen]];
  const skill = catalogue.at(undo);
  if (skill !== null && undo.before?.decision === 'approved' && findsMore(skill, undo.before))
    return ['stale', 'The rules found more in it since. Review it and decide again.'];
  const held = skill?.held;
  if (held !== undefined && held.sessionAllowed !== undo.session.after)
    return ['replaced', 'Its session permission has changed. Review it again.'];
  if (undo.session.before && held === undefined) return ['stale', seenWords['nothing-dynamic']];
  return null;
}

/** Whether there are high or critical findings that the approval didn't keep. */
function findsMore(skill: CatalogueSkill, approval: ApprovalRecord): boolean {
  const kept = keptOf(approval)?.findings ?? [];
  return mustBeSeen(findingsOf(skill).findings).some(
    (now) =>
      !kept.some(
        ({ rule, uri, digest }) => rule === now.rule && uri === now.uri && digest === now.digest,
      ),
  );
}

const seenWords: Readonly<Record<NonNullable<UndoRecord['seen']>, string>> = {
  'other-content':
    'The server has since served something else, ' +
    'so the approval is permanently invalid. Decide again.',
  'nothing-dynamic':
    'Its dynamic content wasn’t served for a while, ' +
    'which ended the session permission. Decide again.',
};

/** Null where nothing of the decision was written. */
function changeOf({
  action,
  server,
  identity,
  uri,
  setDigest,
  before,
  left,
  count,
}: UndoRecord): RecordChange | null {
  if ((before?.id ?? null) === left) return null;
  const stands =
    before === null
      ? 'there was no earlier decision'
      : `what was ${before.decision} is in effect again`;
  const audit: AuditEntry = {
    action: 'undone',
    server: server.label,
    uri,
    setDigest,
    detail: `${taken[action]}; ${stands}`,
  };
  if (before !== null) return { kind: 'restore', record: before, replaces: left, count, audit };
  return { kind: 'remove', identity, uri, replaces: left ?? '', audit };
}

const taken: Readonly<Record<UndoRecord['action'], string>> = {
  approve: 'approval undone',
  deny: 'denial undone',
  revoke: 'revocation undone',
  session: 'allowance taken back',
};
