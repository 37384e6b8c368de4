import { useEffect, useState } from 'react';

/** Time for a person to notice that the content changed, in ms. */
const glance = 1500;

/**
 * Whether this has been the same on screen for long enough to be seen. The attacker is a server that
 * swaps once more in the moment of the click on what was there before.
 */
export function useRested(what: string): boolean {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(what), glance);
    return () => clearTimeout(timer);
  }, [what]);
  return rested === what;
}
