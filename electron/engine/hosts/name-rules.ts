import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { HostId } from '../../../shared/model/plain.ts';
import type { ExportedDecision } from '../../core/decisions/exported-decisions.ts';
import { hostOf } from '../../core/hosts/host.ts';
import { allowsByName } from '../../core/hosts/name-settings.ts';
import { visible } from '../../core/text.ts';
import type { FolderSkillState } from '../ports/hosts.ts';
import { plainName, type SkillRules } from './claude-code-rules.ts';

/** Said once for all decisions about folders that the app doesn't read. */
export const noSuchFolder = 'the app doesn’t look for skills in that folder';

/**
 * What an app's settings say about local skills, by name alone: off if you denied the skill, or it
 * changed since you approved it; else on, where the app has a word for that.
 */
export async function nameRules(
  decisions: readonly ExportedDecision[],
  id: HostId,
  {
    stateOf,
    linked,
  }: {
    readonly stateOf: (record: ApprovalRecord) => Promise<FolderSkillState>;
    /** Where links in the app's folders lead. */
    readonly linked: readonly string[];
  },
): Promise<SkillRules> {
  const { byName } = hostOf(id);
  if (byName === undefined) throw new Error(`invariant: ${id} has no setting by name`);
  const left: { server: string; uri: string; reason: string }[] = [];
  const leave = ({ server, uri }: ApprovalRecord, reason: string): void =>
    void left.push({ server: visible(server.label, 300), uri: visible(uri, 300), reason });
  const deny = new Set<string>();
  const approved: ApprovalRecord[] = [];
  for (const { record, standing } of decisions) {
    const hasLapsed = record.decision === 'approved' && record.lapsed !== null;
    const isOff = standing === 'denied' || standing === 'blocked' || hasLapsed;
    // The attacker waits until the approval of what changed has expired.
    const hasExpired = standing === 'expired';
    if (!isOff && !hasExpired && standing !== 'approved') continue;
    if (!isReadBy(byName.folders, linked, record)) leave(record, noSuchFolder);
    else if (!plainName.test(record.name)) leave(record, 'its name can’t be written in a setting');
    else if (isOff) deny.add(record.name);
    else {
      const state = await stateOf(record);
      if (state === 'changed') deny.add(record.name);
      else if (hasExpired) continue;
      else if (state === 'unknown') leave(record, 'its folder can’t be read');
      else approved.push(record);
    }
  }
  const allow = new Set<string>();
  for (const record of approved)
    if (deny.has(record.name)) leave(record, 'another skill of the same name is turned off');
    else if (allowsByName(byName.setting)) allow.add(record.name);
  return { permissions: { allow: [...allow].sort(), deny: [...deny].sort() }, left };
}

/** A `%` that means nothing stays. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Whether an app looks for skills where this one is. A decision names the folder that the person
 * gave: the skill's own, the one it's in, or one above.
 */
function isReadBy(
  ends: readonly string[],
  linked: readonly string[],
  { server, uri }: ApprovalRecord,
): boolean {
  const slashes = (path: string): string => path.replaceAll('\\', '/').replace(/\/$/, '');
  const given = slashes(server.label);
  const parents = uri
    .replace(/^skill:\/\//, '')
    .split('/')
    .slice(0, -2)
    .map(decoded);
  const folder = [given, ...parents, ''].join('/');
  const skill = [
    given,
    ...uri
      .replace(/^skill:\/\//, '')
      .split('/')
      .slice(0, -1)
      .map(decoded),
    '',
  ].join('/');
  // Codex and opencode look into subfolders, too, where the attacker puts a skill that you denied.
  return (
    ends.some((end) => folder.includes(`/${end}/`)) ||
    // A decision names the real folder, and a skill is often a link to one that several apps share.
    linked.some((real) => [folder, skill].some((path) => path.startsWith(`${slashes(real)}/`)))
  );
}
