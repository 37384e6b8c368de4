import { isOlder } from '../../core/exchange/age.ts';
import { openBundle, sealBundle, type Bundle } from '../../core/exchange/bundle.ts';
import { importedRecord, saysTheSame } from '../../core/exchange/imported-record.ts';
import { approvalWords } from '../../core/decisions/approval-words.ts';
import { displayOf, identityWords } from '../../core/decisions/display.ts';
import { identityKey, sameIdentity } from '../../core/decisions/identity.ts';
import { secretArguments, urlCredentials } from '../../core/import/mask.ts';
import { approvalRefusal, policyVerdict } from '../../core/policy/judge.ts';
import { targetOf } from '../../core/policy/target.ts';
import { visible } from '../../core/text.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { DecideOutcome, RequestError } from '../../../shared/contract.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { BundleItem, BundlePreview } from '../../../shared/model/bundle.ts';
import type { Parts } from '../parts.ts';
import { fault } from '../errors.ts';
import { commit } from './commit.ts';
import type { AuditEntry, ConfiguredServer, RecordChange } from '../ports.ts';

type BundleParts = Pick<
  Parts,
  'catalogue' | 'approvals' | 'publish' | 'policy' | 'keys' | 'clock' | 'ids' | 'actor'
>;

/** Bundles that were shown and not applied yet, the newest last. */
export type PendingBundles = Map<
  string,
  { readonly bundle: Bundle; readonly mine: ReadonlyMap<string, string | null> }
>;
const mostPending = 8;

/** Signs the live decisions about these skills with this machine's key. All or nothing. */
export async function exportBundle(
  parts: BundleParts,
  items: readonly { readonly server: string; readonly uri: string }[],
): Promise<Result<{ text: string; fingerprint: string }, RequestError>> {
  const records: ApprovalRecord[] = [];
  for (const { server, uri } of items) {
    const identity = parts.catalogue.servers.get(server)?.identity ?? null;
    const record = identity === null ? null : parts.approvals.find(identity, uri);
    if (record === null)
      return err(
        fault('not-found', `There is no decision about ${visible(uri, 200)} of ${server}.`),
      );
    // A hash of a short credential can be guessed, and no colleague has the same one.
    if (holdsCredential(parts.catalogue.servers.get(server)?.configured))
      return err(
        fault(
          'refused',
          `${server}: its address or command holds what may be a credential; its decisions are not exported.`,
        ),
      );
    if (!records.includes(record)) records.push(record);
  }
  const key = await parts.keys.own();
  if (!key.ok) return err(fault('store', key.error));
  const text = sealBundle(records, key.value, parts.actor.name, {
    now: parts.clock.now(),
    sequence: parts.approvals.state.status === 'ready' ? parts.approvals.state.revision : 0,
  });
  for (const { server, uri, setDigest } of records)
    await parts.approvals.note({
      action: 'exported',
      server: server.label,
      uri,
      setDigest,
      detail: `signed by ${key.value.fingerprint}`,
    });
  return ok({ text, fingerprint: key.value.fingerprint });
}

/** Whether the address or the command itself has what looks like a credential. */
function holdsCredential(server: ConfiguredServer | undefined): boolean {
  if (server?.config.ok !== true) return false;
  const { value } = server.config;
  return value.type === 'stdio'
    ? secretArguments(value.args).length > 0
    : urlCredentials(value.url).length > 0;
}

