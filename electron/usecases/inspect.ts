import { dialectOf } from '../core/dialects/registry.ts';
import { skillFolder } from '../core/uri.ts';
import { ok, err, type Result } from '../../shared/result.ts';
import type { RequestError } from '../../shared/contract.ts';
import type { RefusedEntry } from '../../shared/model/skill.ts';
import type { Context } from './context.ts';
import { fault, faultOf } from './errors.ts';
import { hold } from './hold.ts';
import { call } from './reads.ts';
import { relate } from './relate.ts';
import { publishServer, publishSkills } from './views.ts';
import type { Server, Skill } from './world.ts';

/**
 * Asks the server for one skill's entry by URI ("Getting a Skill"): for skills that no listing
 * has, and to refresh one that does. A refused entry is kept and shown like a listed one.
 */
export async function fetchEntry(ctx: Context, server: Server, uri: string): Promise<Result<Skill, RequestError>> {
  const folder = skillFolder(uri);
  if (!folder.ok) return err(fault('bad-input', folder.error.message));
  const held = server.skills.get(uri);
  const adapter = held === undefined ? server.adapters.find((candidate) => candidate.getRequest !== undefined) : dialectOf(held.entry.dialect);
  if (adapter?.getRequest === undefined || adapter.parseGet === undefined) return err(fault('not-connected', 'The server does not speak a dialect that can be asked for one skill.'));
  const answer = await call(ctx, server, adapter.getRequest(uri));
  if (!answer.ok) return err(faultOf(answer.error));
  const parsed = adapter.parseGet(answer.value, uri, { server: server.label, protocolVersion: server.facts?.protocolVersion ?? '' });
  if (!parsed.ok) {
    const [problem, ...others] = parsed.error;
    refuse(ctx, server, { server: server.label, index: -1, uri, problem, others, dialect: adapter.id });
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

/** `ttlMs` of a `skills/get` result, ms; null when the server did not say. */
function ttlOf(result: unknown): number | null {
  const ttl = typeof result === 'object' && result !== null && 'ttlMs' in result ? result.ttlMs : null;
  return typeof ttl === 'number' && Number.isFinite(ttl) && ttl >= 0 ? ttl : null;
}

/** The entry that was held is no longer what the server says, so nothing of it may be used. */
function refuse(ctx: Context, server: Server, refused: RefusedEntry): void {
  server.refused = [...server.refused.filter((other) => other.uri !== refused.uri), refused];
  if (refused.uri !== undefined && server.skills.delete(refused.uri)) ctx.publish({ type: 'skills-removed', server: server.label, uris: [refused.uri] });
  ctx.publish({ type: 'skills-put', server: server.label, reset: false, skills: [], refused: [refused] });
}

/** Opens a skill page: nothing is read; an entry past its `ttlMs` is asked for again in the background. */
export function touch(ctx: Context, server: Server, skill: Skill): void {
  const { ttlMs, heldAt } = skill;
  if (ttlMs === null || ttlMs <= 0 || ctx.clock.now() < heldAt + ttlMs || server.session === null) return;
  skill.heldAt = ctx.clock.now();
  void fetchEntry(ctx, server, skill.entry.uri);
}
