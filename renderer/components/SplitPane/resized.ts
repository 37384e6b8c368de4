const step = 16;

/** The new size in pixels after a key on the separator; null for other keys. */
export function resized(
  key: string,
  direction: 'row' | 'column',
  size: number,
  min: number,
  max: number,
): number | null {
  const [less, more] = direction === 'row' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowDown', 'ArrowUp'];
  if (key === less) return Math.max(min, size - step);
  if (key === more) return Math.min(max, size + step);
  if (key === 'Home') return min;
  if (key === 'End') return max;
  return null;
}
