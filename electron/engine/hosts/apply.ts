import { bytesOf } from '../../core/hosts/document.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import { consentFingerprint } from '../../core/start/fingerprint.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import { fault } from '../options.ts';
import { storeFault } from '../servers/store-fault.ts';
import type { ServerContext } from '../contexts.ts';
import type { LedgerLine } from '../ports/hosts.ts';
import type { HostPlan } from './plan.ts';

type Done = Promise<Result<{ readonly backup: string | null }, RequestError>>;

/**
 * Does what was shown, in an order in which an end at any point loses nothing: the server and what
 * stood in the file are kept before the file is replaced, and forgotten only after. Doing it again
 * goes on from there. A file that changed since it was shown is left alone.
 */
export async function applyPlan(parts: ServerContext, plan: HostPlan): Done {
  return plan.to === 'through' ? goThrough(parts, plan) : goBack(parts, plan);
}

/** Adds the servers of a plan and allows what it showed. */
export async function addServers(
  parts: ServerContext,
  servers: HostPlan['servers'],
): Promise<Result<void, RequestError>> {
  if (parts.options.sessionConfig !== null && servers.some(({ isNew }) => isNew))
    return err(
      fault('refused', 'An app can’t use a list of servers that exists for one run only.'),
    );
  for (const { label, config, isNew, isAllowed } of servers) {
    if (isAllowed) continue;
    // The person saw the whole command and agreed. Saved before the server is added, because
    // whoever watches the list connects at once.
    const allowed = await parts.consents.allow(label, consentFingerprint(config));
    if (!allowed.ok)
      return err(fault('store', `Couldn’t save permission to use ${label}. Nothing was changed.`));
    // The way back is kept with its secrets unencrypted, which the person is told before they
    // agree.
    const stored = isNew ? (await parts.servers.list()).find((one) => one.label === label) : null;
    // Another file of the app had the same server, or an earlier try got this far.
    const isThere =
      stored?.config.ok === true && canonicalJson(stored.config.value) === canonicalJson(config);
    const added =
      isNew && !isThere
        ? await parts.servers.add(label, config, { inTheClear: true })
        : ok(undefined);
    if (!added.ok)
      return err(
        added.error === 'label-taken'
          ? fault('stale', `Another server is labeled ${label} now. Refresh and try again.`)
          : storeFault(parts, added.error, label),
      );
  }
  return ok(undefined);
}

async function goThrough(
  parts: ServerContext,
  { host, file, text, changes, servers }: HostPlan,
): Done {
  if (changes.length === 0) return ok({ backup: null });
  const { launcher } = parts;
  const installed = launcher.ok ? await launcher.value.install() : err(launcher.error);
  if (!installed.ok) return err(fault('store', `${installed.error}; ${file.path} is unchanged.`));
  const added = await addServers(parts, servers);
  if (!added.ok) return added;
  const at = new Date(parts.clock.now()).toISOString();
  const backup = await parts.hostFiles.keep(host.id, file.bytes, at);
  if (!backup.ok) return err(fault('store', `Couldn’t back up ${file.path}: ${backup.error}`));
  const lines = changes.map(({ entry, server, change }): LedgerLine => ({
    host: host.id,
    file: file.path,
    path: entry.path,
    server,
    before: change.before,
    after: change.after,
    at,
  }));
  const earlier = await parts.hostLedger.list();
  if (!earlier.ok) return err(fault('store', `${earlier.error}; ${file.path} is unchanged.`));
  const kept = await parts.hostLedger.put(lines);
  if (!kept.ok) return err(fault('store', `${kept.error}; ${file.path} is unchanged.`));
  const written = await parts.hostFiles.replace(file, bytesOf(text));
  if (written.ok) return ok({ backup: backup.value });
  // What was not written must not stand in the way of what another Skillgate wrote meanwhile.
  const same = (line: LedgerLine): boolean => lines.some((one) => isAbout(one, line));
  const before = earlier.value.filter(same);
  await (before.length > 0 ? parts.hostLedger.put(before) : parts.hostLedger.drop(lines));
  return err(notWritten(written.error));
}

const isAbout = (a: LedgerLine, b: LedgerLine): boolean =>
  a.host === b.host && a.file === b.file && JSON.stringify(a.path) === JSON.stringify(b.path);

const notWritten = ({
  reason,
  message,
}: {
  readonly reason: 'changed' | 'unwritable';
  readonly message: string;
}): RequestError =>
  fault(
    reason === 'changed' ? 'stale' : 'store',
    `${message}; Skillgate wrote nothing. Refresh and try again.`,
  );

async function goBack(parts: ServerContext, { host, file, text, changes, gone }: HostPlan): Done {
  const bytes = bytesOf(text);
  let copy: string | null = null;
  if (!Buffer.from(file.bytes).equals(bytes)) {
    const at = new Date(parts.clock.now()).toISOString();
    const backup = await parts.hostFiles.keep(host.id, file.bytes, at);
    if (!backup.ok) return err(fault('store', `Couldn’t back up ${file.path}: ${backup.error}`));
    copy = backup.value;
    const written = await parts.hostFiles.replace(file, bytes);
    if (!written.ok) return err(notWritten(written.error));
  }
  const lines = [
    ...changes.map(({ entry }) => ({ host: host.id, file: file.path, path: entry.path })),
    ...gone,
  ];
  const dropped = lines.length === 0 ? ok(undefined) : await parts.hostLedger.drop(lines);
  return dropped.ok ? ok({ backup: copy }) : err(fault('store', dropped.error));
}
