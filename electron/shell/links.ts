import type { App, BrowserWindow } from 'electron';
import { addressOfLink, isLink } from '../../shared/link.ts';
import { placeChannel } from './channels.ts';
import { bringForward } from './single-instance.ts';

/** Holds links from other programs until the page can show them. */
export interface LinkQueue {
  /** The first link among a program's arguments, or null. */
  readonly take: (args: readonly string[]) => void;
  /** The address at which the next page starts; '' for the default. */
  readonly start: () => string;
  /** The page is listening now: send it what arrived meanwhile. */
  readonly loaded: (window: BrowserWindow) => void;
}

/**
 * Links open the window at a place and do nothing else. Whoever made one may be any page of the
 * web, so that nothing of it reaches the page but an address that was taken apart and put together
 * again here.
 */
export function followLinks(
  app: Pick<App, 'on'>,
  window: () => BrowserWindow | null,
  open: () => void,
): LinkQueue {
  let wanted: string | null = null;
  const listening = new WeakSet<BrowserWindow>();
  const tell = (): void => {
    const shown = window();
    if (wanted === null || shown === null || !listening.has(shown)) return;
    shown.webContents.send(placeChannel, wanted);
    wanted = null;
  };
  const follow = (link: string): void => {
    wanted = addressOfLink(link);
    tell();
  };
  app.on('open-url', (event, link) => {
    event.preventDefault();
    bringForward(window());
    follow(link);
    if (window() === null) open();
  });
  return {
    take: (args) => {
      const link = args.find(isLink);
      if (link !== undefined) follow(link);
    },
    start: () => {
      const address = wanted ?? '';
      wanted = null;
      return address;
    },
    loaded: (shown) => {
      listening.add(shown);
      tell();
    },
  };
}
