import type { SkillEntry } from '../../../shared/model/skill.ts';
import { mainFileOf } from '../../core/skill-place.ts';
import type { Context } from '../context.ts';
import type { AuditEntry } from '../ports.ts';
import { recordOf, setDigestOf, standingOf } from './standing.ts';
import { settle } from './settle.ts';
import { noRelations, type Server, type Skill } from './world.ts';

/**
 * Takes an entry as the one that is held ("The Acting Window and the Held Entry"). A fresh
 * entry clears a failed verification only when it describes the failing file differently:
 * the same promise repeated proves nothing. What was checked stays checked for files whose
 * digest and size are unchanged.
 */
export function hold(ctx: Context, server: Server, entry: SkillEntry, ttlMs: number | null): Skill {
  const before = server.skills.get(entry.uri);
  const heldAt = ctx.clock.now();
  if (before === undefined) {
    const skill: Skill = {
      entry,
      listed: entry,
      reading: null,
      observed: new Map(),
      refusal: null,
      notes: [],
      setDigest: undefined,
      verdicts: new Map(),
      mismatches: new Map(),
      sessionAllowed: false,
      relations: noRelations,
      standing: null,
      changeSeen: null,
      heldAt,
      ttlMs,
    };
    server.skills.set(entry.uri, skill);
    settle(ctx, server, skill);
    noticeChange(ctx, server, skill);
    return skill;
  }
  const now = describe(entry);
  const then = describe(before.listed);
  const known = before.verdicts;
  for (const uri of [...known.keys()]) if (then.get(uri) !== now.get(uri)) known.delete(uri);
  for (const [uri, { problem }] of before.mismatches) {
    if (then.get(uri) !== now.get(uri)) before.mismatches.delete(uri);
    else before.mismatches.set(uri, { problem, asked: true });
  }
  // Frontmatter is checked against the entry, so another frontmatter means another check.
  if (JSON.stringify(before.listed.frontmatter) !== JSON.stringify(entry.frontmatter)) {
    known.delete(mainFileOf(entry));
    before.mismatches.delete(mainFileOf(entry));
  }
  if (archivesOf(before.listed) !== archivesOf(entry)) {
    // Another archive: nothing that was unpacked or found wrong says anything of it.
    known.clear();
    before.mismatches.clear();
    before.reading = null;
    before.refusal = null;
  }
  if (before.refusal !== null && JSON.stringify(before.listed.raw) !== JSON.stringify(entry.raw))
    before.refusal = null;
  if (typeof entry.files !== 'string') before.sessionAllowed = false;
  before.listed =
    entry.origin === 'by-uri' && before.listed.origin === 'listed'
      ? { ...entry, origin: 'listed' }
      : entry;
  before.setDigest = undefined;
  settle(ctx, server, before);
  before.heldAt = heldAt;
  before.ttlMs = ttlMs;
  noticeChange(ctx, server, before);
  return before;
}

const archivesOf = ({ archives }: SkillEntry): string =>
  archives.length === 0 ? '' : JSON.stringify(archives.map(({ url, digest }) => [url, digest]));

function describe(entry: SkillEntry): Map<string, string> {
  if (typeof entry.files === 'string')
    return new Map([[entry.uri, `${entry.files} ${entry.known?.[0]?.digest ?? ''}`]]);
  return new Map(entry.files.map((file) => [file.uri, `${file.digest ?? ''} ${file.size ?? ''}`]));
}

/** Writes to the audit, once per set, that an approved skill is served differently now. */
export function noticeChange(ctx: Context, server: Server, skill: Skill): void {
  if (recordOf(ctx, server, skill) === null) return;
  const standing = standingOf(ctx, server, skill);
  if (standing.kind !== 'changed') return;
  const seen = JSON.stringify(standing.changes);
  if (skill.changeSeen === seen) return;
  skill.changeSeen = seen;
  const { added, removed, modified } = standing.changes;
  const setDigest = setDigestOf(skill);
  const detail = `${added.length} added, ${removed.length} removed, ${modified.length} modified`;
  void noteOnce(ctx, {
    action: 'changed-seen',
    server: server.label,
    uri: skill.entry.uri,
    setDigest,
    detail,
  });
}

/**
 * Newest lines that are looked at for what was noted before: a script that checks every minute adds
 * nothing.
 */
const notedLines = 500;

async function noteOnce(ctx: Context, entry: AuditEntry): Promise<void> {
  const key = ({
    server,
    uri,
    setDigest,
    detail,
  }: Pick<AuditEntry, 'server' | 'uri' | 'setDigest' | 'detail'>): string =>
    JSON.stringify([server, uri, setDigest, detail]);
  ctx.world.changesNoted ??= ctx.audit
    .page({ server: null, text: '', action: 'changed-seen' }, null, notedLines)
    .then(({ lines }) => new Set(lines.map(key)));
  const noted = await ctx.world.changesNoted;
  if (noted.has(key(entry))) return;
  noted.add(key(entry));
  await ctx.approvals.note(entry);
}
