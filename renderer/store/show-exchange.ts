import { useCallback, useMemo } from 'react';
import { useActions, useCommands } from './context.ts';

/**
 * The way, by `X` and by a button, to the exchange that a file was read in or in which an entry came.
 */
export function useShowExchange(server: string, uri: string, of: 'read' | 'entry'): () => void {
  const { showExchange } = useActions();
  const show = useCallback(
    () => void showExchange(server, uri, of),
    [server, uri, of, showExchange],
  );
  const commands = useMemo(
    () => [
      {
        id: 'show-exchange',
        icon: 'terminal' as const,
        title: 'Show the exchange',
        group: 'Skill',
        key: 'x',
        letter: true,
        run: show,
      },
    ],
    [show],
  );
  useCommands(commands);
  return show;
}
