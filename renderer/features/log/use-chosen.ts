import { useCallback, useEffect, useRef, useState } from 'react';
import { useActions } from '../../store/context.ts';
import type { AppState } from '../../store/state.ts';

/**
 * The row in front. One of what is going on (`source`: null) is there again when the person comes back
 * to the page. `isOwn`: what is to be in front was chosen here, and needs no way to it.
 */
export function useChosen(source: string | null) {
  const { focusLog } = useActions();
  const [chosen, setChosen] = useState<number | null>(null);
  const own = useRef<AppState['logFocus']>(null);
  const choose = useCallback(
    (row: number | null): void => {
      setChosen(row);
      if (source !== null) return;
      own.current = row === null ? null : { row };
      focusLog(own.current);
    },
    [source, focusLog],
  );
  const isOwn = useCallback((named: AppState['logFocus']) => named === own.current, []);
  // Ids of one log name other rows in another.
  useEffect(() => {
    if (source !== null) setChosen(null);
  }, [source]);
  return { chosen, choose, isOwn };
}
