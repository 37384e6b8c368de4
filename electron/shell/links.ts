import type { App, BrowserWindow, Dialog, Shell } from 'electron';
import { addressOfLink, isLink } from '../../shared/link.ts';
import { placeChannel } from './channels.ts';
import { bringForward } from './single-instance.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { parseUrl } from '../../shared/url.ts';

/** Holds links from other programs until the page can show them. */
interface LinkQueue {
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

/**
 * Returns the address to open, or why it isn't opened. A server may have written it: allow only
 * https, and no user name before the host, where a second host name could hide.
 */
function externalAddress(
  text: string,
): Result<string, 'not-an-address' | 'not-https' | 'has-credentials'> {
  const url = parseUrl(text);
  if (url === null) return err('not-an-address');
  if (url.protocol !== 'https:') return err('not-https');
  if (url.username !== '' || url.password !== '') return err('has-credentials');
  // `href` writes the host in ASCII, so a look-alike name shows as `xn--…`.
  return ok(url.href);
}

/**
 * Asks the person, showing the whole address, then hands it to the system's browser. Gives whether
 * it was opened.
 */
export async function openExternal(
  text: string,
  dialog: Pick<Dialog, 'showMessageBox'>,
  shell: Pick<Shell, 'openExternal'>,
): Promise<boolean> {
  const address = externalAddress(text);
  if (!address.ok) return false;
  const { response } = await dialog.showMessageBox({
    type: 'question',
    title: 'Skillgate',
    message: 'Open this address in your browser?',
    detail: address.value.length > 500 ? `${address.value.slice(0, 500)}…` : address.value,
    buttons: ['Cancel', 'Open'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response !== 1) return false;
  await shell.openExternal(address.value);
  return true;
}

/** Where a person signs in, and a stand-in to open where other users could read the address. */
interface Opening {
  readonly address: string;
  readonly opens: string;
}

/**
 * Opens the sign-in page, which the page has shown and the person has confirmed. The main process
 * made the address: https, or this machine. Returns whether it was opened.
 */
export async function openSignIn(
  { address: text, opens }: Opening,
  shell: Pick<Shell, 'openExternal'>,
): Promise<boolean> {
  const url = parseUrl(text);
  const isHere =
    url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  const address = isHere ? ok(url.href) : externalAddress(text);
  if (!address.ok) return false;
  await shell.openExternal(opens === text ? address.value : opens);
  return true;
}
