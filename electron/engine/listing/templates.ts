import { isRecord, own } from '../../core/json.ts';
import { rootOf } from '../../core/skill-place.ts';
import { expand, skillTemplates } from '../../core/templates.ts';
import { visible } from '../../core/text.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { TemplateView } from '../../../shared/model/template.ts';
import { fault, faultOf } from '../options.ts';
import type { SkillContext } from '../contexts.ts';
import { type CatalogueServer, emptyInventory } from '../catalogue/server.ts';
import type {
  SkillDialect,
  ResourceInventory,
  DialectListing,
} from '../../core/dialects/dialect.ts';
import {
  besideOf,
  mainFilesBeside,
  type UnlistedSkill,
} from '../../core/dialects/listing/unlisted-skill.ts';
import { withOther } from '../../core/dialects/listing/merging.ts';
import { isRefused, refusedPlaces } from '../../core/dialects/listing/refusals.ts';
import type { PlannedReply } from '../../core/dialects/plan.ts';
import { limits } from '../../core/limits.ts';
import type { DialectId, SkillEntry } from '../../../shared/model/skill.ts';
import { contextOf, declarationOf } from '../link/index.ts';
import { declaredOf, hold, withdraw, type ListingWalk } from './declared.ts';
import { walkInventory } from './inventory.ts';

const shown = 100;

/** Templates of the last listing whose expansion can be a skill. */
export function templatesOf(server: CatalogueServer): TemplateView[] {
  // A template of one known skill's files leads to no other skill.
  const roots = [...server.skills.values()].map(({ entry }) => `${rootOf(entry)}/`);
  return skillTemplates(server.templates).filter(
    ({ template }) =>
      template.endsWith('/SKILL.md') || !roots.some((root) => template.startsWith(root)),
  );
}

interface CompletionInput {
  readonly template: string;
  readonly variable: string;
  readonly value: string;
  /** Variables that are filled in already. */
  readonly others: Readonly<Record<string, string>>;
}

/**
 * What the server suggests for one variable (`completion/complete`); nothing when it completes
 * nothing.
 */
export async function completeTemplate(
  { links }: SkillContext,
  server: CatalogueServer,
  input: CompletionInput,
): Promise<Result<{ values: string[]; more: boolean }, RequestError>> {
  if (!server.templates.some(({ template }) => template === input.template))
    return err(fault('not-found', 'The server no longer offers this template.'));
  if (!isRecord(server.capabilities['completions'])) return ok({ values: [], more: false });
  const context =
    Object.keys(input.others).length === 0 ? {} : { context: { arguments: input.others } };
  const answer = await links.call(server, {
    method: 'completion/complete',
    params: {
      ref: { type: 'ref/resource', uri: input.template },
      argument: { name: input.variable, value: input.value },
      ...context,
    },
  });
  if (!answer.ok)
    return answer.error.reason === 'error-response'
      ? ok({ values: [], more: false })
      : err(faultOf(answer.error));
  const completion = isRecord(answer.value) ? own(answer.value, 'completion') : undefined;
  const values = isRecord(completion) ? own(completion, 'values') : undefined;
  // A value is filled in exactly as shown, so one with invisible characters is left out.
  const texts = Array.isArray(values)
    ? (values as unknown[]).filter(
        (value): value is string =>
          typeof value === 'string' && value !== '' && visible(value, 2_048) === value,
      )
    : [];
  return ok({
    values: texts.slice(0, shown),
    more: texts.length > shown || (isRecord(completion) && own(completion, 'hasMore') === true),
  });
}

/** The URI that the values give; nothing is asked of the server. */
export function expandTemplate(
  server: CatalogueServer,
  template: string,
  values: Readonly<Record<string, string>>,
): Result<{ uri: string }, RequestError> {
  if (!server.templates.some((known) => known.template === template))
    return err(fault('not-found', 'The server doesn’t offer this template.'));
  const uri = expand(template, values);
  return uri.ok ? ok({ uri: uri.value }) : err(fault('bad-input', uri.error));
}

/** Where its own method lists the skills, nothing else counts as one. */
const final: DialectId = 'skills-ext';

/**
 * Where a method of its own lists the skills, the other dialects are an observation: this much
 * of `resources/list` is looked at.
 */
const observedPages = 5;

/**
 * Runs the dialects that nothing declares over one walk of the server's resources, in the
 * registry's order. What an earlier dialect has claimed keeps its entry and notes the other;
 * where the two do not say the same of it, that is shown. Reads indexes and manifests alone. Of a
 * server whose `skills/list` of the final extension answered, what else is found is only told of.
 */
