import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type DrawnSize, drawnOf, PictureFrame } from './Picture.tsx';

const html = (drawn: DrawnSize | undefined): string =>
  renderToStaticMarkup(
    <PictureFrame
      mediaType="image/bmp"
      path="logo.bmp"
      address="blob:x"
      drawn={drawn}
      onDrawn={() => undefined}
    />,
  );

describe('a picture', () => {
  it('counts once drawn, not before', () => {
    expect(html(undefined)).toContain('data-part="image"');
    expect(html(undefined)).not.toContain('data-at');
    expect(html({ width: 2, height: 3 })).toMatch(/data-part="image".*data-at="0-1".*2 × 3/);
  });
  it('never counts as the picture if it can’t be drawn, and says what counts instead', () => {
    const failed = html(drawnOf({ naturalWidth: 0, naturalHeight: 0 }));
    expect(failed).not.toContain('data-part="image"');
    expect(failed).not.toContain('<img');
    expect(failed).toMatch(/data-part="not drawn".*can’t be shown.*bytes/);
  });
  it.each([
    [0, 3],
    [3, 0],
  ])('of %i × %i pixels was not drawn', (naturalWidth, naturalHeight) => {
    expect(drawnOf({ naturalWidth, naturalHeight })).toBeNull();
  });
});
