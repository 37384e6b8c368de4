import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { HostId } from '../../../shared/model/plain.ts';
import type { ExportedDecision } from '../../core/decisions/exported-decisions.ts';
import { hostOf } from '../../core/hosts/host.ts';
import { allowsByName } from '../../core/hosts/name-settings.ts';
import { visible } from '../../core/text.ts';
import { decodeText } from '../../core/uri.ts';
import type { FolderSkillState } from '../ports/hosts.ts';
import { sha256 } from '../../core/digest.ts';
import { identityPin, identityOf } from '../../core/decisions/identity.ts';
import type { PermissionRules } from '../../core/hosts/permission-rules.ts';
import { entriesOf, textOf } from '../../core/hosts/document.ts';
import { carried } from '../../core/hosts/entry.ts';
import type { GatewayEntry } from '../../core/hosts/gateway-entry.ts';
import type { RequestError } from '../../../shared/contract.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { fault } from '../options.ts';
import type { ServerContext } from '../contexts.ts';

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
  const parts = uri
    .replace(/^skill:\/\//, '')
    .split('/')
    .map(decodeText);
  const folder = [given, ...parts.slice(0, -2), ''].join('/');
  const skill = [given, ...parts.slice(0, -1), ''].join('/');
  // Codex and opencode look into subfolders, too, where the attacker puts a skill that you denied.
  return (
    ends.some((end) => folder.includes(`/${end}/`)) ||
    // A decision names the real folder, and a skill is often a link to one that several apps share.
    linked.some((real) => [folder, skill].some((path) => path.startsWith(`${slashes(real)}/`)))
  );
}

/** What an app's own settings should say, and the decisions that they can't express. */
export interface SkillRules {
  readonly permissions: PermissionRules;
  readonly left: readonly {
    readonly server: string;
    readonly uri: string;
    readonly reason: string;
  }[];
}

/** Permission rules for Claude Code's settings. */
export interface ClaudeCodeRules extends SkillRules {
  readonly as: 'claude-code';
  /** No version of Claude Code has been seen to honor such a rule, or to print one. */
  readonly unconfirmed: true;
}

/**
 * Which version of a skill a rule allows: SHA-256 over the server's name in the app, the URI of
 * `SKILL.md`, and each resource's URI and digest, sorted by the UTF-8 bytes of the URI. Each item
 * is written as `<byte length>:<text>` with nothing between, so that no two lists give the same
 * bytes.
 */
export function permissionKey(
  server: string,
  uri: string,
  resources: readonly { readonly uri: string; readonly digest: string }[],
): string {
  const sorted = [...resources].sort((a, b) =>
    Buffer.compare(Buffer.from(a.uri), Buffer.from(b.uri)),
  );
  const items = [server, uri, ...sorted.flatMap((one) => [one.uri, one.digest])];
  return sha256(items.map((item) => `${Buffer.byteLength(item)}:${item}`).join(''));
}

/**
 * The attacker names a skill so that a rule about it means something else: only plain names are
 * written into one.
 */
const plainName = /^[A-Za-z0-9](?:[\w-]{0,62}[A-Za-z0-9])?$/;
/** In these, an app sees the record's own addresses and digests, also behind the gateway. */
const plainDialects: ReadonlySet<string> = new Set(['skills-ext', 'skills-ext-draft']);

/**
 * An approval is allowed in exactly its version. A denial is by name, because one that named a
 * version would be evaded by changing a byte.
 */
