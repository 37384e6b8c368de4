import { carried, type HostEntry } from '../../core/hosts/entry.ts';
import { difference } from '../../core/hosts/difference.ts';
import {
  type HostFileChange,
  entriesOf,
  putBack,
  putThrough,
  textOf,
  type HostText,
} from '../../core/hosts/document.ts';
import {
  startsOwn,
  strangersIn,
  type GatewayEntry,
  type HostLauncher,
} from '../../core/hosts/gateway-entry.ts';
import { type KnownHost, hostOf, usualExposures } from '../../core/hosts/host.ts';
import type { RawServerEntry } from '../../core/import/server-entry.ts';
import { visible } from '../../core/text.ts';
import { quoted } from '../../../shared/quote-text.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { ChangedLine } from '../../../shared/model/hosts.ts';
import { fault } from '../options.ts';
import type { HostFile, HostFilePath, LedgerLine } from '../ports/hosts.ts';
import type { ServerConfig } from '../ports/servers.ts';
import { type PlannedServer, serversFor } from './servers.ts';
import { makeEntryKey } from './view.ts';
import type { ServerContext } from '../contexts.ts';

/** One entry that changes. */
export interface PlannedChange {
  readonly entry: Pick<HostEntry, 'path' | 'label' | 'project'>;
  /** Skillgate's label of the server. */
  readonly server: string;
  /** What it starts or contacts; null where that isn't known. */
  readonly config: ServerConfig | null;
  readonly change: HostFileChange;
  readonly line: number;
  readonly lines: readonly ChangedLine[];
}

export interface SkippedEntry {
  readonly label: string;
  readonly project: string;
  readonly reason: string;
}

/** All that would be written for one host, and nothing written yet. */
export interface HostPlan {
  readonly to: 'through' | 'direct';
  readonly host: KnownHost;
  readonly file: HostFile;
  readonly text: HostText;
  readonly changes: readonly PlannedChange[];
  /** Behind the entries: added, allowed and started once a person agrees. */
  readonly servers: readonly PlannedServer[];
  readonly left: readonly SkippedEntry[];
  /** Lines of the ledger about entries that are not there any more. */
  readonly gone: readonly LedgerLine[];
  /** How the app is shown skills, if a person chose it. */
  readonly exposes: readonly string[] | 'usual' | null;
}

/**
 * The attacker has made a link of it, so that another file is written than the one that is named.
 */
export const placeOf = ({ path, real }: Pick<HostFile, 'path' | 'real'>): string =>
  real === path ? path : `${path}, which leads to ${real}`;

export type EntryFilter = (
  entry: Pick<HostEntry, 'path' | 'label'>,
  server: string | null,
) => boolean;
export type PlannedHost = Promise<Result<HostPlan, RequestError>>;

export interface ProtectOptions {
  /** Servers that plans before this one add. */
  readonly planned?: readonly PlannedServer[];
  /**
   * How the app is shown skills, if a person chose it: then for entries that Skillgate wrote, too.
   */
  readonly exposes?: readonly string[] | 'usual' | null;
}

/** Each change is proved by reading the whole file again: more of them would take seconds. */
const mostAtOnce = 100;
const tooMany = `only ${mostAtOnce} servers can be changed at once, so repeat this for the rest`;

/** Puts the wanted servers of a file behind Skillgate. */
export async function planThrough(
  parts: ServerContext,
  at: HostFilePath,
  wanted: EntryFilter,
  { planned = [], exposes: chosen = null }: ProtectOptions = {},
): PlannedHost {
  const { launcher } = parts;
  if (!launcher.ok) return err(fault('refused', launcher.error));
  const { managed } = at;
  if (managed !== undefined && (await parts.hostFiles.isThere(managed)))
    return err(fault('refused', describeManaged(at, managed)));
  const opened = await openHostFile(parts, at);
  if (!opened.ok) return opened;
  const { host, file, text } = opened.value;
  const exposes = chosen === 'usual' ? usualExposures(host) : chosen;
  const entries = entriesOf(text.text, host);
  if (!entries.ok) return err(fault('refused', `${file.path} can’t be used: ${entries.error}`));
  const servers = await serversFor(parts, file.path, planned);
  const ledger = exposes === null ? ok([]) : await parts.hostLedger.list();
  if (!ledger.ok) return err(fault('store', ledger.error));
  const lines = ledger.value.filter((line) => line.host === host.id && line.file === file.path);
  const was = text.text;
  const protecting = { parts, host, launcher: launcher.value, exposes, lines, servers, was };
  const changes: PlannedChange[] = [];
  const left: SkippedEntry[] = [];
  let now = was;
  for (const entry of entries.value) {
    if (!wanted(entry, null)) continue;
    if (changes.length >= mostAtOnce) {
      left.push(leaveEntry(entry, tooMany));
      continue;
    }
    const says = carried(entry.value, host.id);
    const planned = !says.ok
      ? says
      : says.value.kind === 'gateway'
        ? shownAgain(protecting, now, entry, says.value)
        : await putBehind(protecting, now, entry, says.value);
    if (!planned.ok) left.push(leaveEntry(entry, planned.error));
    else {
      changes.push(planned.value);
      now = planned.value.change.text;
    }
  }
  return ok({
    to: 'through',
    host,
    file,
    text: { ...text, text: now },
    changes,
    servers: servers.used(),
    left,
    gone: [],
    exposes: chosen,
  });
}

