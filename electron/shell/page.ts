import { parseUrl } from '../../shared/url.ts';

/**
 * The page's own address. Standard and secure, so that it has an origin and the usual web rules.
 */
export const pageScheme = 'app';
export const pageHost = 'skillgate';
export const pageAddress = `${pageScheme}://${pageHost}/index.html`;

/** Compares parsed parts, never a prefix: `app://skillgate.evil/` is somebody else. */
export function isOwnPage(address: string): boolean {
  const url = parseUrl(address);
  if (url === null) return false;
  const { protocol, host, username, password } = url;
  return protocol === `${pageScheme}:` && host === pageHost && username === '' && password === '';
}
