import { sameIdentity } from '../../core/decisions/identity.ts';
import { withSession } from '../../core/held/skill.ts';
import type { DecideOutcome, RequestInput } from '../../../shared/contract.ts';
import type { Place } from '../catalogue/server.ts';
import type { Parts } from '../parts.ts';
import type { AuditEntry, RecordChange } from '../ports/decisions.ts';
import type { CommitParts } from './commit.ts';
import { commitRest, type Decided } from './decide.ts';
import { replacedWords } from './objections.ts';
import type { Undo } from './undoable.ts';

type UndoingParts = CommitParts & Pick<Parts, 'undoable'>;
type Objection = readonly [Exclude<DecideOutcome['outcome'], 'done'>, string];

/**
 * Takes decisions back: what stood before each stands again exactly as it was, in one durable
 * commit. One that cannot be taken back is answered as such, and the others are. Fetches nothing.
 */
export async function undoDecisions(
  parts: UndoingParts,
  items: RequestInput<'undo'>['items'],
): Promise<DecideOutcome[]> {
  const { catalogue, undoable } = parts;
  const outcomes: DecideOutcome[] = [];
  const undone = new Map<string, Decided & { readonly undo: Undo }>();
  for (const { server, uri, undo: id } of items) {
    const undo = undoable.find(id);
    const objection =
      undo === undefined || undo.server !== server || undo.uri !== uri
        ? forgotten
        : objectionTo(parts, undo);
    if (objection !== null)
      outcomes.push({ server, uri, outcome: objection[0], message: objection[1] });
    else if (undo !== undefined)
      undone.set(id, { undo, about: { server, uri }, change: changeOf(undo) });
  }
  const failed = await commitRest(parts, undone, outcomes);
  if (failed === null)
    catalogue.updateAll(
      [...undone.values()].flatMap(({ undo }) =>
        placesOf(parts, undo).map((place) => ({
          place,
          step: (held) => held && withSession(held, undo.session.before),
        })),
      ),
    );
  for (const { about, undo } of undone.values()) {
    if (failed === null) undoable.drop(undo.id);
    outcomes.push({
      ...about,
      ...(failed ?? { outcome: 'done', message: '', record: undo.before?.id ?? null }),
    });
  }
  return outcomes;
}

const forgotten: Objection = ['refused', 'This decision cannot be undone any more.'];

/** Why this cannot be taken back; null when it can. */
function objectionTo({ approvals, catalogue }: UndoingParts, undo: Undo): Objection | null {
  const { state } = approvals;
  if (state.status !== 'ready') return ['store-unreadable', state.message];
  const now = approvals.find(undo.identity, undo.uri);
  if ((now?.id ?? null) !== undo.left) return ['replaced', replacedWords(now)];
  if (undo.decidedSince) return ['replaced', 'Something else was decided about it since.'];
  // The attacker is whoever got the label since: what was decided was about another server.
  const server = catalogue.servers.get(undo.server);
  if (server?.identity == null || !sameIdentity(server.identity, undo.identity))
    return ['refused', `${undo.server} is another server by now, or is there no more.`];
  if (undo.seenOther)
    return [
      'stale',
      'Something else than was approved has been served since, so the approval is over for good; decide again.',
    ];
  const held = server.skills.get(undo.uri)?.held;
  if (held !== undefined && held.sessionAllowed !== undo.session.after)
    return ['replaced', 'Its allowance for this session is another by now; look at it again.'];
  if (undo.session.before && held?.listed.files.kind !== 'dynamic')
    return ['stale', 'Only dynamic content is allowed for a session, and this is none any more.'];
  return null;
}

/** Null where nothing of the decision was written. */
function changeOf({
  action,
  server,
  identity,
  uri,
  setDigest,
  before,
  left,
}: Undo): RecordChange | null {
  if ((before?.id ?? null) === left) return null;
  const stands =
    before === null ? 'nothing stood before' : `what was ${before.decision} stands again`;
  const audit: AuditEntry = {
    action: 'undone',
    server,
    uri,
    setDigest,
    detail: `${taken[action]}; ${stands}`,
  };
  if (before !== null) return { kind: 'restore', record: before, replaces: left, audit };
  return { kind: 'remove', identity, uri, replaces: left ?? '', audit };
}

const taken: Readonly<Record<Undo['action'], string>> = {
  approve: 'approval taken back',
  deny: 'denial taken back',
  revoke: 'revocation taken back',
  session: 'allowance taken back',
};

/** Where the decision was made, if the skill is held there now. */
function placesOf({ catalogue }: UndoingParts, { server, uri }: Undo): Place[] {
  const place = catalogue.servers.get(server)?.skills.get(uri);
  return place === undefined ? [] : [place];
}
