/**
 * The address that a text names, or null if it names none. A relative one needs `base`. Used
 * instead of `URL.canParse`, which on Node 20 and 22 starts to return false for addresses with
 * non-ASCII letters after many calls, and which Node 18 lacks.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/**
 * Whether a text is an http or https address that every program reads alike. Programs drop line
 * breaks, read `\` as `/` and add missing slashes: in `https://a.example\@b.example` a person sees
 * a different host than the one contacted.
 */
export const isHttpAddress = (text: string): boolean =>
  /^https?:\/\/[^/\\?#\s][^\\?#\t\r\n]*(?:[?#][^\t\r\n]*)?$/i.test(text) && parseUrl(text) !== null;

const highestPort = 65_535;

/** What keeps a text from being such an address, after a subject; null if nothing does. */
export function addressProblem(text: string): string | null {
  if (isHttpAddress(text)) return null;
  const scheme = schemeOf(text);
  if (scheme !== null && !isHttp(scheme))
    return `starts with ${scheme}, but only http:// and https:// work`;
  const port = /^https?:\/\/[^/\\?#\s]*:(\d{1,20})(?:[/?#]|$)/i.exec(text)?.[1];
  if (port !== undefined && Number(port) > highestPort)
    return `has the port ${port}, but the highest is ${highestPort}`;
  return 'is not an http or https address';
}

/** `htp://`; null if there's none. One letter is a drive. */
const schemeOf = (text: string): string | null =>
  /^[a-z][a-z\d+.-]{1,30}:\/\//i.exec(text)?.[0] ?? null;

const isHttp = (scheme: string): boolean => /^https?:/i.test(scheme);

/**
 * Why a command is an address instead, in a sentence or two; null if it isn't. A path such as
 * `bin/server` is none, and neither is one with arguments or a folder that it counts from.
 */
export function addressAsCommand(
  command: string,
  { isAlone }: { readonly isAlone: boolean },
): string | null {
  const scheme = schemeOf(command);
  if (scheme !== null)
    return isHttp(scheme)
      ? 'This is an address, not a program.'
      : `This looks like an address. Only http:// and https:// work, not ${scheme}.`;
  const end = command.search(/[/?#]/);
  const host = end === -1 ? command : command.slice(0, end);
  if (/^(?:[\p{L}\p{N}][\p{L}\p{N}._-]{1,252}|\[[\da-f:.]{2,45}\]):\d{1,5}$/iu.test(host))
    return unwritten;
  return isAlone && end !== -1 && isHostName(host) ? unwritten : null;
}

const unwritten = 'This looks like an address. Write it with http:// or https://.';

function isHostName(text: string): boolean {
  if (text.length > 253) return false;
  if (/^(?:localhost|\d{1,3}(?:\.\d{1,3}){3})$/i.test(text)) return true;
  const labels = text.split('.');
  return (
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u.test(label)) &&
    /^\p{L}{2,}$/u.test(labels.at(-1) ?? '')
  );
}
