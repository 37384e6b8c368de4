import { counted } from '../../../shared/size-text.ts';
import { countsInWords } from '../../../shared/model/risk.ts';
import { pinOf } from '../../core/decisions/identity.ts';
import type { DecisionItem } from '../../../shared/contract.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { decideSkills } from '../../engine/deciding/decide.ts';
import { objectionTo } from '../../engine/deciding/objections.ts';
import { CommandError, type CommandOutput, type CommandContext } from '../call/command.ts';
import { folderDecisionLines } from '../folders/open-folders.ts';
import type { FolderSource } from '../../storage/folders/folder-source.ts';
import type { TerminalUser } from '../call/terminal-user.ts';
import { contentsOf } from '../skills/contents.ts';
import { readWhole } from '../skills/read-whole.ts';
import { refusedOutput } from '../skills/refused-entries.ts';
import { target, type OneSkill } from '../skills/targets.ts';
import { expiryOf, notDone } from './outcomes.ts';
import {
  notSeen,
  notShown,
  replacedLines,
  replacedOf,
  riskLines,
  servedLines,
  servedNow,
  toAccept,
  type ApprovalSubject,
} from './approval-subject.ts';

/** Options that approving one skill and approving a lock file share. */
export interface ApprovalOptions {
  readonly note: string | undefined;
  readonly expires: string | undefined;
  readonly 'read-all': boolean;
  /** Approves despite high or critical findings, or files that weren't checked. */
  readonly 'accept-risk': boolean;
  readonly timeout?: string | undefined;
}
interface One extends ApprovalOptions, OneSkill {
  readonly folders: readonly FolderSource[];
  readonly 'set-digest': string | undefined;
  readonly 'metadata-digest': string | undefined;
  readonly grant: readonly string[];
}

/**
 * `approve`: binds to what the person has seen, not to what is served by then. At a terminal that
 * is what it prints before asking; elsewhere the caller names the set and the metadata digest,
 * since the set alone would let the record keep a different description and tools. The attacker is
 * a server that serves something else to the listing that approves.
 */
export async function approve(
  ctx: AppContext,
  given: One,
  { person }: CommandContext,
): Promise<CommandOutput> {
  const named = {
    set: digestIn(given, 'set-digest'),
    metadata: digestIn(given, 'metadata-digest'),
  };
  const isNamed = named.set !== undefined && named.metadata !== undefined;
  const { note = '', expires, grant } = given;
  const decision = { action: 'approve', note, expiresAt: expiryOf(expires) } as const;
  const found = await target(ctx, given);
  if (found.kind === 'refused') return refusedOutput(found.server.label, found.refused);
  const about = { server: found.server.label, uri: found.skill.uri };
  const { skill, unread } = given['read-all']
    ? await readWhole(ctx, found.skill)
    : { skill: found.skill, unread: null };
  if (unread !== null) return notDone({ ...about, outcome: 'refused', message: unread });
  let served = servedNow(skill);
  const extra = grant.find((tool) => !served.tools.includes(tool));
  if (extra !== undefined)
    throw new CommandError(
      `The skill doesn’t request the tool ${JSON.stringify(extra)}. ` +
        `It requests: ${served.tools.join(', ') || 'nothing'}.`,
    );
  // Don't ask about a skill that can't be approved. At a terminal, a person may still print its
  // files.
  const asks = !isNamed && person !== null;
  const item = itemOf(served, grant);
  const shown = asks ? { shown: served.coverage.total } : {};
  const best = { ...item, ...shown, ...acceptedOf(served) };
  const objection = objectionTo(ctx, skill, best, decision);
  if (objection !== null)
    return notDone({ ...about, outcome: objection[0], message: objection[1] });
  if (!isNamed && person === null)
    return notShown(
      served,
      'not-shown',
      (await isPartMasked(ctx, served))
        ? 'Nothing was written. ' +
            'The server repeats a secret it was given, so part of the skill is masked here. ' +
            'Approve it at a terminal or in the window, which show all of it.'
        : 'Nothing was written. Review the skill, ' +
            `then approve it with --set-digest ${served.setDigest ?? ''} --metadata-digest ` +
            `${served.metadataDigest}${given['accept-risk'] ? ' --accept-risk' : flagOf(served)}`,
    );
  if (named.set !== undefined && named.set !== served.setDigest)
    return notShown(served, 'stale', 'Nothing was written: the server now serves a different set.');
  if (named.metadata !== undefined && named.metadata !== served.metadataDigest)
    return notShown(served, 'stale', "Nothing was written: the skill's metadata is different now.");
  const unaccepted = asks || given['accept-risk'] ? null : toAccept(served);
  if (unaccepted !== null) return notShown(served, unaccepted.outcome, unaccepted.message);
  if (asks) {
    const agreed = await agreedTo(ctx, served, person);
    if (agreed === null) return { json: null, human: ['Nothing was written.'], exit: notSeen };
    served = agreed;
  }
  const decided = { ...itemOf(served, grant), ...acceptedOf(served) };
  const [outcome] = await decideSkills(ctx, [decided], decision);
  if (outcome?.outcome === 'stale' || outcome?.outcome === 'risk') {
    const now = servedNow(ctx.catalogue.at(skill) ?? skill);
    return notShown(now, outcome.outcome, `Nothing was written: ${outcome.message}`);
  }
  if (outcome?.outcome !== 'done') return notDone(outcome);
  const { entry, record, standing } = ctx.catalogue.at(skill) ?? skill;
  const self = entry.integrity === 'self-computed' ? '  self-computed' : '';
  return {
    json: { ...about, standing: standing.kind, record, replaced: replacedOf(served.record) },
    human: [
      `${standing.kind}  ${about.uri}  (${about.server})  ${served.setDigest ?? ''}${self}`,
      ...replacedLines(served.record),
      // Whoever accepted them without a terminal reads at least now what they were.
      ...(served.risk.digest === null ? [] : riskLines(served)),
      ...(given.folders.length === 0 ? [] : folderDecisionLines),
    ],
    exit: 0,
  };
}

