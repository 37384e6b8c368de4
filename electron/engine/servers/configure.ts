import { canonicalJson } from '../../core/canonical-json.ts';
import { labelProblem } from '../../core/import/label.ts';
import { maskedTarget } from '../../core/import/masked-target.ts';
import { consentFingerprint, startFingerprint } from '../../core/start/fingerprint.ts';
import { startView } from '../../core/start/view.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { LeftSignIn } from '../../../shared/model/plain.ts';
import type { ServerInput, ServerTarget } from '../../../shared/model/server.ts';
import type { StartView } from '../../../shared/model/start.ts';
import { dropKept, forgetDecisions } from '../deciding/forget.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import type { AppContext, ServerContext, SkillContext } from '../contexts.ts';
import { fault } from '../options.ts';
import { freeLabel } from './import.ts';
import type { ServerConfig } from '../ports/servers.ts';
import { configOf } from './config-of.ts';
import { resourceOf, forgetSignIn } from '../signing-in/account.ts';
import { clearFault, storeFault } from './store-fault.ts';
import { bringUp, reconnect, syncServers, takeDown } from './roster.ts';

type Outcome<T> = Promise<Result<T, RequestError>>;

/** A window connects to what was configured at once; a command that only configures does not. */
export interface AfterConfigure {
  readonly connect: boolean;
}
/** The person's yes to secrets that will stand in the file as they are. */
interface Agreed {
  readonly inTheClear?: boolean | undefined;
}
const connecting: AfterConfigure = { connect: true };

/**
 * Adds a server by hand: a typed address is contacted, a command still asks before it starts,
 * unless it `mayStart` because a person typed it in a terminal.
 */
export async function addServer(
  parts: ServerContext,
  label: string,
  input: ServerInput,
  {
    connect,
    inTheClear = false,
    mayStart = false,
  }: AfterConfigure & Agreed & { readonly mayStart?: boolean } = connecting,
): Outcome<{ label: string }> {
  const checked = checkLabel(label);
  if (!checked.ok) return checked;
  const config = configOf(input, null);
  if (!config.ok) return config;
  if (await isTaken(parts, checked.value)) return err(storeFault(parts, 'label-taken', label));
  const entry = { label: checked.value, config: config.value };
  const asks = await clearFault(parts, [entry], inTheClear);
  if (asks !== null) return err(asks);
  // Before it's written: whoever watches the file connects at once.
  await allowAddress(parts, checked.value, config.value);
  if (mayStart && config.value.type === 'stdio')
    await parts.consents.allow(checked.value, startFingerprint(config.value));
  const written = await parts.servers.add(checked.value, config.value, { inTheClear });
  if (!written.ok) return err(storeFault(parts, written.error, label));
  await syncServers(parts, connect);
  return ok({ label: checked.value });
}

/**
 * `openedOn` is what the form showed when it was opened; without it no stored secret is kept. What
 * is kept of signing in at an address goes with it: `signIn` says what became of that.
 */
export async function updateServer(
  parts: ServerContext,
  label: string,
  newLabel: string,
  input: ServerInput,
  {
    openedOn = null,
    inTheClear = false,
  }: Agreed & { openedOn?: ServerTarget | null | undefined } = {},
): Outcome<{ label: string; signIn: LeftSignIn }> {
  // A label from before a rule may stay while something else is changed.
  const checked = newLabel === label ? ok(label) : checkLabel(newLabel);
  if (!checked.ok) return checked;
  const stored = (await parts.servers.list()).find((one) => one.label === label)?.config;
  const before = stored?.ok === true && openedOn !== null ? stored.value : null;
  // Somebody else wrote it meanwhile: its secrets must not go where this form says.
  if (before !== null && canonicalJson(maskedTarget(before)) !== canonicalJson(openedOn))
    return err(
      fault('stale', 'It was changed elsewhere while you were editing. Open the form again.'),
    );
  const config = configOf(input, before);
  if (!config.ok) return config;
  if (checked.value !== label && (await isTaken(parts, checked.value)))
    return err(storeFault(parts, 'label-taken', label));
  const entry = { label: checked.value, config: config.value, replaces: label };
  const asks = await clearFault(parts, [entry], inTheClear);
  if (asks !== null) return err(asks);
  await allowAddress(parts, checked.value, config.value);
  if (checked.value !== label) {
    const asked = await forgetConsent(parts, label);
    if (!asked.ok) return asked;
  }
  const former = parts.catalogue.servers.get(label);
  const written = await parts.servers.update(label, checked.value, config.value, { inTheClear });
  if (!written.ok) return err(storeFault(parts, written.error, label));
  const isElsewhere =
    former !== undefined && resourceOf(former) !== resourceOf({ configured: { config } });
  // Nobody would see, end or use it any more.
  const signIn = isElsewhere ? await forgetSignIn(parts, former) : 'none';
  await syncServers(parts);
  return ok({ label: checked.value, signIn });
}

export async function removeServer(
  parts: AppContext,
  label: string,
  forget: { readonly decisions: boolean; readonly cache: boolean },
): Outcome<{ signIn: LeftSignIn }> {
  const server = parts.catalogue.servers.get(label);
  const asked = await forgetConsent(parts, label);
  if (!asked.ok) return asked;
  const written = await parts.servers.remove(label);
  if (!written.ok) return err(storeFault(parts, written.error, label));
  // One that is under way would be kept when it ends.
  if (server !== undefined) parts.signIns.cancel(server);
  if (server !== undefined) await takeDown(parts, server);
  const signIn = server === undefined ? 'none' : await forgetSignIn(parts, server);
  const identity = server?.identity ?? null;
  if (identity !== null && forget.decisions) {
    const forgotten = await forgetDecisions(parts, identity, { label, detail: 'server removed' });
    if (!forgotten.ok) return forgotten;
  }
  let left: string | null = null;
  if (identity !== null && forget.cache) {
    await parts.keeper.drop(identity);
    left = await dropKept(() => parts.snapshots.forgetServer(identity));
  }
  await syncServers(parts);
  return left === null
    ? ok({ signIn })
    : err(fault('store', `${label} was removed, but its stored text couldn’t be deleted: ${left}`));
}

