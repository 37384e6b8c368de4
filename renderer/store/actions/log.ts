import type { RendererApi } from '../../../shared/contract.ts';
import type { SoughtExchange } from '../../../shared/model/log.ts';
import { doubtWords } from '../exchange-doubt.ts';
import type { PlaceActions } from './places.ts';
import type { SurfaceActions } from './surfaces.ts';

/** Links from facts about a server to the exchange that shows them. */
export function logActions(
  api: RendererApi,
  { toast }: Pick<SurfaceActions, 'toast'>,
  { openProtocol }: Pick<PlaceActions, 'openProtocol'>,
  isFolder: (server: string) => boolean,
) {
  return {
    /** Shows the exchange that something is based on, or says why it's missing. */
    showExchange: async (sought: SoughtExchange): Promise<void> => {
      if (isFolder(sought.server))
        return toast('info', 'Skillgate read this from the disk, so there’s no exchange.', {
          about: 'exchange',
        });
      const found = await api.findExchange(sought);
      if (!found.ok) return toast('bad', found.error.message, { about: 'exchange' });
      const { row, doubt } = found.value;
      if (row !== null) openProtocol(row);
      if (doubt !== null)
        toast('warn', doubtWords(sought.of, doubt, row !== null), { about: 'exchange' });
    },
  };
}
