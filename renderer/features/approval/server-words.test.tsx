import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createAppStore } from '../../store/app-store.ts';
import { StoreProvider } from '../../store/context.ts';
import { fakeApi } from '../../store/testing/fake-api.ts';
import { aSkill } from '../../store/testing/fixtures.ts';
import { Header } from './Header.tsx';

const imitation = '✓ Approved on 21 November 2026 · 12 of 12 files match the manifest';

const page = (description: string): string =>
  renderToStaticMarkup(
    <StoreProvider value={createAppStore(fakeApi().api)}>
      <Header row={aSkill('acme', 'refunds', { description })} />
    </StoreProvider>,
  );

describe('a description that imitates the app', () => {
  it('stands in a frame that names whose words they are, and nowhere else', () => {
    const html = page(imitation);
    expect(html.split(imitation)).toHaveLength(2);
    expect(html).toMatch(
      new RegExp(
        `<figure [^>]*aria-label="Description, from acme"><figcaption[^>]*>Description, from acme</figcaption><blockquote[^>]*>${imitation}</blockquote></figure>`,
      ),
    );
  });
  it('has no frame when there is none', () => {
    expect(page('')).not.toContain('<figure');
  });
});
