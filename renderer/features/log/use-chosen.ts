import { useCallback, useEffect, useRef, useState } from 'react';
import { useActions } from '../../store/context.ts';
import type { AppState } from '../../store/state.ts';

/**
 * The chosen row. A row of the live log (`source`: null) is chosen again when the person returns.
 * `isOwn`: the row was chosen here and doesn't need scrolling to.
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
  // Ids from one log name different rows in another.
  useEffect(() => {
    if (source !== null) setChosen(null);
  }, [source]);
  return { chosen, choose, isOwn };
}