/** Reads a bundle and says who signed and what would change. Changes nothing. */
export async function previewBundle(
  parts: BundleParts,
  pending: PendingBundles,
  text: string,
): Promise<BundlePreview> {
  const bundleId = parts.ids.next();
  const refused = (problem: string): BundlePreview => ({
    bundleId,
    problem,
    signer: null,
    items: [],
  });
  const opened = openBundle(text);
  if (!opened.ok) return refused(`The bundle can not be used: ${opened.error}.`);
  const { state } = parts.approvals;
  if (state.status !== 'ready') return refused(state.message);
  const trusted = await parts.keys.trusted();
  if (!trusted.ok) return refused(trusted.error);
  const bundle = opened.value;
  const labels = labelsByIdentity(parts);
  const mine = new Map<string, string | null>();
  const key = trusted.value.find(({ fingerprint }) => fingerprint === bundle.fingerprint);
  const items = bundle.records.map((record): BundleItem => {
    const { identity } = record.server;
    const own = parts.approvals.find(identity, record.uri);
    mine.set(keyOf(record), own?.id ?? null);
    const server = labels.get(identityKey(identity));
    const change =
      server === undefined
        ? 'unknown-server'
        : own === null
          ? 'new'
          : saysTheSame(own, record)
            ? 'same'
            : 'replaces';
    return {
      server: server ?? '',
      identity: visible(identityWords(record.server), 300),
      uri: record.uri,
      name: visible(record.name, 80),
      decision: record.decision,
      change,
      older: changing.has(change) && isOlder(bundle, record, own, key?.newest ?? null),
      message: messageFor(parts, record, own, change),
    };
  });
  pending.set(bundleId, { bundle, mine });
  for (const id of pending.keys()) if (pending.size > mostPending) pending.delete(id);
  return {
    bundleId,
    problem: null,
    signer: {
      fingerprint: bundle.fingerprint,
      name: visible(key?.name ?? bundle.signerName, 80),
      trusted: key !== undefined,
    },
    items,
  };
}

/** What taking an item over would change. */
const changing: ReadonlySet<BundleItem['change']> = new Set(['new', 'replaces']);

function messageFor(
  parts: BundleParts,
  record: ApprovalRecord,
  own: ApprovalRecord | null,
  change: BundleItem['change'],
): string {
  const said: string[] = [];
  if (change === 'unknown-server')
    said.push('No configured server has this identity; nothing is taken over.');
  if (change === 'replaces' && own?.decision === 'denied') said.push('Replaces your denial.');
  if (record.lapsed !== null) said.push('Has lapsed: something else was seen since.');
  else if (change === 'replaces' && own !== null && own.lapsed !== null)
    said.push(`Yours has lapsed: something else was seen on ${own.lapsed.at.slice(0, 10)}.`);
  const objection = objectionTo(parts, record);
  if (change !== 'unknown-server' && objection !== null) said.push(`Policy: ${objection}.`);
  const tools = record.grants.allowedTools.length;
  if (tools > 0) said.push(`${tools} tool grant${tools === 1 ? ' is' : 's are'} not taken over.`);
  if (record.expiresAt !== null && !(Date.parse(record.expiresAt) > parts.clock.now()))
    said.push('Has expired.');
  return said.join(' ');
}

/** What the managed policy has against importing this record. */
function objectionTo(parts: BundleParts, record: ApprovalRecord): string | null {
  if (record.decision === 'denied') return null;
  const { current } = parts.policy;
  const { identity } = record.server;
  const configured = [...parts.catalogue.servers.values()].find(
    (server) => server.identity !== null && sameIdentity(server.identity, identity),
  )?.configured.config;
  const verdict = policyVerdict(current, {
    identity,
    target: configured?.ok === true ? targetOf(configured.value) : null,
    uri: record.uri,
    content: 'listed',
    record: null,
  });
  if (verdict !== null) return verdict.rule;
  const now = Math.min(parts.clock.now(), Date.parse(record.decidedAt));
  return approvalRefusal(current, {
    // What was on a colleague's screen was not on this one.
    coverage: { ...record.coverage, shown: 0 },
    grants: [],
    expiresAt: record.expiresAt,
    now,
  });
}

/**
 * Takes over what `previewBundle` showed, in one durable commit. Only from a trusted key;
 * `trustKey` is the person's word that this one is; `older` another one, that older decisions may
 * replace newer ones. What was decided meanwhile is left alone.
 */