interface ProtectedFile {
  readonly parts: ServerContext;
  readonly host: KnownHost;
  readonly launcher: HostLauncher;
  readonly exposes: readonly string[] | null;
  /** The file's text before any change. */
  readonly was: string;
  /** What the ledger has of the file. */
  readonly lines: readonly LedgerLine[];
  readonly servers: Awaited<ReturnType<typeof serversFor>>;
}

type CarriedEntry = Extract<ReturnType<typeof carried>, { ok: true }>['value'];

/** Has an entry that Skillgate wrote show skills in other ways. */
function shownAgain(
  { host, launcher, exposes, lines, was }: ProtectedFile,
  now: string,
  entry: HostEntry,
  { gateway, config }: Extract<CarriedEntry, { kind: 'gateway' }>,
): Result<PlannedChange, string> {
  const line = lines.find((one) => makeEntryKey(one) === makeEntryKey(entry));
  const isOther = String(gateway.exposes ?? []) !== String(exposes);
  const isOurs = startsOwn(gateway, launcher) && strangersIn(config, launcher).length === 0;
  if (line === undefined || exposes === null || !isOther || !isOurs)
    return err(alreadyThere(gateway, launcher, exposes));
  const change = putThrough(now, host, findEntry(now, host, entry), { ...gateway, exposes });
  if (!change.ok) return change;
  return ok({
    ...{ entry, server: gateway.server, config: null },
    // What stood there before Skillgate is still what an undo restores.
    change: { ...change.value, before: line.before },
    line: lineOf(was, entry),
    lines: difference(now, change.value, config, entry.value),
  });
}

async function putBehind(
  { parts, host, launcher, exposes, servers, was }: ProtectedFile,
  now: string,
  entry: HostEntry,
  { config, pin }: Exclude<CarriedEntry, { kind: 'gateway' }>,
): Promise<Result<PlannedChange, string>> {
  const part = config.type === 'stdio' ? parts.startPlaces.relativeIn(config) : null;
  if (part !== null) return err(describeRelative(part));
  const server = await servers.labelOf(entry.label, config);
  const change = putThrough(now, host, findEntry(now, host, entry), {
    ...launcher,
    ...{ server, pin, exposes: exposes ?? usualExposures(host) },
  });
  if (!change.ok) return change;
  await servers.use(server, config);
  return ok({
    entry,
    ...{ server, config },
    change: change.value,
    line: lineOf(was, entry),
    lines: difference(now, change.value, config, entry.value),
  });
}

/** The line on which an entry of this text begins; 0 where that isn’t known. */
export const lineOf = (text: string, { span }: Pick<HostEntry, 'span'>): number =>
  span.ok ? text.slice(0, span.value.start).split('\n').length : 0;

/** The same by path, for a text whose entries weren't read yet. */
function linesIn(text: string, host: KnownHost): ReadonlyMap<string, number> {
  const entries = entriesOf(text, host);
  const all = entries.ok ? entries.value : [];
  return new Map(all.map((entry) => [makeEntryKey(entry), lineOf(text, entry)]));
}

/** Puts back what stood in a host's file before. */
export async function planBack(
  parts: ServerContext,
  at: HostFilePath,
  wanted: EntryFilter,
): PlannedHost {
  const ledger = await parts.hostLedger.list();
  if (!ledger.ok) return err(fault('store', ledger.error));
  const opened = await openHostFile(parts, at);
  if (!opened.ok && opened.error.code !== 'not-found') return opened;
  // A file that is gone has no entry to put back: what is kept of it is forgotten below.
  const { host, file, text } = opened.ok ? opened.value : nothingOf(at);
  const changes: PlannedChange[] = [];
  const left: SkippedEntry[] = [];
  const gone: LedgerLine[] = [];
  const handled = new Set<string>();
  const lines = linesIn(text.text, host);
  let now = text.text;
  // Backwards: what was changed last is put back first.
  for (const line of ledger.value.toReversed()) {
    if (line.host !== host.id || line.file !== file.path) continue;
    const entry = entryOf(host, line.path);
    if (!wanted(entry, line.server)) continue;
    handled.add(makeEntryKey(entry));
    const change = putBack(now, host, line);
    if (!change.ok && change.error === 'gone') gone.push(line);
    else if (!change.ok)
      left.push(leaveEntry(entry, 'the entry has changed since, so it was left unchanged'));
    else {
      const known = serverIn(change.value.text, host, line.path);
      changes.push({
        entry,
        server: line.server,
        config: known?.config ?? null,
        change: change.value,
        line: lines.get(makeEntryKey(entry)) ?? 0,
        lines: known === null ? [] : difference(now, change.value, known.config, known.value),
      });
      now = change.value.text;
    }
  }
  const entries = entriesOf(now, host);
  for (const entry of entries.ok ? entries.value : []) {
    const says = carried(entry.value, host.id);
    if (!says.ok || says.value.kind !== 'gateway' || handled.has(makeEntryKey(entry))) continue;
    if (wanted(entry, says.value.gateway.server))
      left.push(
        leaveEntry(
          entry,
          (await parts.hostLedger.unreadBeside(file.path)) ??
            (await otherHostProblem(parts, file, host, entry.path, ledger.value)) ??
            'nothing is kept of what stood there before',
        ),
      );
  }
  return ok({
    to: 'direct',
    host,
    file,
    text: { ...text, text: now },
    changes,
    servers: [],
    left,
    gone,
    exposes: null,
  });
}

