import { BlockList, isIP } from 'node:net';
import { hostOf, namesThisMachine } from './address.ts';

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** How an address is reached. */
export type ProxyChoice =
  | { readonly kind: 'direct' }
  | {
      readonly kind: 'proxy';
      readonly url: URL;
      /** The variable that names it. */
      readonly variable: string;
    }
  /** A variable names a proxy that can't be used; nothing is sent past it. */
  | { readonly kind: 'unusable'; readonly variable: string; readonly why: string };

const direct: ProxyChoice = { kind: 'direct' };

/**
 * Which proxy the environment names for an address: `HTTPS_PROXY` for https, `HTTP_PROXY` for http,
 * in lower case first, as curl and Go read them. This machine is never reached through a proxy,
 * which would reach its own machine instead.
 */
export function chooseProxy(url: URL, env: EnvironmentVariables): ProxyChoice {
  const isSecure = url.protocol === 'https:';
  const named = variableOf(env, isSecure ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (named === null || named.value === '') return direct;
  if (namesThisMachine(hostOf(url).toLowerCase())) return direct;
  if (isExempt(url, variableOf(env, 'NO_PROXY')?.value ?? '')) return direct;
  const { variable, value } = named;
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  if (!URL.canParse(text)) return { kind: 'unusable', variable, why: 'isn’t an address' };
  const proxy = new URL(text);
  if (proxy.protocol !== 'http:' && proxy.protocol !== 'https:')
    return {
      kind: 'unusable',
      variable,
      why:
        `names a proxy of the type ${proxy.protocol.slice(0, 20)}, ` +
        'but only http and https are supported',
    };
  return { kind: 'proxy', url: proxy, variable };
}

/**
 * A proxy as messages name it: without its user name and password, which nobody should paste on.
 */
export const proxyText = ({ url, variable }: Extract<ProxyChoice, { kind: 'proxy' }>): string =>
  `the proxy ${url.protocol}//${url.host} (${variable})`;

function variableOf(
  env: EnvironmentVariables,
  name: string,
): { readonly variable: string; readonly value: string } | null {
  for (const variable of [name.toLowerCase(), name]) {
    const value = env[variable];
    if (value !== undefined) return { variable, value: value.trim() };
  }
  return null;
}

const mostEntries = 1_000;

/** Whether `NO_PROXY` has an entry for an address: a host with all below it, a network, or `*`. */
function isExempt(url: URL, list: string): boolean {
  const host = hostOf(url).toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .split(/[,\s]+/, mostEntries)
    .filter((entry) => entry !== '')
    .some((entry) => entry === '*' || matches(entry.toLowerCase(), host, port));
}

function matches(entry: string, host: string, port: string): boolean {
  const [, network, bits] = /^\[?([\da-f.:]+)\]?\/(\d{1,3})$/.exec(entry) ?? [];
  if (network !== undefined && bits !== undefined) return isWithin(host, network, Number(bits));
  const [, bracketed, bare, only] =
    /^(?:\[([\da-f.:]+)\]|([^:]*|[\da-f:.]*:[\da-f:.]*:[\da-f:.]*))(?::(\d+))?$/.exec(entry) ?? [];
  const name = bracketed ?? bare?.replace(/^\*?\./, '').replace(/\.$/, '') ?? '';
  if (name === '' || (only !== undefined && only !== port)) return false;
  if (isIP(name) !== 0 || isIP(host) !== 0)
    return isWithin(host, name, isIP(name) === 4 ? 32 : 128);
  return host === name || host.endsWith(`.${name}`);
}

function isWithin(host: string, network: string, bits: number): boolean {
  const family = isIP(network);
  if (family === 0 || isIP(host) !== family || bits > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, bits, type);
  return list.check(host, type);
}