export async function applyBundle(
  parts: BundleParts,
  pending: PendingBundles,
  bundleId: string,
  { trustKey, older }: { readonly trustKey: boolean; readonly older: boolean },
): Promise<Result<{ outcomes: DecideOutcome[] }, RequestError>> {
  const held = pending.get(bundleId);
  if (held === undefined)
    return err(fault('not-found', 'This bundle is not open any more; open it again.'));
  const { bundle, mine } = held;
  const trusted = await parts.keys.trusted();
  if (!trusted.ok) return err(fault('store', trusted.error));
  const key = trusted.value.find(({ fingerprint }) => fingerprint === bundle.fingerprint);
  if (key === undefined) {
    if (!trustKey)
      return err(
        fault(
          'refused',
          `The key ${bundle.fingerprint} is not one that you trust; nothing was taken over.`,
        ),
      );
    const added = await parts.keys.trust({
      fingerprint: bundle.fingerprint,
      name: visible(bundle.signerName, 80),
    });
    if (!added.ok) return err(fault('store', added.error));
  }
  const labels = labelsByIdentity(parts);
  const outcomes: DecideOutcome[] = [];
  const changes: {
    readonly about: { readonly server: string; readonly uri: string };
    readonly change: RecordChange;
  }[] = [];
  for (const record of bundle.records) {
    const label = labels.get(identityKey(record.server.identity));
    const about = { server: label ?? '', uri: record.uri };
    const own = parts.approvals.find(record.server.identity, record.uri);
    const objection = objectionTo(parts, record);
    if (label === undefined)
      outcomes.push({
        ...about,
        outcome: 'unknown-skill',
        message: 'No configured server has this identity.',
      });
    else if ((own?.id ?? null) !== mine.get(keyOf(record)))
      outcomes.push({
        ...about,
        outcome: 'stale',
        message: 'Something else was decided meanwhile; open the bundle again.',
      });
    else if (objection !== null)
      outcomes.push({ ...about, outcome: 'refused', message: `Policy: ${objection}` });
    else if (own !== null && saysTheSame(own, record))
      outcomes.push({ ...about, outcome: 'done', message: 'Already decided so.' });
    else if (!older && isOlder(bundle, record, own, key?.newest ?? null))
      outcomes.push({ ...about, outcome: 'refused', message: olderWords(own) });
    else changes.push({ about, change: putOf(parts, bundle, record, label, own) });
  }
  if (changes.length > 0) {
    const failed = await commit(
      parts,
      changes.map(({ change }) => change),
    );
    for (const { about } of changes)
      outcomes.push({ ...about, ...(failed ?? { outcome: 'done', message: '' }) });
    if (failed !== null) return ok({ outcomes });
  }
  // A failure costs the next replay its mark of the key, and never a decision.
  await parts.keys.took(bundle.fingerprint, bundle);
  pending.delete(bundleId);
  return ok({ outcomes });
}

function olderWords(own: ApprovalRecord | null): string {
  const what =
    own === null
      ? 'what was taken over from this key'
      : own.lapsed === null
        ? `your decision of ${own.decidedAt.slice(0, 10)}`
        : `what was seen on ${own.lapsed.at.slice(0, 10)}, when your approval lapsed`;
  return `It is older than ${what}; that needs a yes of its own.`;
}

function putOf(
  parts: BundleParts,
  bundle: Bundle,
  record: ApprovalRecord,
  label: string,
  own: ApprovalRecord | null,
): RecordChange {
  const config = parts.catalogue.servers.get(label)?.configured.config;
  const made = importedRecord({
    id: parts.ids.next(),
    label,
    display: config?.ok === true ? displayOf(config.value) : '',
    bundle,
    record,
    supersedes: own?.id ?? null,
    now: parts.clock.now(),
  });
  const audit: AuditEntry = {
    action: 'imported',
    server: label,
    uri: made.uri,
    setDigest: made.setDigest,
    detail: [
      `${made.decision}, signed by ${bundle.fingerprint}`,
      ...(made.decision === 'approved' ? [approvalWords(made, own)] : []),
    ].join('; '),
  };
  return { kind: 'put', record: made, audit };
}

/** Labels of the configured servers; of several with one identity the first. */
function labelsByIdentity(parts: BundleParts): Map<string, string> {
  const labels = new Map<string, string>();
  for (const { identity, label } of parts.catalogue.servers.values()) {
    if (identity !== null && !labels.has(identityKey(identity)))
      labels.set(identityKey(identity), label);
  }
  return labels;
}

const keyOf = (record: ApprovalRecord): string =>
  `${identityKey(record.server.identity)}\n${record.uri}`;
