import { linkTo } from '../../shared/link.ts';
import { parseUrl } from '../../shared/url.ts';
import { isTicket } from './credentials.ts';

/** Kept through a reload: how far forward the platform's history goes. */
const farthestPlace = 'skillgate-farthest';

/** How many steps from the first place of this window an entry of the history is. */
const stepOf = (state: unknown): number | null => {
  const at: unknown = typeof state === 'object' && state !== null && Reflect.get(state, 'at');
  return typeof at === 'number' ? at : null;
};

/** As the store wants one; see `Trail` there. */
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
 * The platform's own history as a trail: addresses stand in the fragment, so that a reload, the
 * browser's buttons and a copied address work, and nothing of them is ever sent anywhere.
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
    // An entry without a step was made by somebody else's hands: an address typed over this one.
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
  // A ticket is no place: whoever takes it has taken it out by now, and the person stays.
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
    // In a browser the page's own address opens it; the window's is known to itself alone.
    link: (to) => (location.protocol === 'app:' ? linkTo(to) : `${location.origin}/#${to}`),
  };
}
