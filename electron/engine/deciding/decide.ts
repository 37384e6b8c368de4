import { withSession } from '../../core/skill-state/skill.ts';
import type { DecideOutcome, DecisionItem } from '../../../shared/contract.ts';
import type { CatalogueServer, CatalogueSkill } from '../catalogue/server.ts';
import type { DecisionContext } from '../contexts.ts';
import { approvalsOf, type RecordChange } from '../ports/decisions.ts';
import { aboutOf, commit, notWritten, tryCommit, type NotWritten } from './commit.ts';
import { objectionTo, replacedWords } from './objections.ts';
import { changeFor, type SkillDecision } from './record-change.ts';

/**
 * Decides many skills at once. Each item is checked on its own against the entry that is held
 * now: a stale or refused one is answered as such and the others go on. What passes is written
 * in one durable commit. Fetches nothing ("Lazy Retrieval": not at approval). An approval waits a
 * moment for the rules that are looking at what was read of these very skills. `batch` names what
 * they're a part of, where that is more than these.
 */
export async function decideSkills(
  parts: DecisionContext,
  items: readonly DecisionItem[],
  decision: SkillDecision,
  batch?: string,
): Promise<DecideOutcome[]> {
  const { catalogue } = parts;
  if (decision.action === 'approve' || decision.action === 'session')
    await parts.inspections.ready(items);
  // One that is left over for the last part of many is decided with all the others.
  const isTogether = items.length > 1 || batch !== undefined;
  const outcomes: DecideOutcome[] = [];
  const decided = new Map<string, PlannedDecision & { readonly skill: CatalogueSkill }>();
  for (const item of items) {
    const { server, uri } = item;
    const key = JSON.stringify([server, uri]);
    const found = catalogue.find(server, uri);
    // As of this moment: time has passed since it was last looked at.
    const skill = found === undefined ? null : catalogue.update(found, (held) => held);
    const objection = skill === null ? gone : objectionTo(parts, skill, item, decision, isTogether);
    if (objection !== null)
      outcomes.push({ server, uri, outcome: objection[0], message: objection[1] });
    if (skill === null || objection !== null || decided.has(key)) continue;
    decided.set(key, {
      skill,
      about: { server, uri },
      change: changeOf(parts, skill, item, decision),
    });
  }
  const failed = await commitRest(parts, decided, outcomes, batch);
  if (failed === null && decision.action !== 'approve')
    catalogue.updateAll(
      [...decided.values()].map(({ skill }) => ({
        place: skill,
        step: (held) => (held === null ? null : withSession(held, decision.action === 'session')),
      })),
    );
  if (failed === null && decision.action === 'approve')
    parts.keeper.keep([...decided.values()].map(({ skill }) => skill));
  for (const { skill } of decided.values()) {
    outcomes.push({
      server: skill.server.label,
      uri: skill.uri,
      ...(failed ?? done(parts, skill, catalogue.at(skill), decision)),
    });
  }
  return outcomes;
}

/** The id of the record that stands now is what the next decision replaces. */
function done(
  { undoable }: DecisionContext,
  before: CatalogueSkill,
  now: CatalogueSkill | null,
  { action }: SkillDecision,
): Omit<DecideOutcome, 'server' | 'uri'> {
  const undo = now === null ? null : undoable.add(before, now, action);
  const record = now?.record?.id ?? null;
  return { outcome: 'done', message: '', record, ...(undo === null ? {} : { undo }) };
}

/** A decision that nothing speaks against; `change` null where nothing of it is written. */
export interface PlannedDecision {
  readonly about: { readonly server: string; readonly uri: string };
  readonly change: RecordChange | null;
}

/** What was allowed until the app closes never stood in the file, and is taken back without it. */
const changeOf = (
  parts: DecisionContext,
  skill: CatalogueSkill,
  item: DecisionItem,
  decision: SkillDecision,
): RecordChange | null =>
  decision.action === 'session' || (decision.action === 'revoke' && skill.record === null)
    ? null
    : changeFor(parts, skill, item, decision);

/**
 * Commits what nobody else has decided about in the last moment; such a skill is answered as
 * replaced and taken out, and the others are written all the same. Decisions about folders are
 * another file's, and come first: no app acts on them if the others can't be written.
 */
export async function commitRest(
  parts: DecisionContext,
  decided: Map<string, PlannedDecision>,
  outcomes: DecideOutcome[],
  batch?: string,
): Promise<NotWritten | null> {
  const { folders } = parts.approvals;
  const isOfFolder = (change: RecordChange): boolean =>
    change.kind !== 'forget' && folders?.has(aboutOf(change).identity) === true;
  const inFolders =
    folders === undefined
      ? null
      : await commitSome(parts, decided, outcomes, { batch, isMeant: isOfFolder });
  const isMeant = (change: RecordChange): boolean => !isOfFolder(change);
  return inFolders ?? commitSome(parts, decided, outcomes, { batch, isMeant });
}

async function commitSome(
  parts: DecisionContext,
  decided: Map<string, PlannedDecision>,
  outcomes: DecideOutcome[],
  {
    batch,
    isMeant,
  }: { readonly batch: string | undefined; readonly isMeant: (change: RecordChange) => boolean },
): Promise<NotWritten | null> {
  for (;;) {
    const written = [...decided].flatMap(([key, { change }]) =>
      change === null || !isMeant(change) ? [] : [{ key, change }],
    );
    const [first, second] = written;
    const of = batch ?? (second === undefined ? undefined : first && batchOf(first.change));
    const failure = await tryCommit(
      parts,
      written.map(({ change }) => inBatch(change, of)),
    );
    if (failure === null) return null;
    if (failure.reason !== 'replaced') return notWritten(failure);
    const key = written[failure.index]?.key ?? '';
    const other = decided.get(key);
    // Without one to take out this would never end.
    if (other === undefined) return notWritten(failure);
    decided.delete(key);
    const message = replacedWords(failure.record);
    outcomes.push({ ...other.about, outcome: 'replaced', message });
  }
}

/**
 * Of several decisions at once: what the first one left or replaced, which is in no other batch.
 */
function batchOf(change: RecordChange): string | undefined {
  switch (change.kind) {
    case 'put':
      return change.record.id;
    case 'remove':
      return `end of ${change.replaces}`;
    case 'restore':
      return `end of ${change.replaces ?? change.record.id}`;
    default:
      return undefined;
  }
}

const inBatch = (change: RecordChange, batch: string | undefined): RecordChange =>
  batch === undefined ? change : { ...change, audit: { ...change.audit, batch } };

const gone = ['unknown-skill', 'Skillgate no longer has this skill.'] as const;

/**
 * Takes a decision back by its record alone: works when the server is gone or no longer serves
 * the skill.
 */
export async function revokeRecord(
  parts: DecisionContext,
  { label, identity }: CatalogueServer,
  uri: string,
): Promise<DecideOutcome> {
  const about = { server: label, uri };
  const { state } = approvalsOf(parts.approvals, identity);
  if (state.status !== 'ready')
    return { ...about, outcome: 'store-unreadable', message: state.message };
  const record = identity === null ? null : parts.approvals.find(identity, uri);
  if (record === null || identity === null)
    return { ...about, outcome: 'nothing-to-revoke', message: 'There’s no decision to revoke.' };
  const audit = { ...about, setDigest: record.setDigest, action: 'revoked', detail: '' } as const;
  const failed = await commit(parts, [
    { kind: 'remove', identity, uri, replaces: record.id, audit },
  ]);
  return { ...about, ...(failed ?? { outcome: 'done', message: '' }) };
}
