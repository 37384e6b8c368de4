import { pinOf } from '../../core/decisions/identity.ts';
import type { DecisionItem } from '../../../shared/contract.ts';
import type { EngineParts } from '../../engine/parts.ts';
import { decideSkills } from '../../engine/deciding/decide.ts';
import { objectionTo } from '../../engine/deciding/objections.ts';
import { CommandError, type CommandOutput } from '../call/command.ts';
import type { CommandContext } from '../call/command-context.ts';
import type { TerminalUser } from '../call/terminal-user.ts';
import { contentsOf } from '../skills/contents.ts';
import { readWhole } from '../skills/read-whole.ts';
import { refusedOutput } from '../skills/refused-entries.ts';
import { target, type OneSkill } from '../skills/targets.ts';
import { expiryOf } from './expiry.ts';
import { notDone } from './outcomes.ts';
import {
  notSeen,
  notShown,
  replacedLines,
  replacedOf,
  servedLines,
  servedNow,
  type ApprovalSubject,
} from './approval-subject.ts';

/** What one approval and those of a lock file have in common. */
export interface ApprovalOptions {
  readonly note: string | undefined;
  readonly expires: string | undefined;
  readonly 'read-all': boolean;
}
interface One extends ApprovalOptions, OneSkill {
  readonly 'set-digest': string | undefined;
  readonly 'metadata-digest': string | undefined;
  readonly grant: readonly string[];
}

/**
 * `approve`: binds to what whoever approves has seen, never to what is served by then. At a
 * terminal that is what it prints before it asks; anywhere else the caller names the set, and what
 * the entry says beside it: the set alone would let the record keep another description and other
 * tools than were seen. The attacker is a server that serves something else to the listing that
 * approves.
 */
export async function approve(
  ctx: EngineParts,
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
      `The skill doesn’t request the tool ${JSON.stringify(extra)}. It asks for: ${served.tools.join(', ') || 'nothing'}.`,
    );
  // Nobody is asked about what cannot be approved anyway; at a terminal its files may yet be shown.
  const asks = !isNamed && person !== null;
  const item = itemOf(served, grant);
  const best = asks ? { ...item, shown: served.coverage.total } : item;
  const objection = objectionTo(ctx, skill, best, decision);
  if (objection !== null)
    return notDone({ ...about, outcome: objection[0], message: objection[1] });
  if (!isNamed && person === null)
    return notShown(
      served,
      'not-shown',
      (await isPartMasked(ctx, served))
        ? 'Nothing was written. Part of it is masked here, since the server repeats what it was given: approve it at a terminal or in the window, where all of it is shown.'
        : `Nothing was written. Look at it, and approve it with --set-digest ${served.setDigest ?? ''} --metadata-digest ${served.metadataDigest}`,
    );
  if (named.set !== undefined && named.set !== served.setDigest)
    return notShown(served, 'stale', 'Nothing was written: this is not the set that was named.');
  if (named.metadata !== undefined && named.metadata !== served.metadataDigest)
    return notShown(
      served,
      'stale',
      'Nothing was written: what the entry says of the skill is not what was named.',
    );
  if (asks) {
    const agreed = await agreedTo(ctx, served, person);
    if (agreed === null) return { json: null, human: ['Nothing was written.'], exit: notSeen };
    served = agreed;
  }
  const [outcome] = await decideSkills(ctx, [itemOf(served, grant)], decision);
  if (outcome?.outcome === 'stale') {
    const now = servedNow(ctx.catalogue.at(skill) ?? skill);
    return notShown(now, 'stale', `Nothing was written: ${outcome.message}`);
  }
  if (outcome?.outcome !== 'done') return notDone(outcome);
  const { entry, record, standing } = ctx.catalogue.at(skill) ?? skill;
  const self = entry.integrity === 'self-computed' ? '  self-computed' : '';
  return {
    json: { ...about, standing: standing.kind, record, replaced: replacedOf(served.record) },
    human: [
      `${standing.kind}  ${about.uri}  (${about.server})  ${served.setDigest ?? ''}${self}`,
      ...replacedLines(served.record),
    ],
    exit: 0,
  };
}

/**
 * Whether what is printed here is not all of what is served. The attacker is a server that writes what it
 * wants unseen around a secret that it was given.
 */
async function isPartMasked(ctx: EngineParts, served: ApprovalSubject): Promise<boolean> {
  const { maskingOf } = await import('../call/masking.ts');
  const masking = maskingOf(ctx);
  masking.output({ json: null, human: servedLines(served), exit: 0 });
  return masking.changed() > 0;
}

/** The digest that a flag names. Throws a CommandError for what is none. */
function digestIn(given: One, flag: 'set-digest' | 'metadata-digest'): string | undefined {
  const named = given[flag];
  if (named !== undefined && !/^sha256:[0-9a-f]{64}$/.test(named))
    throw new CommandError(`--${flag} takes sha256: and 64 hexadecimal digits`);
  return named;
}

/** The decision about just what was printed or named, in place of the record that stood there. */
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

const isSame = (a: ApprovalSubject, b: ApprovalSubject): boolean =>
  a.setDigest === b.setDigest && a.metadataDigest === b.metadataDigest;

/** Prints what an approval would bind, and its files when they are asked for; null for no yes. */
async function agreedTo(
  ctx: EngineParts,
  first: ApprovalSubject,
  person: TerminalUser,
): Promise<ApprovalSubject | null> {
  let served = first;
  for (;;) {
    person.say(servedLines(served));
    const answer = await person.ask(
      'Approve exactly this set? Type yes; show prints its files here; anything else leaves it: ',
    );
    if (answer === 'yes') return served;
    if (answer !== 'show') return null;
    const contents = await contentsOf(ctx, served.skill);
    for (const { lines } of contents) person.say(lines);
    const shown = contents.filter((content) => content.shown).length;
    const skill = ctx.catalogue.at(served.skill) ?? served.skill;
    const after = servedNow(skill, shown);
    if (isSame(after, served)) served = after;
    else {
      person.say(['It changed while it was read; this is what is served now.']);
      served = servedNow(skill);
    }
  }
}
