import { describe, expect, it } from 'vitest';
import { resized } from './SplitPane.tsx';

describe('a separator', () => {
  it('moves with the arrow of its own axis and stops at its bounds', () => {
    expect(resized('ArrowRight', 'row', 300, 180, 640)).toBe(316);
    expect(resized('ArrowLeft', 'row', 185, 180, 640)).toBe(180);
    expect(resized('ArrowUp', 'column', 795, 80, 800)).toBe(800);
    expect(resized('End', 'row', 300, 180, 640)).toBe(640);
    expect(resized('Home', 'column', 300, 80, 800)).toBe(80);
  });
  it('leaves every other key alone', () => {
    expect(resized('ArrowUp', 'row', 300, 180, 640)).toBeNull();
    expect(resized('a', 'column', 300, 80, 800)).toBeNull();
  });
});
