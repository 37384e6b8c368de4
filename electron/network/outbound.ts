import { lookup } from 'node:dns';
import type { RequestOptions } from 'node:https';
import { callbackify } from 'node:util';
import { hostOf } from './address.ts';
import { nodeFetch } from './node-fetch.ts';
import {
  chooseProxy,
  proxyText,
  type EnvironmentVariables,
  type ProxyChoice,
  openTunnel,
  ProxyError,
} from './tunnel.ts';
import { trustedCertificates, type TrustedCertificates } from './trusted-certificates.ts';
import type { LookupFunction } from 'node:net';

/**
 * How requests leave this machine: through the proxy and with the certificates that it is set to.
 */
export interface OutboundNetwork {
  /** `fetch`, for an address that a person configured. */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /**
   * Options for one `node:http` request to an address that a server chose; `allows` judges where it
   * leads.
   */
  readonly request: (
    url: URL,
    allows: (address: string) => boolean,
    signal?: AbortSignal,
  ) => RequestOptions;
  /** The proxy for an address, as a message names it; null: none. */
  readonly proxyOf: (url: URL) => string | null;
  /** Why certificate files couldn't be used, one sentence each. */
  readonly certificateProblems: () => readonly string[];
}

/** Milliseconds until a tunnel stands, as `fetch` has them to connect. */
const tunnelMs = 10_000;

/** `withinMs`: a smaller bound on connecting through a proxy, for tests. */
export function openNetwork(env: EnvironmentVariables, withinMs = tunnelMs): OutboundNetwork {
  let trusted: TrustedCertificates | null = null;
  const certificates = (): TrustedCertificates => (trusted ??= trustedCertificates(env));
  const ca = (url: URL): TrustedCertificates['ca'] =>
    url.protocol === 'https:' ? certificates().ca : undefined;
  const tunnel = (
    choice: Exclude<ProxyChoice, { kind: 'direct' }>,
    url: URL,
    signal?: AbortSignal,
  ): ReturnType<typeof openTunnel> =>
    choice.kind === 'unusable'
      ? Promise.reject(new ProxyError(`${choice.variable} ${choice.why}.`))
      : openTunnel(choice, url, { ca: certificates().ca, withinMs, signal });
  let own: ReturnType<typeof nodeFetch> | null = null;
  const ownFetch = (): ReturnType<typeof nodeFetch> =>
    nodeFetch({
      ca: certificates().ca,
      tunnel: (url) => {
        const choice = chooseProxy(url, env);
        return choice.kind === 'direct' ? null : tunnel(choice, url);
      },
    });
  return {
    async fetch(address, init) {
      const url = new URL(address);
      if (chooseProxy(url, env).kind === 'direct' && ca(url) === undefined) return fetch(url, init);
      own ??= ownFetch();
      return own(url, init);
    },
    request(url, allows, signal) {
      const choice = chooseProxy(url, env);
      if (choice.kind === 'direct') {
        const list = ca(url);
        return {
          agent: false,
          lookup: judged(allows),
          ...(list === undefined ? {} : { ca: [...list] }),
        };
      }
      return {
        createConnection: (_, done) => {
          callbackify(async () => {
            await judgedAhead(hostOf(url), allows, signal);
            return tunnel(choice, url, signal);
          })(done);
          return undefined;
        },
      };
    },
    proxyOf(url) {
      const choice = chooseProxy(url, env);
      return choice.kind === 'proxy' ? proxyText(choice) : null;
    },
    certificateProblems: () => certificates().problems,
  };
}

/** Without a proxy, and with the certificates of Node. */
export const directNetwork = openNetwork({});

/**
 * A proxy looks names up itself, where nothing can be judged. The attacker names a host that leads
 * into the network around the proxy: what this machine knows of the name is judged first. A name
 * that it doesn't know is left to the proxy: behind one, public names often can't be looked up.
 */
function judgedAhead(
  host: string,
  allows: (address: string) => boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // The request itself can't end before it has a socket.
    signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    lookup(host, { all: true }, (error, addresses) => {
      if (error !== null || addresses.every(({ address }) => allows(address))) resolve();
      else reject(new Error(`${host} is at an address that isn’t on the internet`));
    });
  });
}

/**
 * Looks a host up and lets the connection be made only to an address that `allows`: judged when it
 * is connected to, so that a name cannot change its meaning in between.
 */
function judged(allows: (address: string) => boolean): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '', 0);
      const allowed = addresses.filter(({ address }) => allows(address));
      const [first] = allowed;
      if (first === undefined)
        return done(new Error(`${name} is at an address that isn’t on the internet`), '', 0);
      return options.all === true ? done(null, allowed) : done(null, first.address, first.family);
    });
  };
}