export function claudeCodeRules(
  decisions: readonly ExportedDecision[],
  names: readonly HostServerName[],
  isFailing: (record: ApprovalRecord) => boolean,
): ClaudeCodeRules {
  const allow = new Set<string>();
  const deny = new Set<string>();
  const left: { server: string; uri: string; reason: string }[] = [];
  const approved: {
    readonly record: ApprovalRecord;
    readonly skill: string;
    readonly rule: string;
  }[] = [];
  const leave = (record: ApprovalRecord, reason: string): void =>
    void left.push({
      server: visible(record.server.label, 80),
      uri: visible(record.uri, 300),
      reason,
    });
  for (const { record, standing } of decisions) {
    if (standing !== 'approved' && standing !== 'denied') continue;
    const here = names.filter(({ pin }) => pin === identityPin(record.server.identity));
    const reason =
      leftWhy(record, standing, here) ??
      (standing === 'approved' && isFailing(record) ? 'one of its files failed a check' : null);
    if (reason !== null) leave(record, reason);
    else
      for (const { name } of here) {
        const skill = `Skill(${name}:${record.name})`;
        const key = permissionKey(name, record.uri, record.resources);
        if (standing === 'denied') deny.add(skill);
        // A denial names all skills of that name, so it may also name a server that isn't this one.
        else if (names.some((other) => isConfusable(other, here, name)))
          leave(record, 'Claude Code has another server with the same or nearly the same name');
        else approved.push({ record, skill, rule: `Skill(${name}:${record.name}@${key})` });
      }
  }
  for (const { record, skill, rule } of approved)
    if (deny.has(skill)) leave(record, 'you denied another skill of the same name and server');
    else allow.add(rule);
  return {
    as: 'claude-code',
    unconfirmed: true,
    permissions: { allow: [...allow].sort(), deny: [...deny].sort() },
    left,
  };
}

/**
 * The attacker adds a server, for example in a project, under the name of one that was approved, or
 * under one that the app may take for it.
 */
const isConfusable = (
  other: HostServerName,
  here: readonly HostServerName[],
  name: string,
): boolean => !here.some(({ pin }) => pin === other.pin) && plainest(other.name) === plainest(name);

const plainest = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');

/** Said once for all decisions about servers that the app doesn't have. */
export const noSuchServer = 'Claude Code has no such server';

function leftWhy(
  { name, dialect, integrity }: ApprovalRecord,
  standing: 'approved' | 'denied',
  here: readonly HostServerName[],
): string | null {
  if (here.length === 0) return noSuchServer;
  if (!plainName.test(name)) return 'its name can’t be written in a rule';
  if (here.some((one) => !plainName.test(one.name)))
    return 'the server’s name in Claude Code can’t be written in a rule';
  if (standing === 'denied') return null;
  if (!plainDialects.has(dialect))
    return 'Claude Code sees other addresses of its files than those that were approved';
  return integrity === 'manifest' ? null : 'its server publishes no digests';
}

/** What an app calls a server, and who that is, directly or behind the gateway. */
interface HostServerName {
  readonly name: string;
  /** As `identityPin` writes it; null if what the app would start isn't known. */
  readonly pin: string | null;
}

/** Every server in an app's files. Reads them; starts nothing. */
export async function hostServerNames(
  {
    hostFiles,
    servers,
  }: {
    readonly hostFiles: ServerContext['hostFiles'];
    readonly servers: Pick<ServerContext['servers'], 'list'>;
  },
  id: HostId,
  paths: readonly string[] = hostFiles.files.filter((one) => one.id === id).map(({ path }) => path),
): Promise<Result<readonly HostServerName[], RequestError>> {
  const host = hostOf(id);
  const known = await servers.list();
  const pins = new Map<string, string>();
  for (const { label, config } of known) {
    const identity = config.ok ? identityOf(config.value) : null;
    if (identity !== null) pins.set(label, identityPin(identity));
  }
  const found: HostServerName[] = [];
  for (const path of paths) {
    const file = await hostFiles.read(path);
    if (!file.ok) {
      if (file.error.reason === 'missing') continue;
      return err(fault('refused', file.error.message));
    }
    const entries = entriesOf(textOf(file.value.bytes)?.text ?? '', host);
    if (!entries.ok) return err(fault('refused', `${path} can’t be used: ${entries.error}`));
    for (const { label, value } of entries.value) {
      const says = carried(value, id);
      const pin = !says.ok
        ? null
        : says.value.kind === 'server'
          ? says.value.pin
          : pinBehind(says.value.gateway, pins);
      found.push({ name: visible(label, 200), pin });
    }
  }
  return ok(found);
}

/** A gateway doesn't start a server that isn't the one its entry was made for. */
function pinBehind(
  { server, pin }: GatewayEntry,
  pins: ReadonlyMap<string, string>,
): string | null {
  const known = pins.get(server) ?? null;
  return pin === null || pin === known ? known : null;
}
