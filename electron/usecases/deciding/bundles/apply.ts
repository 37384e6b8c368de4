import { approvalWords } from '../../../core/decisions/approval-words.ts';
import { displayOf } from '../../../core/decisions/display.ts';
import { identityKey } from '../../../core/decisions/identity.ts';
import { isOlder } from '../../../core/exchange/age.ts';
import type { Bundle } from '../../../core/exchange/bundle.ts';
import { importedRecord, saysTheSame } from '../../../core/exchange/imported-record.ts';
import { visible } from '../../../core/text.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import type { DecideOutcome, RequestError } from '../../../../shared/contract.ts';
import type { ApprovalRecord } from '../../../../shared/model/approval.ts';
import { fault } from '../../errors.ts';
import type { AuditEntry, RecordChange } from '../../ports/decisions.ts';
import { commit } from '../commit.ts';
import {
  keyOf,
  labelsByIdentity,
  objectionTo,
  type BundleParts,
  type PendingBundles,
} from './bundle.ts';

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