/**
 * True if part of what is printed here is masked. The attacker is a server that hides its own text
 * around a secret it was given.
 */
async function isPartMasked(ctx: AppContext, served: ApprovalSubject): Promise<boolean> {
  const { maskingOf } = await import('../call/masking.ts');
  const masking = maskingOf(ctx);
  masking.output({ json: null, human: servedLines(served), exit: 0 });
  return masking.changed() > 0;
}

/** Returns the digest given in a flag. Throws a CommandError if it isn't a digest. */
function digestIn(given: One, flag: 'set-digest' | 'metadata-digest'): string | undefined {
  const named = given[flag];
  if (named !== undefined && !/^sha256:[0-9a-f]{64}$/.test(named))
    throw new CommandError(`--${flag} takes sha256: and 64 hexadecimal digits`);
  return named;
}

/** A decision about exactly what was printed or named, replacing the earlier record. */
function itemOf(served: ApprovalSubject, grant: readonly string[]): DecisionItem {
  return {
    server: served.server.label,
    uri: served.skill.uri,
    identity: pinOf(served.server.identity),
    setDigest: served.setDigest,
    metadataDigest: served.metadataDigest,
    replaces: served.record?.id ?? null,
    grants: [...grant],
    shown: served.coverage.shown,
  };
}

const acceptedOf = ({ risk: { digest } }: ApprovalSubject): Pick<DecisionItem, 'acceptedRisk'> =>
  digest === null ? {} : { acceptedRisk: digest };

const isSame = (a: ApprovalSubject, b: ApprovalSubject): boolean =>
  a.setDigest === b.setDigest && a.metadataDigest === b.metadataDigest;

/** What such an approval also needs: the risk accepted, or the files read. */
function flagOf(served: ApprovalSubject): string {
  const unaccepted = toAccept(served);
  if (unaccepted === null) return '';
  return unaccepted.outcome === 'risk' ? ' --accept-risk' : ' --read-all';
}

/** The question names what speaks against approving. */
function questionOf({ risk }: ApprovalSubject): string {
  if (risk.digest !== null)
    return `Approve exactly this set despite its findings (${countsInWords(risk)})?`;
  if (risk.unread === 0 && risk.notInspected > 0)
    return (
      'Approve exactly this set, ' +
      `of which ${counted(risk.notInspected, 'file')} couldn’t be inspected?`
    );
  return risk.unread > 0
    ? `Approve exactly this set with ${risk.unread} of ${counted(risk.files, 'file')} not checked?`
    : 'Approve exactly this set?';
}

/**
 * Prints what an approval would bind, and its files on request. Returns null without an approval.
 */
async function agreedTo(
  ctx: AppContext,
  first: ApprovalSubject,
  person: TerminalUser,
): Promise<ApprovalSubject | null> {
  let served = first;
  for (;;) {
    person.say(servedLines(served));
    const answer = await person.ask(
      `${questionOf(served)} Type yes to approve, ` +
        'show to print its files, or anything else to cancel: ',
    );
    if (answer === 'yes') return served;
    if (answer !== 'show') return null;
    const contents = await contentsOf(ctx, served.skill);
    for (const { lines } of contents) person.say(lines);
    await ctx.inspections.settled();
    const shown = contents.filter((content) => content.shown).length;
    const skill = ctx.catalogue.at(served.skill) ?? served.skill;
    const after = servedNow(skill, shown);
    if (isSame(after, served)) served = after;
    else {
      person.say(['The skill changed while you were reading. This is what the server serves now.']);
      served = servedNow(skill);
    }
  }
}
