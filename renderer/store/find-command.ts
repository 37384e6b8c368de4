import { useMemo } from 'react';
import { useCommands } from './context.ts';

/** Registers Ctrl+F for the text on screen. `run` must not change between renderings. */
export function useFindCommand(title: string, run: () => void): void {
  useCommands(
    useMemo(
      () => [{ id: 'find', icon: 'search' as const, title, group: 'Move', key: 'mod+f', run }],
      [title, run],
    ),
  );
}
