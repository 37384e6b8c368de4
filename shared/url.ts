/**
 * The address that a text names, or null when it names none. A relative one needs `base`.
 *
 * Instead of `URL.canParse`, which on Node 20 and 22 begins to answer false for addresses with
 * non-ASCII letters once it has been called often, and which Node 18 lacks.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
