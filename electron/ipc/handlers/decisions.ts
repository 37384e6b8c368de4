import type { RequestHandlers } from '../../../shared/contract.ts';
import { applyBundle } from '../../engine/deciding/bundles/apply.ts';
import type { PendingBundles } from '../../engine/deciding/bundles/bundle.ts';
import { exported, imported } from '../../engine/deciding/bundles/ended-decision.ts';
import { exportBundle } from '../../engine/deciding/bundles/export.ts';
import { previewBundle } from '../../engine/deciding/bundles/preview.ts';
import { decideMany, undoMany } from '../../engine/deciding/decide-many.ts';
import { decideSkills } from '../../engine/deciding/decide.ts';
import { forgetEverything } from '../../engine/deciding/forget.ts';
import { auditPage, auditText, historyOf } from '../../engine/deciding/history.ts';
import { tracked } from '../../engine/operations.ts';
import { undoDecisions } from '../../engine/deciding/undo.ts';
import type { EngineParts } from '../../engine/parts.ts';
import { fault } from '../../engine/errors.ts';
import { bad, good, reply, unconfirmed } from './replies.ts';

/** Decisions, their history, and bundles of them. */
export function decisionHandlers(
  parts: EngineParts,
): Pick<
  RequestHandlers,
  | 'approve'
  | 'deny'
  | 'revoke'
  | 'allowSession'
  | 'decideMany'
  | 'undoMany'
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
    decideMany: async ({ action, items, note, expiresAt }) => {
      const { operationId } = parts.operations.start(
        { kind: action, server: onlyServerOf(items), total: items.length },
        (signal, progress) =>
          decideMany(parts, items, { action, note, expiresAt }, signal, progress),
      );
      return good({ operationId });
    },
    undoMany: async ({ operationId: of }) => {
      const items = parts.operations.takeUndo(of);
      if (items === null) return bad(fault('not-found', 'This can no longer be undone.'));
      const { operationId } = parts.operations.start(
        { kind: 'undo', server: onlyServerOf(items), total: items.length },
        (signal, progress) => undoMany(parts, items, signal, progress),
      );
      return good({ operationId });
    },
    undo: async ({ items }) => good(await undoDecisions(parts, items)),
    getHistory: async ({ server, uri }) => reply(await historyOf(parts, server, uri)),
    getAudit: async ({ before, limit, ...filter }) =>
      reply(await auditPage(parts, filter, before, limit)),
    exportAudit: async (filter) => reply(await auditText(parts, filter)),
    exportBundle: async ({ items }) =>
      reply(
        await tracked(
          parts.operations,
          { kind: 'export', total: items.length, stoppable: false },
          () => exportBundle(parts, items),
          (made) => exported(made, items.length),
        ),
      ),
    previewBundle: async ({ text }, caller) =>
      good({
        ...(await previewBundle(parts, bundles, text)),
        challenge: caller.challenge('trustKey'),
      }),
    applyBundle: async ({ bundleId, trustKey, older }, caller) =>
      trustKey === null || caller.confirms({ request: 'trustKey', bundleId }, trustKey)
        ? reply(
            await tracked(
              parts.operations,
              { kind: 'import', stoppable: false },
              () => applyBundle(parts, bundles, bundleId, { trustKey: trustKey !== null, older }),
              imported,
            ),
          )
        : unconfirmed,
    clearAll: async () => reply(await forgetEverything(parts)),
  };
}

/** The one server that all of them belong to; null if there are several. */
function onlyServerOf(items: readonly { readonly server: string }[]): string | null {
  const [first] = items;
  return first !== undefined && items.every(({ server }) => server === first.server)
    ? first.server
    : null;
}
