import type { DialectAdapter } from '../../core/dialects/adapter.ts';
import { refusalAt } from '../../core/dialects/refusals.ts';
import { dialectOf } from '../../core/dialects/registry.ts';
import { parseFrontmatter } from '../../core/frontmatter/frontmatter.ts';
import { askedAgain } from '../../core/held/skill.ts';
import { skillFolder } from '../../core/uri.ts';
import { fileBytes } from '../../core/verification/contents.ts';
import { verifyContent } from '../../core/verification/verify.ts';
import { ok, err, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { RefusedEntry, SkillEntry } from '../../../shared/model/skill.ts';
import { dialectsOf, type Server, type Skill } from '../catalogue/server.ts';
import { fault, faultOf } from '../errors.ts';
import { list, type ListingParts } from './list.ts';
import { hold, withdraw } from './walk.ts';

const methodNotFound = -32601;

type Opened = Promise<Result<Skill, RequestError>>;

/**
 * Asks the server for one skill's entry by URI ("Getting a Skill"): for skills that no listing
 * has, and to refresh one that does. A refused entry is kept and shown like a listed one.
 */
export async function openSkill(parts: ListingParts, server: Server, uri: string): Opened {
  const barred = refusalAt(server.refused, uri);
  if (barred !== undefined) return err(fault('refused', barred.problem.message));
  const folder = skillFolder(uri);
  const held = server.skills.get(uri);
  if (!folder.ok && held === undefined)
    return waysTo(server, uri).length > 0
      ? openAddress(parts, server, uri)
      : err(fault('bad-input', folder.error.message));
  if (held !== undefined && dialectOf(held.entry.dialect).getRequest === undefined)
    return relist(parts, server, uri);
  const adapter =
    held === undefined
      ? server.adapters.find((candidate) => candidate.getRequest !== undefined)
      : dialectOf(held.entry.dialect);
  if (adapter === undefined) return openAddress(parts, server, uri);
  if (adapter.getRequest === undefined || adapter.parseGet === undefined) return err(noSuchDialect);
  const answer = await parts.links.call(server, adapter.getRequest(uri));
  // An older server declares the extension and has no such method: its skills are read by address.
  if (
    !answer.ok &&
    held === undefined &&
    answer.error.reason === 'error-response' &&
    answer.error.code === methodNotFound &&
    server.tries.length > 0
  )
    return openAddress(parts, server, uri);
  if (!answer.ok) return err(faultOf(answer.error));
  const parsed = adapter.parseGet(answer.value, uri, {
    server: server.label,
    protocolVersion: server.facts?.protocolVersion ?? '',
  });
  if (!parsed.ok) {
    const [problem, ...others] = parsed.error;
    refuse(parts, server, uri, {
      server: server.label,
      index: -1,
      uri,
      problem,
      others,
      dialect: adapter.id,
    });
    return err(fault('refused', problem.message));
  }
  return take(parts, server, parsed.value, ttlOf(answer.value));
}

const noSuchDialect = fault(
  'not-connected',
  'The server does not speak a dialect that can be asked for one skill.',
);

/** Dialects of the server in which the address can be that of a skill. */
const waysTo = (server: Server, uri: string): readonly DialectAdapter[] => {
  const spoken = new Set(dialectsOf(server));
  return server.tries.filter(
    (candidate) => spoken.has(candidate.id) && candidate.entryAt?.(uri, server.label).ok === true,
  );
};

/** Dialects without a question for one skill are listed again. */
async function relist(parts: ListingParts, server: Server, uri: string): Opened {
  await list(parts, server, new AbortController().signal);
  const skill = server.skills.get(uri);
  if (skill !== undefined) return ok(skill);
  const barred = refusalAt(server.refused, uri);
  return err(
    barred === undefined
      ? fault('not-found', 'The server does not list this skill any more.')
      : fault('refused', barred.problem.message),
  );
}

/**
 * Opens a skill that nothing lists, by reading it: a resource dialect has no other confirmation.
 * What does not read as a SKILL.md is no skill, whatever the server answers.
 */
async function openAddress(parts: ListingParts, server: Server, uri: string): Opened {
  const adapter =
    waysTo(server, uri)[0] ?? server.tries.findLast((candidate) => candidate.entryAt !== undefined);
  const entry = adapter?.entryAt?.(uri, server.label);
  if (entry === undefined) return err(noSuchDialect);
  if (!entry.ok) return err(fault('bad-input', entry.error.message));
  const answer = await parts.links.call(server, { method: 'resources/read', params: { uri } });
  if (!answer.ok) return err(faultOf(answer.error));
  const content = fileBytes(answer.value, uri);
  if (!content.ok) return err(fault('server-error', content.error.message));
  const { bytes, text } = content.value;
  const verdict = verifyContent(entry.value, uri, bytes, text);
  if (verdict.status === 'failed') return err(fault('refused', verdict.message));
  return take(parts, server, described(entry.value, text ?? Buffer.from(bytes).toString('utf8')));
}

/** The entry with what its own SKILL.md says. */
function described(entry: SkillEntry, text: string): SkillEntry {
  const parsed = parseFrontmatter(text);
  const { frontmatter } = parsed.ok ? parsed.value : { frontmatter: {} };
  const { name, description } = frontmatter as { name?: string; description?: string };
  return { ...entry, frontmatter, name: name ?? entry.name, description: description ?? '' };
}

/** Holds the entry, which clears what was refused when it was asked for before. */
async function take(
  parts: ListingParts,
  server: Server,
  entry: SkillEntry,
  ttlMs: number | null = null,
): Opened {
  // A listing may have ended while it was asked for.
  const barred = refusalAt(server.refused, entry.uri);
  if (barred !== undefined) return err(fault('refused', barred.problem.message));
  hold(parts, server, [entry], ttlMs);
  const refused = server.refused.filter(({ uri }) => uri !== entry.uri);
  if (refused.length < server.refused.length) parts.catalogue.change(server, { refused });
  await parts.relations.settled();
  const skill = server.skills.get(entry.uri);
  return skill === undefined
    ? err(fault('not-found', 'The server was removed meanwhile.'))
    : ok(skill);
}

/** `ttlMs` of a `skills/get` result, ms; null when the server did not say. */
function ttlOf(result: unknown): number | null {
  const ttl =
    typeof result === 'object' && result !== null && 'ttlMs' in result ? result.ttlMs : null;
  return typeof ttl === 'number' && Number.isFinite(ttl) && ttl >= 0 ? ttl : null;
}

/** The entry that was held is no longer what the server says, so nothing of it may be used. */
function refuse(parts: ListingParts, server: Server, uri: string, refused: RefusedEntry): void {
  withdraw(parts, server, [uri]);
  parts.catalogue.change(server, {
    refused: [...server.refused.filter((other) => other.uri !== uri), refused],
  });
}

/**
 * Opens a skill page: nothing is read; an entry past its `ttlMs` is asked for again in the
 * background.
 */
export function touch(parts: ListingParts, skill: Skill): void {
  const { server, uri, held } = skill;
  const now = parts.clock.now();
  const fresh = held.ttlMs === null || held.ttlMs <= 0 || now < held.heldAt + held.ttlMs;
  if (fresh || !parts.links.isOpen(server)) return;
  parts.catalogue.update(skill, (same) => askedAgain(same, now));
  void openSkill(parts, server, uri);
}
