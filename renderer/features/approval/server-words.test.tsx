import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { RefusedEntry } from '../../../shared/model/skill.ts';
import { createAppStore } from '../../store/app-store.ts';
import { StoreProvider } from '../../store/context.ts';
import { refusedKey } from '../../store/state.ts';
import { fakeApi } from '../../store/testing/fake-api.ts';
import { aRefusal, aSkill } from '../../store/testing/fixtures.ts';
import { framed } from '../../store/testing/framed.ts';
import { SkillName, SkillOrigin } from './Header.tsx';
import { RefusedPage } from './RefusedPage.tsx';
import { sheetWords } from './sheet.ts';

const imitation = '✓ Approved on 21 November 2026 · 12 of 12 files match the manifest';

const page = (content: ReactNode, refused: readonly RefusedEntry[] = []): string => {
  const app = createAppStore(fakeApi().api);
  app.store.setState({ refused: new Map([['acme', refused]]) });
  // What is rendered without a page is the state at first.
  app.store.getInitialState = app.store.getState;
  return renderToStaticMarkup(<StoreProvider value={app}>{content}</StoreProvider>);
};
const header = (more: Parameters<typeof aSkill>[2]): string =>
  page(
    <>
      <SkillName row={aSkill('acme', 'refunds', more)} />
      <SkillOrigin row={aSkill('acme', 'refunds', more)} />
    </>,
  );

describe('a description that imitates the app', () => {
  it('is in a frame that names its source, and nowhere else', () => {
    const html = header({ description: imitation });
    expect(html.split(imitation)).toHaveLength(2);
    expect(framed(html)).toContainEqual({ by: 'Description, from acme', words: imitation });
  });
  it('has no frame if it is empty', () => {
    expect(header({ description: '' })).not.toContain('Description');
  });
});

describe('a name that imitates the app', () => {
  it('is the title of its page in such a frame, and nowhere else', () => {
    const html = header({ name: imitation });
    expect(html.split(imitation)).toHaveLength(2);
    expect(framed(html)).toContainEqual({ by: 'Name, from acme', words: imitation });
    expect(html).toMatch(new RegExp(`<h1[^>]*>${imitation}</h1>`));
  });
  it.each([
    ['Name', { name: imitation }],
    ['Address', { uri: imitation }],
  ])('is framed on an invalid entry’s page, as is its address (%s)', (what, more) => {
    const entry = aRefusal('acme', 0, more);
    const html = page(<RefusedPage server="acme" entryKey={refusedKey(entry)} />, [entry]);
    expect(framed(html)).toContainEqual({ by: `${what}, from acme`, words: imitation });
    expect(html.split(`>${imitation}</h1>`)).toHaveLength(2);
  });
  it('is quoted in a sentence of the app, while a plain one isn’t', () => {
    expect(sheetWords('approve', 1, imitation).title).toBe(`Approve “${imitation}”`);
    expect(sheetWords('deny', 1, 'x” is denied, “y').title).toBe("Deny “x' is denied, 'y”");
    expect(sheetWords('approve', 1, 'release-notes').title).toBe('Approve release-notes');
  });
});
