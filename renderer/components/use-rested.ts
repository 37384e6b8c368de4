import { useEffect, useState } from 'react';

/** Time that a person needs to notice a change, in ms. */
export const glance = 1500;

/**
 * Whether this has stayed unchanged on screen long enough to be seen. A server can swap once more
 * at the moment of the click.
 */
export function useRested(what: string): boolean {
  const [rested, setRested] = useState<string | null>(null);
  useRest(what, setRested);
  return rested === what;
}

/**
 * The same for something that the person opened: the first value needs no rest, but each later one
 * does. Null while it isn't known.
 */
export function useSteady(what: string | null): boolean {
  const [rested, setRested] = useState<string | null>(null);
  if (rested === null && what !== null) setRested(what);
  useRest(what, setRested);
  return what !== null && (rested ?? what) === what;
}

function useRest(what: string | null, onRest: (what: string) => void): void {
  useEffect(() => {
    if (what === null) return undefined;
    const timer = setTimeout(() => onRest(what), glance);
    return () => clearTimeout(timer);
  }, [what, onRest]);
}
