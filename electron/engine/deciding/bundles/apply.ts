import { approvalWords, displayOf } from '../../../core/decisions/display.ts';
import { identityKey } from '../../../core/decisions/identity.ts';
import { isOlder, importedRecord, saysTheSame } from '../../../core/exchange/imported-decisions.ts';
import type { DecisionBundle } from '../../../core/exchange/bundle.ts';
import type { TrustedKey } from '../../../core/exchange/keys.ts';
import { highWords } from '../../../core/policy/finding-limits.ts';
import { limitsFindings } from '../../../core/policy/judge.ts';
import { visible } from '../../../core/text.ts';
import { grouped, counted } from '../../../../shared/size-text.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import type { DecideOutcome, RequestError } from '../../../../shared/contract.ts';
import type { ApprovalRecord } from '../../../../shared/model/approval.ts';
import { fault } from '../../options.ts';
import type { EndedWork } from '../../operations.ts';
import type { AuditEntry, RecordChange } from '../../ports/decisions.ts';
import { commit } from '../commit.ts';
import { lookingWords } from '../objections.ts';
import {
  findingsOfImport,
  heldHere,
  makeRecordKey,
  labelsByIdentity,
  objectionTo,
} from './bundle.ts';
import type { DecisionContext } from '../../contexts.ts';

/** Bundles that were shown and not applied yet, the newest last. */
export type PendingBundles = Map<
  string,
  { readonly bundle: DecisionBundle; readonly mine: ReadonlyMap<string, string | null> }
>;

export interface BundleChoices {
  readonly trustKey: boolean;
  readonly older: boolean;
  /** Also approvals with high or critical findings. */
  readonly acceptRisk?: boolean;
}

/**
 * Takes over what `previewBundle` showed, in one durable commit. Only from a trusted key;
 * `trustKey` is the person's word that this one is; `older` another one, that older decisions may
 * replace newer ones. What was decided meanwhile is left alone. A list hides what each skill would
 * do, so an approval despite high or critical findings needs `acceptRisk`, which no window offers:
 * there the skill's own page shows each finding first.
 */
export async function applyBundle(
  parts: DecisionContext,
  pending: PendingBundles,
  bundleId: string,
  { trustKey, older, acceptRisk = false }: BundleChoices,
): Promise<Result<{ outcomes: DecideOutcome[] }, RequestError>> {
  const held = pending.get(bundleId);
  if (held === undefined)
    return err(fault('not-found', 'This bundle is no longer open. Open it again.'));
  const { bundle, mine } = held;
  const known = await knownKey(parts, bundle, trustKey);
  if (!known.ok) return known;
  const key = known.value;
  await parts.inspections.ready(concerned(parts, bundle));
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
    else if ((own?.id ?? null) !== mine.get(makeRecordKey(record)))
      outcomes.push({
        ...about,
        outcome: 'stale',
        message: 'A different decision was made meanwhile. Open the bundle again.',
      });
    else if (isLookedAt(parts, record))
      outcomes.push({ ...about, outcome: 'stale', message: lookingWords });
    else if (objection !== null)
      outcomes.push({ ...about, outcome: 'refused', message: `Policy: ${objection}` });
    else if (own !== null && saysTheSame(own, record))
      outcomes.push({ ...about, outcome: 'done', message: 'Already decided this way.' });
    else if (!acceptRisk && riskWords(parts, record) !== '')
      outcomes.push({
        ...about,
        outcome: 'risk',
        message:
          `Findings: ${riskWords(parts, record)}. ` +
          'Read them and approve the skill itself, or use skillgate import with --accept-risk.',
      });
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
  const done = outcomes.flatMap(({ outcome, uri }) => (outcome === 'done' ? [uri] : []));
  const left = await takeAnswers(parts, bundle, key?.name ?? bundle.signerName, new Set(done));
  if (left !== null)
    outcomes.push({
      ...{ server: '', uri: '', outcome: 'write-failed' },
      message: `${left} of findings couldn’t be saved; the decisions were.`,
    });
  // A failure costs the next replay its mark of the key, and never a decision.
  await parts.keys.took(bundle.fingerprint, bundle);
  pending.delete(bundleId);
  return ok({ outcomes });
}

