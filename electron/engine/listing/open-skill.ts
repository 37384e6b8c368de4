import type { SkillDialect, EntryOutcome } from '../../core/dialects/dialect.ts';
import { refusalAt } from '../../core/dialects/listing/refusals.ts';
import type { PlannedFailure } from '../../core/dialects/plan.ts';
import { askedAgain } from '../../core/skill-state/skill.ts';
import { skillFolder } from '../../core/uri.ts';
import { ok, err, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { RefusedEntry, SkillEntry } from '../../../shared/model/skill.ts';
import { dialectsOf, type CatalogueServer, type CatalogueSkill } from '../catalogue/server.ts';
import { fault, faultOf } from '../options.ts';
import { contextOf } from '../link/index.ts';
import { declaredOf, hold, withdraw } from './declared.ts';
import { list } from './list.ts';
import type { SkillContext } from '../contexts.ts';

const methodNotFound = -32601;

type Opened = Promise<Result<CatalogueSkill, RequestError>>;

/**
 * Asks the server for one skill's entry by URI ("Getting a Skill"): for skills that no listing
 * has, and to refresh one that does. A refused entry is kept and shown like a listed one.
 */
export async function openSkill(parts: SkillContext, server: CatalogueServer, uri: string): Opened {
  const barred = refusalAt(server.refused, uri);
  if (barred !== undefined) return err(fault('refused', barred.problem.message));
  const held = server.skills.get(uri);
  if (held !== undefined) {
    const dialect = parts.dialects.of(held.entry.dialect);
    return server.tries.includes(dialect)
      ? relist(parts, server, uri)
      : took(parts, server, uri, dialect, await askFor(parts, server, uri, dialect));
  }
  const [dialect] = declaredOf(server);
  if (dialect === undefined || !skillFolder(uri).ok) return openAddress(parts, server, uri);
  const outcome = await askFor(parts, server, uri, dialect);
  // An older server declares the extension and has no such method: its skills are read by address.
  return outcome.kind === 'failed' && isMissing(outcome.error) && server.tries.length > 0
    ? openAddress(parts, server, uri)
    : took(parts, server, uri, dialect, outcome);
}

const isMissing = (error: PlannedFailure): boolean =>
  error.reason === 'error-response' && error.code === methodNotFound;

const askFor = (
  { dialects, links }: SkillContext,
  server: CatalogueServer,
  uri: string,
  dialect: SkillDialect,
): Promise<EntryOutcome> => links.run(server, dialect.entry(uri, contextOf(dialects, server)));

/** Holds what the answer gives, or what it refuses. */
async function took(
  parts: SkillContext,
  server: CatalogueServer,
  uri: string,
  dialect: SkillDialect,
  outcome: EntryOutcome,
): Opened {
  switch (outcome.kind) {
    case 'entry':
      return take(parts, server, outcome.entry, outcome.ttlMs);
    case 'failed':
      return err(faultOf(outcome.error));
    case 'no-skill':
      return err(fault(outcome.code, outcome.message));
    case 'not-here':
      return err(fault('bad-input', outcome.problem.message));
    case 'no-way':
      return err(noSuchDialect);
    case 'refused': {
      const [problem, ...others] = outcome.problems;
      const { label } = server;
      const about = { server: label, index: -1, uri, problem, others, dialect: dialect.id };
      refuse(parts, server, uri, about);
      return err(fault('refused', problem.message));
    }
  }
}

const noSuchDialect = fault('not-connected', 'No dialect of this server can open a single skill.');

/**
 * Opens a skill that nothing lists by its address: in the first dialect of the server in which the
 * address can be that of a skill, else in the last that is looked for, which takes any.
 */
async function openAddress(parts: SkillContext, server: CatalogueServer, uri: string): Opened {
  const spoken = new Set(dialectsOf(server));
  for (const dialect of server.tries.filter(({ id }) => spoken.has(id))) {
    const outcome = await askFor(parts, server, uri, dialect);
    if (outcome.kind !== 'no-way' && outcome.kind !== 'not-here')
      return took(parts, server, uri, dialect, outcome);
  }
  for (const dialect of server.tries.toReversed()) {
    const outcome = await askFor(parts, server, uri, dialect);
    if (outcome.kind !== 'no-way') return took(parts, server, uri, dialect, outcome);
  }
  const folder = skillFolder(uri);
  return err(folder.ok ? noSuchDialect : fault('bad-input', folder.error.message));
}

/** Dialects without a question for one skill are listed again. */
async function relist(parts: SkillContext, server: CatalogueServer, uri: string): Opened {
  await list(parts, server, new AbortController().signal);
  const skill = server.skills.get(uri);
  if (skill !== undefined) return ok(skill);
  const barred = refusalAt(server.refused, uri);
  return err(
    barred === undefined
      ? fault('not-found', 'The server no longer lists this skill.')
      : fault('refused', barred.problem.message),
  );
}

/** Holds the entry, which clears what was refused when it was asked for before. */
async function take(
  parts: SkillContext,
  server: CatalogueServer,
  entry: SkillEntry,
  ttlMs: number | null,
): Opened {
  // A listing may have ended while it was asked for.
  const barred = refusalAt(server.refused, entry.uri);
  if (barred !== undefined) return err(fault('refused', barred.problem.message));
  await parts.inspections.load();
  hold(parts, server, [entry], ttlMs);
  const refused = server.refused.filter(({ uri }) => uri !== entry.uri);
  if (refused.length < server.refused.length) parts.catalogue.change(server, { refused });
  await parts.relations.settled();
  const skill = server.skills.get(entry.uri);
  return skill === undefined
    ? err(fault('not-found', 'The server was removed in the meantime.'))
    : ok(skill);
}

/** The entry that was held is no longer what the server says, so nothing of it may be used. */
function refuse(
  parts: SkillContext,
  server: CatalogueServer,
  uri: string,
  refused: RefusedEntry,
): void {
  withdraw(parts, server, [uri]);
  parts.catalogue.change(server, {
    refused: [...server.refused.filter((other) => other.uri !== uri), refused],
  });
}

/**
 * Opens a skill page: nothing is read; an entry past its `ttlMs` is asked for again in the
 * background.
 */
export function touch(parts: SkillContext, skill: CatalogueSkill): void {
  const { server, uri, held } = skill;
  const now = parts.clock.now();
  const fresh = held.ttlMs === null || held.ttlMs <= 0 || now < held.heldAt + held.ttlMs;
  if (fresh || !parts.links.isOpen(server)) return;
  parts.catalogue.update(skill, (same) => askedAgain(same, now));
  void openSkill(parts, server, uri);
}
