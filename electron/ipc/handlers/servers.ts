import type { RequestHandlers } from '../../../shared/contract.ts';
import {
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
import { fault } from '../../engine/errors.ts';
import {
  applyImport,
  createPendingImports,
  findImports,
  previewPasted,
} from '../../engine/servers/import.ts';
import type { EngineParts } from '../../engine/parts.ts';
import { listWithProgress } from '../../engine/servers/roster.ts';
import { good, bad, reply, unconfirmed } from './replies.ts';
import { lookups } from './lookups.ts';

/** Requests about servers and whether Skillgate may contact them. */
export function serverHandlers(
  parts: EngineParts,
): Pick<
  RequestHandlers,
  | 'addServer'
  | 'updateServer'
  | 'removeServer'
  | 'setServerEnabled'
  | 'viewStart'
  | 'allowStart'
  | 'reconnectServer'
  | 'addSampleServer'
  | 'previewPaste'
  | 'findImports'
  | 'applyImport'
  | 'refreshServer'
  | 'getStderr'
  | 'checkServer'
  | 'getReport'
  | 'exportReport'
> {
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
        good({ operationId: startCheck(parts, server, input.anew).operationId }),
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
    addSampleServer: async () => reply(await addSampleServer(parts)),
    previewPaste: async ({ text }) => good(await previewPasted(parts, pending, text)),
    findImports: async () => good(await findImports(parts, pending)),
    applyImport: async ({ importId, labels, given, inTheClear }) =>
      reply(await applyImport(parts, pending, importId, labels, { given, inTheClear })),
    refreshServer: (input) =>
      onServer(input.server, async (server) => {
        if (!parts.links.isOpen(server))
          return bad(fault('not-connected', 'The server isn’t connected. Reconnect first.'));
        return good({ operationId: listWithProgress(parts, server).operationId });
      }),
  };
}
