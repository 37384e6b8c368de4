import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isIdentity } from '../../../shared/host/identity.ts';
import { digestSchema, type Identity } from '../../../shared/model/approval.ts';
import { countsInWords } from '../../../shared/model/risk.ts';
import { identityKey, identityPin, sameIdentity } from '../../core/decisions/identity.ts';
import { nameTwice } from '../../core/json-text.ts';
import { setDigest } from '../../core/decisions/record.ts';
import { readBounded } from '../../storage/disk/bounded-read.ts';
import { CommandError, type CommandOutput, textIn, type CommandContext } from '../call/command.ts';
import { metadataDigestOf } from '../../core/decisions/display.ts';
import type { DecisionItem } from '../../../shared/contract.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import type { CatalogueServer } from '../../engine/catalogue/server.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { decideSkills } from '../../engine/deciding/decide.ts';
import { readWhole } from '../skills/read-whole.ts';
import { bringUpAll, timeoutOf } from '../skills/connect-servers.ts';
import { skillAt } from '../skills/targets.ts';
import type { ApprovalOptions } from './approve.ts';
import { expiryOf } from './outcomes.ts';
import { notSeen, servedNow, toAccept } from './approval-subject.ts';

/** Far more than 10,000 skills need. */
const mostBytes = 64 * 1024 * 1024;

/** One approval in a lock file. */
export interface LockedSkill {
  readonly server: string;
  readonly identity: Identity;
  readonly uri: string;
  readonly setDigest: string;
  readonly metadataDigest: string;
  readonly expiresAt: string | null;
  readonly allowedTools: readonly string[];
}

const lockSchema = z.strictObject({
  format: z.literal('skillgate/lock@1'),
  skills: z.array(
    z.strictObject({
      server: z.string(),
      identity: z.custom<Identity>(isIdentity, 'no identity'),
      uri: z.string(),
      setDigest: digestSchema,
      metadataDigest: digestSchema,
      expiresAt: z.iso.datetime().nullable(),
      allowedTools: z.array(z.string()),
      resources: z.record(z.string(), digestSchema),
    }),
  ),
});

/**
 * Reads what `export --as lock` wrote. Throws a CommandError for a file that isn't a lock file,
 * contradicts itself or names one skill twice: there is no telling which set would count.
 */
