import type { Handlers } from '../../../shared/contract.ts';
import {
  addSampleServer,
  addServer,
  allowStart,
  removeServer,
  setServerEnabled,
  openServer,
  updateServer,
  viewStart,
} from '../../usecases/servers/configure.ts';
import { fault } from '../../usecases/errors.ts';
import {
  applyImport,
  createPendingImports,
  findImports,
  previewPasted,
} from '../../usecases/servers/import.ts';
import type { Parts } from '../../usecases/parts.ts';
import { listWithProgress } from '../../usecases/servers/roster.ts';
import { good, bad, reply, unconfirmed } from './replies.ts';
import { lookups } from './lookups.ts';

/** Which servers there are, and whether they may be contacted. */
export function serverHandlers(
  parts: Parts,
): Pick<
  Handlers,
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
> {
  const { onServer } = lookups(parts);
  const pending = createPendingImports();
  return {
    addServer: async ({ label, server }) => reply(await addServer(parts, label, server)),
    updateServer: async ({ label, newLabel, server }) =>
      reply(await updateServer(parts, label, newLabel, server)),
    removeServer: async (input) =>
      reply(
        await removeServer(parts, input.server, {
          decisions: input.forgetDecisions,
          cache: input.forgetCache,
        }),
      ),
    setServerEnabled: async (input) =>
      reply(await setServerEnabled(parts, input.server, input.enabled)),
    viewStart: async (input, caller) => {
      const view = viewStart(parts, input.server);
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
    applyImport: async ({ importId, labels }) =>
      reply(await applyImport(parts, pending, importId, labels)),
    refreshServer: (input) =>
      onServer(input.server, async (server) => {
        if (!parts.links.isOpen(server))
          return bad(fault('not-connected', 'The server is not connected; reconnect first.'));
        return good({ operationId: listWithProgress(parts, server).operationId });
      }),
  };
}
