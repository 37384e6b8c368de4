import type { Handlers } from '../../../shared/contract.ts';
import { applyBundle } from '../../usecases/deciding/bundles/apply.ts';
import type { PendingBundles } from '../../usecases/deciding/bundles/bundle.ts';
import { exportBundle } from '../../usecases/deciding/bundles/export.ts';
import { previewBundle } from '../../usecases/deciding/bundles/preview.ts';
import { decideSkills } from '../../usecases/deciding/decide.ts';
import { forgetEverything } from '../../usecases/deciding/forget.ts';
import { auditPage, auditText, historyOf } from '../../usecases/deciding/history.ts';
import { undoDecisions } from '../../usecases/deciding/undo.ts';
import type { Parts } from '../../usecases/parts.ts';
import { good, reply, unconfirmed } from './replies.ts';

/** Decisions, their history, and bundles of them. */
export function decisionHandlers(
  parts: Parts,
): Pick<
  Handlers,
  | 'approve'
  | 'deny'
  | 'revoke'
  | 'allowSession'
  | 'undo'
  | 'getHistory'
  | 'getAudit'
  | 'exportAudit'
  | 'exportBundle'
  | 'previewBundle'
  | 'applyBundle'
  | 'clearAll'
> {
  const bundles: PendingBundles = new Map();
  return {
    approve: async ({ items, note, expiresAt }) =>
      good(await decideSkills(parts, items, { action: 'approve', note, expiresAt })),
    deny: async ({ items, note }) =>
      good(await decideSkills(parts, items, { action: 'deny', note })),
    revoke: async ({ items }) => good(await decideSkills(parts, items, { action: 'revoke' })),
    allowSession: async ({ items }) =>
      good(await decideSkills(parts, items, { action: 'session' })),
    undo: async ({ items }) => good(await undoDecisions(parts, items)),
    getHistory: async ({ server, uri }) => reply(await historyOf(parts, server, uri)),
    getAudit: async ({ before, limit, ...filter }) =>
      reply(await auditPage(parts, filter, before, limit)),
    exportAudit: async (filter) => reply(await auditText(parts, filter)),
    exportBundle: async ({ items }) => reply(await exportBundle(parts, items)),
    previewBundle: async ({ text }, caller) =>
      good({
        ...(await previewBundle(parts, bundles, text)),
        challenge: caller.challenge('trustKey'),
      }),
    applyBundle: async ({ bundleId, trustKey, older }, caller) =>
      trustKey === null || caller.confirms({ request: 'trustKey', bundleId }, trustKey)
        ? reply(await applyBundle(parts, bundles, bundleId, { trustKey: trustKey !== null, older }))
        : unconfirmed,
    clearAll: async () => reply(await forgetEverything(parts)),
  };
}
