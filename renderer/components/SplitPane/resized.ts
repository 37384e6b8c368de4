const step = 16;

/** The new size after a key on the separator, or null when the key is not its business. Pixels. */
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