/** Two hosts may share a file through a link: then the other one's line has what stood there. */
async function otherHostProblem(
  { hostFiles }: ServerContext,
  { real }: HostFile,
  host: KnownHost,
  path: readonly string[],
  lines: readonly LedgerLine[],
): Promise<string | null> {
  for (const line of lines) {
    if (line.host === host.id || makeEntryKey(line) !== makeEntryKey({ path })) continue;
    const file = await hostFiles.read(line.file);
    if (file.ok && file.value.real === real)
      return (
        `it was protected as ${hostOf(line.host).name}. ` +
        `Run skillgate protect --undo ${line.host}`
      );
  }
  return null;
}

const describeManaged = ({ id, path }: HostFilePath, managed: string): string =>
  `${hostOf(id).name} ignores ${path}, because an administrator lists its servers in ${managed}. ` +
  'Ask them to route those through Skillgate.';

export async function openHostFile(
  parts: ServerContext,
  { id, path }: HostFilePath,
): Promise<Result<Pick<HostPlan, 'host' | 'file' | 'text'>, RequestError>> {
  const host = hostOf(id);
  const file = await parts.hostFiles.read(path);
  if (!file.ok)
    return err(
      file.error.reason === 'missing'
        ? fault('not-found', `${host.name} isn’t configured here: ${path} doesn’t exist.`)
        : fault('refused', file.error.message),
    );
  // Replacing it would work all the same, but whoever did this meant it.
  if (file.value.isReadOnly)
    return err(
      fault(
        'refused',
        `${path} is read-only, so Skillgate left it unchanged. ` +
          'Make it writable first, then try again.',
      ),
    );
  const text = textOf(file.value.bytes);
  return text === null
    ? err(fault('refused', `${path} isn’t UTF-8 text, so it couldn’t be restored unchanged.`))
    : ok({ host, file: file.value, text });
}

function nothingOf({ id, path }: HostFilePath): Pick<HostPlan, 'host' | 'file' | 'text'> {
  const file = { path, real: path, bytes: new Uint8Array(), isReadOnly: false };
  return { host: hostOf(id), file, text: { mark: '', text: '' } };
}

export const leaveEntry = (
  entry: Pick<HostEntry, 'label' | 'project'>,
  reason: string,
): SkippedEntry => ({
  label: visible(entry.label, 80),
  project: visible(entry.project, 300),
  reason,
});

/** The gateway never starts a command that means a different program in a different folder. */
const describeRelative = (part: string): string =>
  `${quoted(part)} is relative to the folder that the app starts it in. ` +
  'Write the full path, or give the entry a full cwd';

/** The attacker is a file of somebody else's whose program only looks like Skillgate. */
const alreadyThere = (
  gateway: GatewayEntry,
  launcher: HostLauncher,
  exposes: readonly string[] | null,
): string =>
  startsOwn(gateway, launcher)
    ? String(gateway.exposes ?? []) === String(exposes)
      ? 'it already starts Skillgate and shows skills in this way'
      : 'it already starts Skillgate'
    : `it starts ${visible(gateway.command, 300)}, which isn’t this Skillgate`;

function entryOf(
  host: KnownHost,
  path: readonly string[],
): Pick<HostEntry, 'path' | 'label' | 'project'> {
  const project = host.projects === true && path[0] === 'projects' ? (path[1] ?? '') : '';
  return { path, label: path.at(-1) ?? '', project };
}

export function findEntry(text: string, host: KnownHost, wanted: HostEntry): HostEntry {
  const entries = entriesOf(text, host);
  const found = entries.ok
    ? entries.value.find((entry) => makeEntryKey(entry) === makeEntryKey(wanted))
    : undefined;
  if (found === undefined) throw new Error('a proved change lost another entry');
  return found;
}

/** The server that an entry names, for what must not be shown of it. */
function serverIn(
  text: string,
  host: KnownHost,
  path: readonly string[],
): { readonly config: ServerConfig; readonly value: RawServerEntry } | null {
  const entries = entriesOf(text, host);
  const entry = entries.ok
    ? entries.value.find((one) => makeEntryKey(one) === makeEntryKey({ path }))
    : undefined;
  const says = entry === undefined ? null : carried(entry.value, host.id);
  return entry !== undefined && says?.ok === true && says.value.kind === 'server'
    ? { config: says.value.config, value: entry.value }
    : null;
}
