import { identityWords } from '../../../core/decisions/display.ts';
import { identityKey } from '../../../core/decisions/identity.ts';
import { isOlder, saysTheSame } from '../../../core/exchange/imported-decisions.ts';
import { openBundle } from '../../../core/exchange/bundle.ts';
import { openWords } from '../../../core/policy/finding-limits.ts';
import { visible } from '../../../core/text.ts';
import type { ApprovalRecord } from '../../../../shared/model/approval.ts';
import type { BundleItem, BundlePreview } from '../../../../shared/model/bundle.ts';
import { riskWords, type PendingBundles } from './apply.ts';
import { findingsOfImport, makeRecordKey, labelsByIdentity, objectionTo } from './bundle.ts';
import type { DecisionContext } from '../../contexts.ts';

const mostPending = 8;

/** Reads a bundle and says who signed and what would change. Changes nothing. */
export async function previewBundle(
  parts: DecisionContext,
  pending: PendingBundles,
  text: string,
): Promise<BundlePreview> {
  const bundleId = parts.ids.next();
  const refused = (problem: string): BundlePreview => ({
    bundleId,
    problem,
    signer: null,
    items: [],
    answers: [],
  });
  const opened = openBundle(text);
  if (!opened.ok) return refused(`The bundle can’t be used: ${opened.error}.`);
  const { state } = parts.approvals;
  if (state.status !== 'ready') return refused(state.message);
  const trusted = await parts.keys.trusted();
  if (!trusted.ok) return refused(trusted.error);
  const bundle = opened.value;
  const labels = labelsByIdentity(parts);
  const mine = new Map<string, string | null>();
  const key = trusted.value.find(({ fingerprint }) => fingerprint === bundle.fingerprint);
  const said = new Map<number, number>();
  for (const { record } of bundle.answers) said.set(record, (said.get(record) ?? 0) + 1);
  const items = bundle.records.map((record, at): BundleItem => {
    const { identity } = record.server;
    const own = parts.approvals.find(identity, record.uri);
    mine.set(makeRecordKey(record), own?.id ?? null);
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
      risky: changing.has(change) && riskWords(parts, record) !== '',
      message: [messageFor(parts, record, own, change), answerWords(said.get(at) ?? 0)]
        .join(' ')
        .trim(),
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
    answers: bundle.answers.map(({ record, rule, reason, by }) => ({
      uri: bundle.records[record]?.uri ?? '',
      rule: visible(rule, 40),
      reason: visible(reason, 500),
      by: visible(by, 80),
    })),
  };
}

const answerWords = (count: number): string =>
  count === 0
    ? ''
    : `Includes ${count} ${count === 1 ? 'finding' : 'findings'} that the signer dismissed.`;

/** What taking an item over would change. */
const changing: ReadonlySet<BundleItem['change']> = new Set(['new', 'replaces']);

function messageFor(
  parts: DecisionContext,
  record: ApprovalRecord,
  own: ApprovalRecord | null,
  change: BundleItem['change'],
): string {
  const said: string[] = [];
  if (change === 'unknown-server')
    said.push('No configured server has this identity, so nothing is imported.');
  if (change === 'replaces' && own?.decision === 'denied') said.push('Replaces your denial.');
  if (record.lapsed !== null)
    said.push('No longer valid: the server has since sent something else.');
  else if (change === 'replaces' && own !== null && own.lapsed !== null)
    said.push(
      `Yours is no longer valid: the server sent something else on ${own.lapsed.at.slice(0, 10)}.`,
    );
  const objection = objectionTo(parts, record);
  if (change !== 'unknown-server' && objection !== null) said.push(`Policy: ${objection}.`);
  const open = record.decision === 'approved' ? openWords(findingsOfImport(parts, record)) : '';
  if (open !== '') said.push(`Open findings: ${open}.`);
  const tools = record.grants.allowedTools.length;
  if (tools > 0) said.push(`${tools} allowed tool${tools === 1 ? ' isn’t' : 's aren’t'} imported.`);
  if (record.expiresAt !== null && !(Date.parse(record.expiresAt) > parts.clock.now()))
    said.push('Has expired.');
  return said.join(' ');
}
