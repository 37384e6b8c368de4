import type { RequestHandlers } from '../../../shared/contract.ts';
import { appHandlers, hostHandlers, signInHandlers } from './hosts.ts';
import { logHandlers } from './log.ts';
import { type HandlerOptions, good, bad, reply, unconfirmed, lookups } from './lookups.ts';
import { skillHandlers } from './skills.ts';
import {
  addFolder,
  addSampleServer,
  addServer,
  allowStart,
  removeServer,
  setServerEnabled,
  openServer,
  updateServer,
  viewStart,
} from '../../engine/servers/configure.ts';
import { checkedView, exportReport, startCheck } from '../../engine/conformance/check.ts';
import { fault } from '../../engine/options.ts';
import {
  applyImports,
  createPendingImports,
  findImports,
  previewPasted,
} from '../../engine/servers/import.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { listWithProgress } from '../../engine/servers/roster.ts';
import { applyBundle, imported, type PendingBundles } from '../../engine/deciding/bundles/apply.ts';
import { exportBundle, exported } from '../../engine/deciding/bundles/export.ts';
import { previewBundle } from '../../engine/deciding/bundles/preview.ts';
import { decideMany, undoMany } from '../../engine/deciding/decide-many.ts';
import { decideSkills } from '../../engine/deciding/decide.ts';
import { recoverDecisions } from '../../engine/deciding/recover.ts';
import { forgetEverything } from '../../engine/deciding/forget.ts';
import { auditPage, auditText, historyOf } from '../../engine/deciding/history.ts';
import { tracked } from '../../engine/operations.ts';
import { undoDecisions } from '../../engine/deciding/undo.ts';

export type { HandlerOptions } from './lookups.ts';

/** One handler per request of the contract; a missing one does not compile. */
export function createHandlers(options: HandlerOptions): RequestHandlers {
  const { parts } = options;
  return {
    ...appHandlers(options),
    ...serverHandlers(parts),
    ...signInHandlers(options),
    ...skillHandlers(parts),
    ...decisionHandlers(parts),
    ...hostHandlers(parts),
    ...logHandlers(parts),
  };
}

/** Requests about servers and whether Skillgate may contact them. */
export function serverHandlers(parts: AppContext) {
  const { onServer } = lookups(parts);
  const pending = createPendingImports();
  return {
    addServer: async ({ label, server, inTheClear }) =>
      reply(await addServer(parts, label, server, { connect: true, inTheClear })),
    updateServer: async ({ label, newLabel, server, openedOn, inTheClear }) =>
      reply(await updateServer(parts, label, newLabel, server, { openedOn, inTheClear })),
    removeServer: async (input) =>
      reply(
        await removeServer(parts, input.server, {
          decisions: input.forgetDecisions,
          cache: input.forgetCache,
        }),
      ),
    getStderr: (input) =>
      onServer(input.server, async (server) =>
        good({ lines: [...parts.links.stderr(server)], lost: parts.links.stderrLost(server) }),
      ),
    checkServer: (input) =>
      onServer(input.server, async (server) =>
        good({ operationId: startCheck(parts, server, input.isFresh).operationId }),
      ),
    getReport: (input) =>
      onServer(input.server, async (server) => good(checkedView(parts, server))),
    exportReport: (input) =>
      onServer(input.server, async (server) => reply(exportReport(parts, server, input.format))),
    setServerEnabled: async (input) =>
      reply(await setServerEnabled(parts, input.server, input.enabled)),
    viewStart: async (input, caller) => {
      const view = await viewStart(parts, input.server);
      return view.ok
        ? good({ ...view.value, challenge: caller.challenge('allowStart') })
        : bad(view.error);
    },
    allowStart: async ({ server, fingerprint, proof }, caller) =>
      caller.confirms({ request: 'allowStart', server, fingerprint }, proof)
        ? reply(await allowStart(parts, server, fingerprint))
        : unconfirmed,
    reconnectServer: (input) =>
      onServer(input.server, async (server) => {
        void openServer(parts, server);
        return good({});
      }),
    findFolders: async () => good([...((await parts.folders?.found()) ?? [])]),
    addFolder: async ({ path }) => reply(await addFolder(parts, path)),
    addSampleServer: async () => reply(await addSampleServer(parts)),
    previewPaste: async ({ text }) => good(await previewPasted(parts, pending, text)),
    findImports: async () => good(await findImports(parts, pending)),
    applyImport: async ({ importId, labels, given, inTheClear }) =>
      reply(await applyImports(parts, pending, [{ importId, labels, given }], { inTheClear })),
    refreshServer: (input) =>
      onServer(input.server, async (server) => {
        if (!parts.links.isOpen(server))
          return bad(fault('not-connected', 'The server isn’t connected. Reconnect first.'));
        return good({ operationId: listWithProgress(parts, server).operationId });
      }),
  } satisfies Partial<RequestHandlers>;
}

/** Decisions, their history, and bundles of them. */
export function decisionHandlers(parts: AppContext) {
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
    recoverDecisions: async ({ copy }) => reply(await recoverDecisions(parts, copy)),
    clearAll: async () => reply(await forgetEverything(parts)),
  } satisfies Partial<RequestHandlers>;
}

/** The one server that all of them belong to; null if there are several. */
function onlyServerOf(items: readonly { readonly server: string }[]): string | null {
  const [first] = items;
  return first !== undefined && items.every(({ server }) => server === first.server)
    ? first.server
    : null;
}
