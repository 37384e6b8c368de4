import { linkTo } from '../../shared/link.ts';
import { parseUrl } from '../../shared/url.ts';
import { isTicket } from './credentials.ts';

/** Survives a reload: how far forward the browser's history goes. */
const farthestPlace = 'skillgate-farthest';

/** How many steps a history entry is from the window's first page. */
const stepOf = (state: unknown): number | null => {
  const at: unknown = typeof state === 'object' && state !== null && Reflect.get(state, 'at');
  return typeof at === 'number' ? at : null;
};

/** The history that the store expects; see `Trail` there. */
export interface PageTrail {
  readonly start: string;
  readonly push: (address: string) => void;
  readonly replace: (address: string) => void;
  readonly step: (by: 1 | -1) => void;
  readonly reach: () => { readonly back: boolean; readonly forward: boolean };
  readonly onMove: (listener: (address: string) => void) => () => void;
  readonly link: (address: string) => string;
}

/**
 * The browser's history as a trail. Addresses live in the fragment, so a reload, the back button
 * and a copied address work, and nothing is sent anywhere.
 */
export function pageTrail(
  page: Pick<Window, 'location' | 'history' | 'addEventListener'>,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): PageTrail {
  const listeners = new Set<(address: string) => void>();
  const { history, location } = page;
  let address = location.hash.slice(1);
  const known = stepOf(history.state);
  let at = known ?? 0;
  let farthest = known === null ? 0 : Math.max(at, Number(storage.getItem(farthestPlace)) || 0);
  if (known === null) history.replaceState({ at }, '');

  const stand = (how: 'pushState' | 'replaceState', step: number, to: string): void => {
    at = step;
    address = to;
    storage.setItem(farthestPlace, String(farthest));
    history[how]({ at }, '', `#${to}`);
  };
  const moved = (): void => {
    const step = stepOf(history.state);
    // An entry without a step number means that someone typed an address over this one.
    if (step === null) {
      farthest = at + 1;
      stand('replaceState', farthest, location.hash.slice(1));
    } else {
      at = step;
      address = location.hash.slice(1);
    }
    for (const listener of listeners) listener(address);
  };
  page.addEventListener('popstate', () => {
    if (!isTicket(location.hash)) moved();
  });
  // A ticket isn't an address in the app. It was already taken out, so stay on the page.
  page.addEventListener('hashchange', (event) => {
    if (!isTicket(parseUrl(event.newURL)?.hash ?? '')) return;
    farthest = at + 1;
    stand('replaceState', farthest, address);
  });

  return {
    start: address,
    push: (to) => {
      farthest = at + 1;
      stand('pushState', farthest, to);
    },
    replace: (to) => stand('replaceState', at, to),
    step: (by) => history.go(by),
    reach: () => ({ back: at > 0, forward: at < farthest }),
    onMove: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    // In a browser, the page's own address opens it; a desktop window's address works only there.
    link: (to) => (location.protocol === 'app:' ? linkTo(to) : `${location.origin}/#${to}`),
  };
}
