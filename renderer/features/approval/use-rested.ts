import { useEffect, useState } from 'react';

/** Time that a person needs to notice a change, in ms. */
const glance = 1500;

/**
 * Whether this has stayed unchanged on screen long enough to be seen. A server can swap once more
 * at the moment of the click.
 */
export function useRested(what: string): boolean {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(what), glance);
    return () => clearTimeout(timer);
  }, [what]);
  return rested === what;
}