export async function listLookedFor(parts: SkillContext, walk: ListingWalk): Promise<void> {
  const { server } = walk;
  const { tries } = server;
  const declaredResources = server.capabilities['resources'];
  // An origin without MCP has but its own dialect.
  const web =
    declaredResources === undefined && server.spoken.some((dialect) => tries.includes(dialect));
  const resources = isRecord(declaredResources);
  const declared = declaredOf(server).length > 0;
  if (!resources && !web && !declared) return;
  const alone = walk.seen.size === 0 && walk.refused.length === 0;
  const options = {
    signal: walk.signal,
    until: Math.min(walk.until, parts.clock.now() + (alone ? limits.listMs : limits.probeMs)),
    asked: new Map<string, Promise<PlannedReply>>(),
  };
  const walked = resources
    ? await walkInventory(parts, server, options, alone ? limits.listPages : observedPages)
    : null;
  const inventory = walked?.inventory ?? emptyInventory;
  parts.catalogue.change(server, { inventory });
  walk.templates.push(...inventory.templates);
  const before = walk.seen.size;
  const isFinal = walk.pages > 0 && server.spoken.some(({ id }) => id === final);
  // Nothing but the methods of the extension: there is nothing for another dialect to look at.
  const bare = !alone && !web && inventory.resources.size === 0;
  const asked = bare || (!web && !resources && !alone) ? [] : tries;
  for (const dialect of asked) {
    if (web && !server.spoken.includes(dialect)) continue;
    const context = contextOf(parts.dialects, server, {
      inventory,
      alone,
      claimed: [...walk.seen.values()],
      refused: refusedUris(walk),
    });
    const listed = await parts.links.run(server, dialect.list(context), {
      ...options,
      probe: true,
    });
    take(parts, walk, dialect, isFinal ? onlySeen(walk, listed, inventory) : listed);
    walk.progress.report(walk.seen.size, null, 0);
  }
  if (isFinal) {
    const refused = { uris: refusedUris(walk), places: refusedPlaces(walk.refused) };
    for (const one of mainFilesBeside(inventory, walk.seen, refused)) tellOf(walk, one);
    walk.isBesidePartial = walked !== null && walked.incomplete !== null;
  }
  const found = walk.seen.size > before;
  // A method that is there and fails may have listed more, or other skills.
  if (alone && found) foundAnotherWay(walk);
  if (alone && walked !== null && walked.incomplete !== null && (walked.answered || found)) {
    walk.problems.push({
      rule: 'listing-failed',
      message: `resources/list is incomplete: ${walked.incomplete}`,
      clause: 'Listing Skills',
    });
    walk.complete = false;
  }
}

/**
 * The method that an older server does not have is no failure when its skills were found
 * another way.
 */
function foundAnotherWay(walk: ListingWalk): void {
  const { lacking } = walk;
  if (lacking === null) return;
  walk.lacking = null;
  // What else is wrong stays: an index may be too long, too.
  walk.problems.splice(walk.problems.indexOf(lacking), 1);
  // The problem says what to do.
  const { turn: _, next: __, stderr: ___, ...what } = lacking;
  walk.advice.push({
    ...what,
    rule: 'older-dialect',
    message:
      'The server declares the skills extension but doesn’t answer skills/list. ' +
      'Its skills were found another way. Answer skills/list.',
    expected: 'an answer to skills/list',
  });
}

const refusedUris = (walk: ListingWalk): ReadonlySet<string> =>
  new Set(walk.refused.flatMap(({ uri }) => (uri === undefined ? [] : [uri])));

/** The listing without what `skills/list` does not have, which is told of and not held. */
function onlySeen(
  walk: ListingWalk,
  listed: DialectListing,
  inventory: ResourceInventory,
): DialectListing {
  const refused = refusedPlaces(walk.refused);
  for (const entry of listed.entries)
    if (!walk.seen.has(entry.uri) && !isRefused(refused, entry.uri))
      tellOf(walk, besideOf(entry, inventory));
  return { ...listed, entries: listed.entries.filter(({ uri }) => walk.seen.has(uri)) };
}

function tellOf({ beside }: ListingWalk, one: UnlistedSkill): void {
  if (!beside.has(one.uri)) beside.set(one.uri, one);
}

function take(
  parts: SkillContext,
  walk: ListingWalk,
  dialect: SkillDialect,
  listed: DialectListing,
): void {
  const { server, seen } = walk;
  walk.templates.push(...listed.templates);
  walk.problems.push(...listed.problems);
  if (listed.stop !== null) {
    walk.problems.push(listed.stop);
    walk.complete = false;
  }
  if (listed.entries.length + listed.refused.length === 0) return;
  walk.pages += 1;
  const taken: SkillEntry[] = [];
  const refused = refusedPlaces(walk.refused);
  for (const entry of listed.entries) {
    // What an earlier dialect found wrong must not come in by another door.
    if (isRefused(refused, entry.uri)) continue;
    const claimed = seen.get(entry.uri);
    const held = claimed === undefined ? entry : withOther(claimed, entry);
    seen.set(entry.uri, held);
    taken.push(held);
  }
  const refusedHere = listed.refused.filter(({ uri }) => uri === undefined || !seen.has(uri));
  withdraw(
    parts,
    server,
    refusedHere.flatMap(({ uri }) => (uri === undefined ? [] : [uri])),
  );
  walk.refused.push(...refusedHere);
  // A server that also speaks the final revision needs no fix in what it serves beside it,
  // nor in what cannot be read of that.
  const isOwn = listed.entries.some(({ uri }) => seen.get(uri)?.dialect === dialect.id);
  if (isOwn || refusedHere.length > 0)
    walk.advice.push(...dialect.recognise(declarationOf(server)).adviceIfFound);
  hold(parts, server, taken);
}
