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