/** The signer's key as it was known before, undefined where it is trusted only now. */
async function knownKey(
  { keys }: DecisionContext,
  { fingerprint, signerName }: DecisionBundle,
  trustKey: boolean,
): Promise<Result<TrustedKey | undefined, RequestError>> {
  const trusted = await keys.trusted();
  if (!trusted.ok) return err(fault('store', trusted.error));
  const key = trusted.value.find((one) => one.fingerprint === fingerprint);
  if (key !== undefined) return ok(key);
  if (!trustKey)
    return err(
      fault('refused', `The key ${fingerprint} isn’t one you trust, so nothing was imported.`),
    );
  const added = await keys.trust({ fingerprint, name: visible(signerName, 80) });
  return added.ok ? ok(undefined) : err(fault('store', added.error));
}

/**
 * Keeps what the signer said of findings of what was taken over, as theirs: it answers nothing
 * until the person says the same. Names what could not be kept; null for nothing.
 */
async function takeAnswers(
  parts: DecisionContext,
  { answers, records, fingerprint }: DecisionBundle,
  signer: string,
  done: ReadonlySet<string>,
): Promise<string | null> {
  const labels = labelsByIdentity(parts);
  const from = { fingerprint, name: visible(signer, 80) };
  const taken = answers.flatMap(({ record: at, reason, by, file, ...said }) => {
    const record = records[at];
    if (record === undefined || !done.has(record.uri)) return [];
    const { identity } = record.server;
    const label = labels.get(identityKey(identity));
    if (label === undefined) return [];
    const shown = { reason: visible(reason, 500), by: visible(by, 80) };
    const answer = { ...said, ...shown, file, id: parts.ids.next(), from };
    return [{ label, identity, uri: record.uri, setDigest: record.setDigest, answer }];
  });
  if (taken.length === 0) return null;
  const written = await parts.answers.take(taken);
  if (!written.ok) return 'The dismissals';
  const left = new Set(written.value.left);
  const kept = taken.filter(({ answer }) => !left.has(answer.id));
  await parts.approvals.note(
    kept.map(({ label, uri, setDigest, answer }) => ({
      ...{ action: 'imported', server: label, uri, setDigest },
      detail:
        `dismissal by ${answer.by} of ${visible(answer.rule, 40)}, ` +
        `signed by ${fingerprint}: ${answer.reason}`,
    })),
  );
  parts.catalogue.refresh();
  return left.size === 0 ? null : `${left.size} of ${taken.length} dismissals`;
}

/** The skills here that have a set which the bundle decides about. */
function* concerned(parts: DecisionContext, { records }: DecisionBundle): Generator<Named> {
  for (const record of records)
    for (const { server, uri } of heldHere(parts, record)) yield { server: server.label, uri };
}

interface Named {
  readonly server: string;
  readonly uri: string;
}

/** What rules find in its files here counts for the policy, and they are not done. */
const isLookedAt = (parts: DecisionContext, record: ApprovalRecord): boolean =>
  record.decision === 'approved' &&
  limitsFindings(parts.policy.current) &&
  heldHere(parts, record).some(
    ({ server, uri }) => parts.inspections.lookingAt({ server: server.label, uri }).size > 0,
  );

function olderWords(own: ApprovalRecord | null): string {
  const what =
    own === null
      ? 'what you imported from this key'
      : own.lapsed === null
        ? `your decision of ${own.decidedAt.slice(0, 10)}`
        : `the change of ${own.lapsed.at.slice(0, 10)}, which ended your approval`;
  return `It’s older than ${what}. Confirm it separately.`;
}

function putOf(
  parts: DecisionContext,
  bundle: DecisionBundle,
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
    findings: findingsOfImport(parts, record),
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

/** The open high and critical findings of an approval; empty for a denial. */
export const riskWords = (parts: DecisionContext, record: ApprovalRecord): string =>
  record.decision === 'approved' ? highWords(findingsOfImport(parts, record)) : '';

/** How an import ended, with what was not taken over. */
export function imported(
  applied: Result<{ readonly outcomes: readonly DecideOutcome[] }, RequestError>,
): EndedWork {
  if (!applied.ok) return { message: applied.error.message, isFailure: true };
  const { outcomes } = applied.value;
  const left = outcomes.filter(({ outcome }) => outcome !== 'done');
  const rest = left.length === 0 ? '' : `, ${grouped(left.length)} not`;
  return {
    message: `${counted(outcomes.length - left.length, 'decision')} imported${rest}`,
    notDone: left.map(({ server, uri, message }) => {
      const name = visible(uri, 200);
      return { server, uri, file: null, name, path: '', why: message };
    }),
    isFailure: outcomes.length > 0 && left.length === outcomes.length,
  };
}