/**
 * The yes goes with its server: whoever brings the same label and command back later, in a
 * configuration that is imported, does not start it unasked.
 */
async function forgetConsent(
  { consents }: ServerContext,
  label: string,
): Outcome<Record<string, never>> {
  const forgotten = await consents.forget(label);
  return forgotten.ok
    ? ok({})
    : err(fault('store', 'Couldn’t save its permission. Nothing was changed.'));
}

export async function setServerEnabled(
  parts: ServerContext,
  label: string,
  enabled: boolean,
): Outcome<Record<string, never>> {
  const written = await parts.servers.setEnabled(label, enabled);
  if (!written.ok) return err(storeFault(parts, written.error, label));
  await syncServers(parts);
  return ok({});
}

/**
 * A person asks to connect, which is their permission to contact an address that was imported or
 * that another program wrote. Starting a command needs `allowStart`.
 */
export async function openServer(parts: ServerContext, server: CatalogueServer): Promise<void> {
  const { config } = server.configured;
  if (config.ok) await allowAddress(parts, server.label, config.value);
  await reconnect(parts, server);
}

/** Where the yes cannot be written, the address only asks again. */
export async function allowAddress(
  { consents }: ServerContext,
  label: string,
  config: ServerConfig,
): Promise<void> {
  if (config.type !== 'stdio') await consents.allow(label, consentFingerprint(config));
}

/** What would be started under this label, and the fingerprint that a permission names. */
export async function viewStart(
  parts: ServerContext,
  label: string,
): Promise<Result<{ fingerprint: string; start: StartView }, RequestError>> {
  const server = parts.catalogue.servers.get(label);
  const config = server?.configured.config;
  if (server === undefined || config?.ok !== true || config.value.type !== 'stdio')
    return err(fault('not-found', `There’s no command named ${label}.`));
  return ok({
    fingerprint: startFingerprint(config.value),
    start: startView(
      config.value,
      parts.servers.path,
      await parts.startPlaces.programOf(config.value),
    ),
  });
}

/**
 * A person's yes to starting exactly what they were shown: another fingerprint is refused as stale.
 */
export async function allowStart(
  parts: ServerContext,
  label: string,
  fingerprint: string,
  after = connecting,
): Outcome<Record<string, never>> {
  const meant = commandOf(parts, label, fingerprint);
  if (!meant.ok) return meant;
  const written = await parts.consents.allow(label, fingerprint);
  if (!written.ok) return err(fault('store', 'Couldn’t save the permission.'));
  // The list may have been read again meanwhile: what it holds now is what starts.
  const server = commandOf(parts, label, fingerprint);
  if (!server.ok) return server;
  if (after.connect) void bringUp(parts, server.value);
  return ok({});
}

function commandOf(
  { catalogue }: SkillContext,
  label: string,
  fingerprint: string,
): Result<CatalogueServer, RequestError> {
  const server = catalogue.servers.get(label);
  const config = server?.configured.config;
  if (server === undefined || config?.ok !== true || config.value.type !== 'stdio')
    return err(fault('not-found', `There’s no command named ${label}.`));
  return startFingerprint(config.value) === fingerprint
    ? ok(server)
    : err(fault('stale', 'The command changed while you were looking at it.'));
}

/** A person named a folder: it's read like a server from now on, and starts nothing. */
export async function addFolder(parts: ServerContext, given: string): Outcome<{ label: string }> {
  if (parts.folders === null) return err(fault('refused', 'No folder can be added here.'));
  const added = await parts.folders.add(given);
  if (!added.ok)
    return err(fault(added.error.isUnwritable ? 'store' : 'bad-input', added.error.message));
  await syncServers(parts);
  return added;
}

/** The sample ships with the app and a person chose it by name, so it starts at once. */
export async function addSampleServer(parts: ServerContext): Outcome<{ label: string }> {
  const configured = await parts.servers.list();
  const config: ServerConfig = {
    type: 'stdio',
    command: 'skillgate',
    args: ['sample-server'],
    env: {},
  };
  const same = configured.find(
    (server) =>
      server.config.ok &&
      server.config.value.type === 'stdio' &&
      server.config.value.command === config.command &&
      server.config.value.args[0] === 'sample-server',
  );
  const label =
    same?.label ?? freeLabel('sample', new Set(configured.map((server) => server.label)));
  await parts.consents.allow(label, startFingerprint(config));
  if (same === undefined) {
    const written = await parts.servers.add(label, config);
    if (!written.ok) return err(storeFault(parts, written.error, label));
  }
  const held = parts.catalogue.servers.get(label);
  if (held === undefined) await syncServers(parts);
  else void reconnect(parts, held);
  return ok({ label });
}

/** A permission belongs to a label: it must not pass to another server. */
const isTaken = async ({ servers }: ServerContext, label: string): Promise<boolean> =>
  (await servers.list()).some((one) => one.label === label);

function checkLabel(label: string): Result<string, RequestError> {
  const trimmed = label.trim();
  const problem = labelProblem(trimmed);
  return problem === null ? ok(trimmed) : err(fault('bad-input', problem));
}
