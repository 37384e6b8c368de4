import type { Api } from '../../../shared/contract.ts';
import type { PlaceActions } from './places.ts';
import type { SurfaceActions } from './surfaces.ts';

/** Ways from what a server is said to have done to where it did it. */
export function logActions(
  api: Api,
  { toast }: Pick<SurfaceActions, 'toast'>,
  { openProtocol }: Pick<PlaceActions, 'openProtocol'>,
) {
  return {
    /** Shows the exchange that a file was read in, or in which an entry came. */
    showExchange: async (server: string, uri: string, of: 'read' | 'entry'): Promise<void> => {
      const found = await api.findExchange({ server, uri, of });
      if (!found.ok) return toast('bad', found.error.message);
      const { row } = found.value;
      if (row === null) return toast('warn', 'The exchange is not in the log, or not any more.');
      openProtocol(row);
    },
  };
}
