import { describe, expect, it } from 'vitest';
import { sessionStore } from './credentials.ts';
import { pageTrail } from './page-trail.ts';

/** A window with a history as browsers keep it, told of steps at once. */
function aWindow(start: string, entries: { hash: string; state: unknown }[] = [], at = 0) {
  if (entries.length === 0) entries.push({ hash: start, state: null });
  const listeners = new Map<string, ((event: { newURL: string }) => void)[]>();
  const origin = 'http://127.0.0.1:8080';
  const here = () => entries[at] ?? { hash: '', state: null };
  const tell = (type: string) => {
    const event = { newURL: `${origin}/${here().hash}` };
    for (const listener of listeners.get(type) ?? []) listener(event);
  };
  const hashOf = (url: string | undefined) => (url === undefined ? here().hash : url);
  const page = {
    location: {
      get hash() {
        return here().hash;
      },
      protocol: 'http:',
      origin,
    },
    history: {
      get state() {
        return here().state;
      },
      pushState: (state: unknown, _: string, url: string) => {
        entries.splice(at + 1, Infinity, { hash: url, state });
        at += 1;
      },
      replaceState: (state: unknown, _: string, url?: string) => {
        entries[at] = { hash: hashOf(url), state };
      },
      go: (by: number) => {
        if (entries[at + by] === undefined) return;
        at += by;
        tell('popstate');
      },
    },
    addEventListener: (type: string, listener: (event: { newURL: string }) => void) =>
      listeners.set(type, [...(listeners.get(type) ?? []), listener]),
  };
  return {
    page: page as unknown as Window,
    typed: (hash: string) => {
      entries.splice(at + 1, Infinity, { hash, state: null });
      at += 1;
      tell('popstate');
      tell('hashchange');
    },
    reload: () => aWindow('', entries, at),
    hash: () => here().hash,
  };
}
const store = () => sessionStore({} as Window);

describe('the trail of a page', () => {
  it('writes each page into the address, and steps through them both ways', () => {
    const window = aWindow('');
    const trail = pageTrail(window.page, store());
    const heard: string[] = [];
    trail.onMove((address) => heard.push(address));
    expect(trail.start).toBe('');
    expect(trail.reach()).toEqual({ back: false, forward: false });
    trail.push('/acme');
    trail.push('/acme/skill/a');
    trail.replace('/acme/skill/a/source');
    expect(window.hash()).toBe('#/acme/skill/a/source');
    trail.step(-1);
    trail.step(-1);
    trail.step(-1);
    expect(heard).toEqual(['/acme', '']);
    expect(trail.reach()).toEqual({ back: false, forward: true });
    trail.step(1);
    trail.step(1);
    expect(heard.at(-1)).toBe('/acme/skill/a/source');
    expect(trail.reach()).toEqual({ back: true, forward: false });
    trail.step(-1);
    trail.push('/docs');
    expect(trail.reach()).toEqual({ back: true, forward: false });
  });

  it('knows its position and the pages ahead after a reload', () => {
    const window = aWindow('');
    const kept = store();
    const trail = pageTrail(window.page, kept);
    trail.push('/acme');
    trail.push('/docs');
    trail.step(-1);
    const again = pageTrail(window.reload().page, kept);
    expect(again.start).toBe('/acme');
    expect(again.reach()).toEqual({ back: true, forward: true });
  });

  it('treats an address typed over the current one as a step forward', () => {
    const window = aWindow('');
    const trail = pageTrail(window.page, store());
    const heard: string[] = [];
    trail.onMove((address) => heard.push(address));
    trail.push('/acme');
    window.typed('#/docs');
    expect(heard).toEqual(['/docs']);
    expect(trail.reach()).toEqual({ back: true, forward: false });
    trail.step(-1);
    expect(heard.at(-1)).toBe('/acme');
  });

  it('stays on the page when the person arrives with another ticket', () => {
    const window = aWindow('');
    // As the one who takes tickets does, before the trail hears of it.
    window.page.addEventListener('hashchange', () => {
      if (window.hash().startsWith('#ticket=')) window.page.history.replaceState(null, '', '');
    });
    const trail = pageTrail(window.page, store());
    const heard: string[] = [];
    trail.onMove((address) => heard.push(address));
    trail.push('/acme');
    window.typed('#ticket=abc');
    expect(heard).toEqual([]);
    expect(window.hash()).toBe('#/acme');
    window.typed('#ticket=a%20b');
    expect(heard).toEqual(['ticket=a%20b']);
  });

  it('creates a link that a second window opens', () => {
    const window = aWindow('');
    expect(pageTrail(window.page, store()).link('/acme')).toBe('http://127.0.0.1:8080/#/acme');
    const own = { ...window.page, location: { ...window.page.location, protocol: 'app:' } };
    expect(pageTrail(own as unknown as Window, store()).link('/acme')).toBe(
      'skillgate://open#/acme',
    );
  });
});