export async function readLock(name: string, cwd: string): Promise<readonly LockedSkill[]> {
  const path = resolve(cwd, name);
  // The person named that file, so following a link is fine.
  const file = await readBounded(await realpath(path).catch(() => path), mostBytes, { own: false });
  if (!file.ok) throw new CommandError(file.error.message, 'bad-input');
  const bad = (why: string): CommandError =>
    new CommandError(`${path} is not a lock file: ${why}`, 'bad-input');
  const text = textIn(file.value.bytes, path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw bad('it is not JSON');
  }
  // A reviewer may have read the first of two equal names, while parsing keeps the last.
  const twice = nameTwice(text);
  if (twice !== null) throw bad(`${JSON.stringify(twice)} appears twice in one object`);
  const lock = lockSchema.safeParse(value);
  if (!lock.success) {
    const [issue] = lock.error.issues;
    throw bad(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  const seen = new Set<string>();
  for (const { identity, uri, resources, setDigest: named } of lock.data.skills) {
    const key = JSON.stringify([identityKey(identity), uri]);
    if (seen.has(key)) throw bad(`it lists ${uri} twice`);
    seen.add(key);
    const files = Object.entries(resources).map(([file, digest]) => ({ uri: file, digest }));
    if (setDigest(files) !== named) throw bad(`the set digest of ${uri} doesn't match its files`);
  }
  return lock.data.skills;
}

interface Row {
  readonly server: string;
  readonly uri: string;
  /** The set in the file, and the one that is served now. */
  readonly setDigest: string;
  readonly served: string | null;
  readonly outcome: string;
  readonly message: string;
}

/** A skill that is served exactly as the file says. */
interface Matching {
  readonly locked: LockedSkill;
  readonly item: DecisionItem;
}

/**
 * `approve --lock FILE`: approves every skill that is served exactly as the file says. Finds
 * servers by identity, whatever their labels here. Allows no tools.
 */
export async function approveLock(
  ctx: AppContext,
  given: ApprovalOptions & { readonly lock: string },
  here: CommandContext,
): Promise<CommandOutput> {
  const timeoutMs = timeoutOf(given.timeout);
  const latest = expiryOf(given.expires);
  const skills = await readLock(given.lock, here.cwd);
  const rows: Row[] = [];
  const matching: Matching[] = [];
  const servers = new Map(skills.map((locked) => [locked, serverOf(ctx, locked)]));
  await bringUpAll(
    ctx,
    [...new Set(servers.values())].filter((server) => server !== null),
    { timeoutMs },
  );
  for (const locked of skills) {
    const found = await matched(ctx, locked, servers.get(locked) ?? null, given);
    if ('item' in found) matching.push(found);
    else rows.push(found);
  }
  const ends = new Set(matching.map(({ locked }) => earlier(locked.expiresAt, latest)));
  for (const expiresAt of ends) {
    const group = matching.filter(({ locked }) => earlier(locked.expiresAt, latest) === expiresAt);
    const outcomes = await decideSkills(
      ctx,
      group.map(({ item }) => item),
      { action: 'approve', note: given.note ?? '', expiresAt },
    );
    for (const { locked, item } of group) {
      const outcome = outcomes.find(
        ({ server, uri }) => server === item.server && uri === item.uri,
      );
      if (outcome === undefined) throw new Error('a decision gave no outcome');
      rows.push({ ...about(locked, item), outcome: outcome.outcome, message: outcome.message });
    }
  }
  return summary(given.lock, skills, rows);
}

function serverOf(
  ctx: AppContext,
  { server: label, identity }: LockedSkill,
): CatalogueServer | null {
  const same = [...ctx.catalogue.servers.values()].filter(
    (server) => server.identity !== null && sameIdentity(server.identity, identity),
  );
  return same.find((server) => server.label === label) ?? same[0] ?? null;
}

async function matched(
  ctx: AppContext,
  locked: LockedSkill,
  server: CatalogueServer | null,
  given: ApprovalOptions,
): Promise<Matching | Row> {
  const { uri, setDigest } = locked;
  const row = (outcome: string, message: string, served: string | null = null): Row => ({
    server: server?.label ?? locked.server,
    uri,
    setDigest,
    served,
    outcome,
    message,
  });
  if (server === null) return row('not-found', 'No configured server has this identity.');
  const found = await skillAt(ctx, server, uri).catch((error: unknown) => {
    if (error instanceof CommandError) return error;
    throw error;
  });
  if (found instanceof CommandError) return row(found.code, found.message);
  if (found.kind === 'refused') return row('refused', found.refused.problem.message);
  const { skill, unread } = given['read-all']
    ? await readWhole(ctx, found.skill)
    : { skill: found.skill, unread: null };
  if (unread !== null) return row('refused', unread);
  const served = setDigestOf(skill.entry);
  if (served !== null && served !== setDigest)
    return row('stale', 'The server serves different files than the lock file lists.', served);
  const metadataDigest = metadataDigestOf(skill.entry);
  // The files' own metadata isn't known before they are read.
  if (served !== null && metadataDigest !== locked.metadataDigest)
    return row('stale', "The entry's metadata differs from the lock file.", served);
  const replaces = skill.record?.id ?? null;
  const subject = servedNow(skill);
  const unaccepted = toAccept(subject);
  // High and critical findings are accepted one skill at a time, where they're listed.
  if (unaccepted?.outcome === 'risk')
    return row(
      'risk',
      `It has high or critical findings (${countsInWords(subject.risk)}). ` +
        'Approve it on its own.',
      served,
    );
  if (unaccepted !== null && !given['accept-risk'])
    return row(unaccepted.outcome, unaccepted.message, served);
  return {
    locked,
    item: {
      server: server.label,
      uri,
      identity: identityPin(locked.identity),
      setDigest: served,
      metadataDigest,
      replaces,
      grants: [],
    },
  };
}

const about = (
  { uri, setDigest }: LockedSkill,
  item: DecisionItem,
): Omit<Row, 'outcome' | 'message'> => ({
  server: item.server,
  uri,
  setDigest,
  served: item.setDigest,
});

/** The earlier of two ends; null means never. */
function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return Date.parse(a) <= Date.parse(b) ? a : b;
}

function summary(
  lock: string,
  skills: readonly LockedSkill[],
  rows: readonly Row[],
): CommandOutput {
  const done = rows.filter(({ outcome }) => outcome === 'done').length;
  const tools = skills.some(({ allowedTools }) => allowedTools.length > 0);
  return {
    json: { lock, outcomes: rows },
    human: [
      ...rows
        .filter(({ outcome }) => outcome !== 'done')
        .map(({ server, uri, outcome, message }) => `${outcome}  ${uri}  (${server})  ${message}`),
      `${done} of ${rows.length} approved`,
      ...(tools ? ['No tool was allowed. To allow one, use approve --grant.'] : []),
    ],
    exit: done === rows.length ? 0 : rows.some(({ outcome }) => unseen.has(outcome)) ? notSeen : 1,
  };
}

/** Outcomes of a skill whose current state nobody has reviewed. */
const unseen: ReadonlySet<string> = new Set(['stale', 'risk', 'unread']);
