import { carried, type HostEntry } from '../../core/hosts/entry.ts';
import { entriesOf, textOf } from '../../core/hosts/document.ts';
import {
  isDirect,
  startsOwn,
  strangersIn,
  type GatewayEntry,
  type GatewayLauncher,
  type HostLauncher,
  isVersioned,
} from '../../core/hosts/gateway-entry.ts';
import { hostOf, skillExposures, usualExposures, type KnownHost } from '../../core/hosts/host.ts';
import { maskedTarget } from '../../core/import/masked-target.ts';
import { identityOf, identityPin } from '../../core/decisions/identity.ts';
import { consentFingerprint } from '../../core/start/fingerprint.ts';
import { visible } from '../../core/text.ts';
import type { HostEntryView, HostView, ShownAs } from '../../../shared/model/hosts.ts';
import type { HostId } from '../../../shared/model/plain.ts';
import type { ServerContext } from '../contexts.ts';
import type { ConfiguredServer } from '../ports/servers.ts';
import type { LedgerLine } from '../ports/hosts.ts';

/** What is known beside the files. */
interface Known {
  readonly servers: readonly ConfiguredServer[];
  readonly ledger: readonly LedgerLine[];
}

/** Every host with its servers as its file has them now. Reads only; starts nothing. */
export async function hostViews(parts: ServerContext): Promise<HostView[]> {
  const [servers, ledger] = await Promise.all([parts.servers.list(), parts.hostLedger.list()]);
  const known: Known = { servers, ledger: ledger.ok ? ledger.value : [] };
  const views = await Promise.all(
    parts.hostFiles.files.map(({ id, path }) => hostView(parts, known, id, path)),
  );
  // Of the files that a host may have, those that aren't there say nothing beside one that is.
  return views.filter(({ id, path, status }) => {
    const shown = views.find((one) => one.id === id && one.status !== 'absent');
    const first = views.find((one) => one.id === id);
    return status !== 'absent' || (shown ?? first)?.path === path;
  });
}

async function hostView(
  parts: ServerContext,
  known: Known,
  id: HostId,
  path: string,
): Promise<HostView> {
  const host = hostOf(id);
  const { name, restart } = host;
  const about = { id, name, path, restart, usual: [...usualExposures(host)] };
  const file = await parts.hostFiles.read(path);
  if (!file.ok)
    return file.error.reason === 'missing'
      ? { ...about, status: 'absent', message: '', entries: [] }
      : unreadable(about, file.error.message);
  const text = textOf(file.value.bytes);
  if (text === null) return unreadable(about, `${path} isn’t UTF-8 text`);
  const entries = entriesOf(text.text, host);
  if (!entries.ok) return unreadable(about, `${path} can’t be used: ${entries.error}`);
  const lines = known.ledger.filter((line) => line.host === id && line.file === path);
  return {
    ...about,
    status: 'ready',
    message: '',
    entries: await Promise.all(
      entries.value.map((entry) =>
        entryView({ ...parts, host }, known.servers, lines, entry, text.text),
      ),
    ),
  };
}

const unreadable = (
  about: Omit<HostView, 'status' | 'message' | 'entries'>,
  message: string,
): HostView => ({
  ...about,
  status: 'unreadable',
  message,
  entries: [],
});

export const makeEntryKey = (entry: Pick<HostEntry, 'path'>): string => JSON.stringify(entry.path);

async function entryView(
  parts: ServerContext & { readonly host: KnownHost },
  servers: readonly ConfiguredServer[],
  lines: readonly LedgerLine[],
  entry: HostEntry,
  text: string,
): Promise<HostEntryView> {
  const line = lines.find((one) => makeEntryKey(one) === makeEntryKey(entry));
  const about = {
    key: makeEntryKey(entry),
    // A label of another program's file is shown, never used as one of ours.
    label: visible(entry.label, 80),
    project: visible(entry.project, 300),
    undoable: line !== undefined,
  };
  const says = carried(entry.value, parts.host.id);
  if (!says.ok) return { ...about, ...hopeless(says.error), ...direct, target: null };
  if (says.value.kind === 'server') {
    // A line about what was never written, because something ended first, is no problem.
    const isAsBefore =
      line === undefined ||
      (entry.span.ok && text.slice(entry.span.value.start, entry.span.value.end) === line.before);
    const problem = !entry.span.ok
      ? entry.span.error
      : isAsBefore
        ? null
        : 'It went through Skillgate, but the entry was changed since.';
    const target = maskedTarget(says.value.config);
    return { ...about, ...hopeless(problem), ...direct, target };
  }
  const { gateway, config } = says.value;
  const behind = servers.find(({ label }) => label === gateway.server);
  const isOurs = parts.launcher.ok && startsOwn(gateway, parts.launcher.value);
  const strangers = parts.launcher.ok ? strangersIn(config, parts.launcher.value) : [];
  return {
    ...about,
    state: isOurs ? 'through' : 'other',
    target: behind?.config.ok === true ? maskedTarget(behind.config.value) : null,
    server: visible(gateway.server, 80),
    shownAs: shownAsOf(parts.host, gateway),
    ...(isOurs
      ? (strangersProblem(strangers) ?? (await gatewayProblem(parts, gateway, behind)))
      : await otherProblem(parts, gateway, line !== undefined)),
  };
}

