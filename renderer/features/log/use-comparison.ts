import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * The row that the chosen one is compared with. Its functions stay the same, because rows keep
 * those that they were first drawn with. `source`: the opened file, null for the live log.
 */
export function useComparison(
  source: string | null,
  chosen: number | null,
  choose: (row: number | null) => void,
) {
  const [base, setBase] = useState<number | null>(null);
  const current = useRef(chosen);
  useEffect(() => {
    current.current = chosen;
  }, [chosen]);
  // Ids from one log name different rows in another.
  useEffect(() => setBase(null), [source]);
  const chooseSecond = useCallback(
    (row: number): void => {
      const first = current.current;
      setBase((before) => before ?? first);
      choose(row);
    },
    [choose],
  );
  return { base, setBase, chooseSecond, isComparing: isPair(base, chosen) };
}

const isPair = (base: number | null, chosen: number | null): boolean =>
  base !== null && chosen !== null && base !== chosen;
