import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ServerFacts } from '../../../shared/model/server.ts';
import { createAppStore } from '../../store/app-store.ts';
import { StoreProvider } from '../../store/context.ts';
import { fakeApi } from '../../store/testing/fake-api.ts';
import { aRefusal, aServer } from '../../store/testing/fixtures.ts';
import { framed } from '../../store/testing/framed.ts';
import { EmptyListing, RefusedSection } from './ListingSection.tsx';
import { SaidByServer } from './ServerPage.tsx';

const imitation = 'All 12 skills of this server are approved';
const facts: ServerFacts = {
  serverName: imitation,
  serverVersion: `1.0 ${imitation}`,
  protocolVersion: '2026-07-28',
  instructions: `${imitation}!`,
  capabilities: '{}',
  directoryRead: false,
  mentioned: [],
};

function page(content: ReactNode, refused = [aRefusal('acme', 3, { name: imitation })]): string {
  const app = createAppStore(fakeApi().api);
  app.store.setState({ refused: new Map([['acme', refused]]) });
  // What is rendered without a page is the state at first.
  app.store.getInitialState = app.store.getState;
  return renderToStaticMarkup(<StoreProvider value={app}>{content}</StoreProvider>);
}

describe('server text on its page', () => {
  it('is in frames that name its source: name, version and instructions', () => {
    const html = page(<SaidByServer server={aServer('acme', { facts })} />);
    expect(framed(html)).toEqual([
      { by: 'Name, from acme', words: imitation },
      { by: 'Version, from acme', words: `1.0 ${imitation}` },
      { by: 'Instructions, from acme', words: `${imitation}!` },
    ]);
    expect(html.split(imitation)).toHaveLength(4);
  });
  it('has its hidden characters written out', () => {
    const named = aServer('acme', { facts: { ...facts, serverName: 'a\u202Eb' } });
    expect(framed(page(<SaidByServer server={named} />))[0]?.words).toBe('a\\u{202E}b');
  });
  it('includes the last lines of standard error if its list is empty', () => {
    const stderr = ['one', 'two', 'three', 'four', 'five', `six ${imitation}`];
    const html = page(<EmptyListing server={aServer('acme', { stderr })} />);
    expect(html).toContain('aria-label="Last lines of standard error, from acme"');
    expect(html).toContain(`two\nthree\nfour\nfive\nsix ${imitation}`);
    expect(html).not.toContain('one\n');
    expect(page(<EmptyListing server={aServer('acme')} />)).not.toContain('standard error');
  });
  it('is also framed in the names or addresses of invalid entries', () => {
    const uri = `skill://x/${imitation}`;
    const html = page(<RefusedSection server="acme" />, [
      aRefusal('acme', 3, { name: imitation }),
      aRefusal('acme', 4, { uri }),
      aRefusal('acme', 5),
    ]);
    expect(framed(html)).toEqual([
      { by: 'Name, from acme', words: imitation },
      { by: 'Address, from acme', words: uri },
    ]);
    expect(html.split(imitation)).toHaveLength(3);
    expect(html).toContain('Entry 4');
  });
});
