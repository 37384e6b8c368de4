import type { RequestHandlers } from '../../../shared/contract.ts';
import { settingsSchema } from '../../../shared/model/settings.ts';
import { snapshotOf } from '../../engine/application.ts';
import { fault } from '../../engine/errors.ts';
import { parseUrl } from '../../../shared/url.ts';
import { good, bad } from './replies.ts';
import type { HandlerOptions } from './options.ts';

/** Requests about the app itself: startup, work in progress, settings, and what its shell does. */
export function appHandlers(options: HandlerOptions) {
  const { parts, seq, about, openExternal } = options;

  return {
    getSnapshot: async () => good(snapshotOf(parts, seq(), about)),
    cancel: async ({ operationId }) =>
      parts.operations.cancel(operationId)
        ? good({})
        : bad(fault('not-found', 'This task has already ended.')),
    closeResult: async ({ operationId }) =>
      parts.operations.close(operationId)
        ? good({})
        : bad(fault('not-found', 'This result is no longer available.')),
    saveSettings: async (change) => {
      const next = settingsSchema.parse({ ...parts.settings.current, ...change });
      parts.settings.current = next;
      parts.publish({ type: 'settings', settings: next });
      const saved = await parts.settingsStore.save(next);
      return saved.ok ? good(next) : bad(fault('store', 'Couldn’t save the settings.'));
    },
    saveFile: async ({ name, text }) => {
      const saved = await options.saveFile(name, text);
      return saved.ok ? good({ saved: saved.value }) : bad(fault('store', saved.error));
    },
    chooseFolder: async () => good({ path: await options.chooseFolder() }),
    openExternal: async ({ url }) => {
      if (parseUrl(url)?.protocol !== 'https:')
        return bad(fault('refused', 'Skillgate only opens https addresses.'));
      return good({ opened: await openExternal(url) });
    },
  } satisfies Partial<RequestHandlers>;
}
