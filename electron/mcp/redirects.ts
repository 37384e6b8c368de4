/** So many hops within an origin the SDK follows. */
const mostFollowed = 5;

/**
 * Tells a chain of redirects that leads nowhere. The SDK asks for each hop with the same headers, an
 * object of one request: what was asked with it is the chain. The server chooses every target.
 */
export class RedirectChains {
  readonly #chains = new WeakMap<object, string[]>();

  /**
   * Takes note of a hop. Gives the whole chain, from the address that was asked to the one that it
   * comes back to, where it does or goes on for longer than anybody follows; else undefined.
   */
  loop(url: URL, response: Response, init: RequestInit | undefined): string[] | undefined {
    const { headers, method = 'GET' } = init ?? {};
    if (typeof headers !== 'object') return undefined;
    const chain = this.#chains.get(headers) ?? [];
    chain.push(placeOf(url));
    this.#chains.set(headers, chain);
    const { status } = response;
    const location = response.headers.get('location');
    if (status < 300 || status > 399 || location === null || !URL.canParse(location, url))
      return undefined;
    const target = new URL(location, url);
    const isKept = method === 'GET' || status === 307 || status === 308;
    if (!isKept || target.host !== url.host) return undefined;
    const all = [...chain, placeOf(target)];
    const again = all.findIndex((place, at) => all.indexOf(place) < at);
    if (again !== -1) return all.slice(0, again + 1);
    return chain.length > mostFollowed ? all : undefined;
  }
}

const placeOf = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`;
