import type { DialectAdapter } from '../../core/dialects/adapter.ts';
import { dialectOf } from '../../core/dialects/registry.ts';
import { parseFrontmatter } from '../../core/frontmatter/frontmatter.ts';
import { skillFolder } from '../../core/uri.ts';
import { fileBytes } from '../../core/verification/contents.ts';
import { verifyContent } from '../../core/verification/verify.ts';
import { ok, err, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { RefusedEntry } from '../../../shared/model/skill.ts';
import type { Context } from '../context.ts';
import { fault, faultOf } from '../errors.ts';
import { hold } from '../catalogue/hold.ts';
import { list } from './list.ts';
import { call } from '../link/reads.ts';
import { relate } from '../catalogue/relate.ts';
import { publishServer, publishSkills } from '../catalogue/views.ts';
import { dialectsOf, type Server, type Skill } from '../catalogue/world.ts';

const methodNotFound = -32601;

/**
 * Asks the server for one skill's entry by URI ("Getting a Skill"): for skills that no listing
 * has, and to refresh one that does. A refused entry is kept and shown like a listed one.
 */
export async function fetchEntry(
  ctx: Context,
  server: Server,
  uri: string,
): Promise<Result<Skill, RequestError>> {
  const folder = skillFolder(uri);
  const held = server.skills.get(uri);
  if (!folder.ok && held === undefined)
    return waysTo(server, uri).length > 0
      ? openAddress(ctx, server, uri)
      : err(fault('bad-input', folder.error.message));
  if (held !== undefined && dialectOf(held.entry.dialect).getRequest === undefined)
    return relist(ctx, server, uri);
  const adapter =
    held === undefined
      ? server.adapters.find((candidate) => candidate.getRequest !== undefined)
      : dialectOf(held.entry.dialect);
  if (adapter === undefined) return openAddress(ctx, server, uri);
  if (adapter.getRequest === undefined || adapter.parseGet === undefined)
    return err(
      fault(
        'not-connected',
        'The server does not speak a dialect that can be asked for one skill.',
      ),
    );
  const answer = await call(ctx, server, adapter.getRequest(uri));
  // An older server declares the extension and has no such method: its skills are read by address.
  if (
    !answer.ok &&
    held === undefined &&
    answer.error.reason === 'error-response' &&
    answer.error.code === methodNotFound &&
    server.tries.length > 0
  )
    return openAddress(ctx, server, uri);
  if (!answer.ok) return err(faultOf(answer.error));
  const parsed = adapter.parseGet(answer.value, uri, {
    server: server.label,
    protocolVersion: server.facts?.protocolVersion ?? '',
  });
  if (!parsed.ok) {
    const [problem, ...others] = parsed.error;
    refuse(ctx, server, {
      server: server.label,
      index: -1,
      uri,
      problem,
      others,
      dialect: adapter.id,
    });
    return err(fault('refused', problem.message));
  }
  const isNew = held === undefined;
  const skill = hold(ctx, server, parsed.value, ttlOf(answer.value));
  server.refused = server.refused.filter((refused) => refused.uri !== uri);
  publishSkills(ctx, server, [skill]);
  if (isNew) {
    await relate(ctx);
    publishServer(ctx, server);
  }
  return ok(skill);
}

/** Dialects of the server in which the address can be that of a skill. */
const waysTo = (server: Server, uri: string): readonly DialectAdapter[] => {
  const spoken = new Set(dialectsOf(server));
  return server.tries.filter(
    (candidate) => spoken.has(candidate.id) && candidate.entryAt?.(uri, server.label).ok === true,
  );
};

/** Dialects without a question for one skill are listed again. */
async function relist(
  ctx: Context,
  server: Server,
  uri: string,
): Promise<Result<Skill, RequestError>> {
  await list(ctx, server, new AbortController().signal);
  const skill = server.skills.get(uri);
  return skill === undefined
    ? err(fault('not-found', 'The server does not list this skill any more.'))
    : ok(skill);
}

/**
 * Opens a skill that nothing lists, by reading it: a resource dialect has no other confirmation.
 * What does not read as a SKILL.md is no skill, whatever the server answers.
 */
async function openAddress(
  ctx: Context,
  server: Server,
  uri: string,
): Promise<Result<Skill, RequestError>> {
  const adapter =
    waysTo(server, uri)[0] ?? server.tries.findLast((candidate) => candidate.entryAt !== undefined);
  const entry = adapter?.entryAt?.(uri, server.label);
  if (entry === undefined)
    return err(
      fault(
        'not-connected',
        'The server does not speak a dialect that can be asked for one skill.',
      ),
    );
  if (!entry.ok) return err(fault('bad-input', entry.error.message));
  const answer = await call(ctx, server, { method: 'resources/read', params: { uri } });
  if (!answer.ok) return err(faultOf(answer.error));
  const content = fileBytes(answer.value, uri);
  if (!content.ok) return err(fault('server-error', content.error.message));
  const verdict = verifyContent(entry.value, uri, content.value.bytes, content.value.text);
  if (verdict.status === 'failed') return err(fault('refused', verdict.message));
  const parsed = parseFrontmatter(
    content.value.text ?? Buffer.from(content.value.bytes).toString('utf8'),
  );
  const { frontmatter } = parsed.ok ? parsed.value : { frontmatter: {} };
  const { name, description } = frontmatter as { name?: string; description?: string };
  const skill = hold(
    ctx,
    server,
    { ...entry.value, frontmatter, name: name ?? entry.value.name, description: description ?? '' },
    null,
  );
  publishSkills(ctx, server, [skill]);
  await relate(ctx);
  publishServer(ctx, server);
  return ok(skill);
}

/** `ttlMs` of a `skills/get` result, ms; null when the server did not say. */
function ttlOf(result: unknown): number | null {
  const ttl =
    typeof result === 'object' && result !== null && 'ttlMs' in result ? result.ttlMs : null;
  return typeof ttl === 'number' && Number.isFinite(ttl) && ttl >= 0 ? ttl : null;
}

/** The entry that was held is no longer what the server says, so nothing of it may be used. */
function refuse(ctx: Context, server: Server, refused: RefusedEntry): void {
  server.refused = [...server.refused.filter((other) => other.uri !== refused.uri), refused];
  if (refused.uri !== undefined && server.skills.delete(refused.uri))
    ctx.publish({ type: 'skills-removed', server: server.label, uris: [refused.uri] });
  ctx.publish({
    type: 'skills-put',
    server: server.label,
    reset: false,
    skills: [],
    refused: [refused],
  });
}

/**
 * Opens a skill page: nothing is read; an entry past its `ttlMs` is asked for again in the
 * background.
 */
export function touch(ctx: Context, server: Server, skill: Skill): void {
  const { ttlMs, heldAt } = skill;
  if (ttlMs === null || ttlMs <= 0 || ctx.clock.now() < heldAt + ttlMs || server.session === null)
    return;
  skill.heldAt = ctx.clock.now();
  void fetchEntry(ctx, server, skill.entry.uri);
}
