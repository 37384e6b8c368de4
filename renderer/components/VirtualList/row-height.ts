import { useLayoutEffect, useState } from 'react';

const pixels = (rem: number) =>
  Math.round(rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize));

/** Pixels per `rem` now: virtual rows need a number, and the person may have enlarged the text. */
export function useRowHeight(rem: number): number {
  const [height, setHeight] = useState(() => pixels(rem));
  useLayoutEffect(() => {
    const measure = () => setHeight(pixels(rem));
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [rem]);
  return height;
}