const direct = { state: 'direct', server: null, shownAs: null } as const;

function shownAsOf(host: KnownHost, { exposes = [] }: GatewayEntry): ShownAs {
  if (String(exposes) === String(usualExposures(host))) return 'usual';
  const [only = 'skills', another] = exposes;
  const way = skillExposures.find((one) => one === only);
  return another === undefined && way !== undefined ? way : 'several';
}

type EntryProblem = Pick<HostEntryView, 'problem' | 'repairable'>;
const hopeless = (problem: string | null): EntryProblem => ({ problem, repairable: false });

const strangersProblem = (names: readonly string[]): EntryProblem | null =>
  names.length === 0
    ? null
    : hopeless(
        `The entry also has ${names.map((name) => visible(name, 100)).join(', ')}, ` +
          'which Skillgate didn’t write: it could start something else.',
      );

/** Why nothing can be started from an entry. */
async function startProblem(
  { hostFiles }: ServerContext,
  { command, args: [script] }: GatewayLauncher,
): Promise<string | null> {
  if (!(await hostFiles.canStart(command)))
    return `The program ${visible(command, 300)} no longer exists.`;
  if (script !== undefined && !(await hostFiles.isThere(script)))
    return `Skillgate is no longer at ${visible(script, 300)}.`;
  return null;
}

/**
 * Any program can have the look of Skillgate; what an entry of another says of servers and
 * decisions is not known here.
 */
async function otherProblem(
  parts: ServerContext & { readonly host: KnownHost },
  launcher: GatewayLauncher,
  isRecorded: boolean,
): Promise<EntryProblem> {
  const words = visible([launcher.command, ...launcher.args].join(' '), 300);
  const problem =
    (await startProblem(parts, launcher)) ?? `It starts ${words}, which isn’t this Skillgate.`;
  return { problem, repairable: isRecorded };
}

/** Whether it names the installation itself, at a path that an upgrade changes. */
const isPassing = (gateway: GatewayEntry, { command, installation }: HostLauncher): boolean =>
  command !== installation.command && isDirect(gateway, installation) && isVersioned(installation);

/** Why a host that starts this gateway gets nothing from it, or something else than was meant. */
async function gatewayProblem(
  parts: ServerContext & { readonly host: KnownHost },
  gateway: GatewayEntry,
  behind: ConfiguredServer | undefined,
): Promise<EntryProblem> {
  const cannot = await startProblem(parts, gateway);
  if (cannot !== null) return { problem: cannot, repairable: true };
  if (parts.launcher.ok && isPassing(gateway, parts.launcher.value))
    return {
      problem:
        `It names ${visible([gateway.command, ...gateway.args].join(' '), 300)}, ` +
        'which an upgrade removes.',
      repairable: true,
    };
  return hopeless(await serverProblem(parts, gateway, behind));
}

/** Why a gateway that starts gives nothing of its server. */
async function serverProblem(
  parts: ServerContext,
  { server, pin }: GatewayEntry,
  behind: ConfiguredServer | undefined,
): Promise<string | null> {
  const name = visible(server, 80);
  if (behind === undefined) return `Skillgate no longer has a server labeled ${name}.`;
  if (!behind.config.ok) return `Skillgate can’t use its server ${name}: ${behind.config.error}`;
  const identity = identityOf(behind.config.value);
  if (pin === null) return 'The entry doesn’t say which server it must be.';
  if (identity === null || identityPin(identity) !== pin)
    return `Skillgate's server ${name} isn’t the one this entry was made for.`;
  if (!behind.enabled) return `Skillgate's server ${name} is turned off.`;
  return (await parts.consents.state(server, consentFingerprint(behind.config.value))) === 'allowed'
    ? null
    : `${name} needs permission to start. Run skillgate servers allow, or open its page.`;
}
