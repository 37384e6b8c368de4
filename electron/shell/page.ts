/**
 * The page's own address. Standard and secure, so that it has an origin and the usual web rules.
 */
export const pageScheme = 'app';
export const pageHost = 'skillgate';
export const pageAddress = `${pageScheme}://${pageHost}/index.html`;

/** Compares parsed parts, never a prefix: `app://skillgate.evil/` is somebody else. */
export function isOwnPage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === `${pageScheme}:` && host === pageHost && username === '' && password === '';
}
