import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type Socket, BlockList } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { hostOf, namesThisMachine } from './address.ts';

/** Why a proxy gave no connection; the message goes on after "Couldn’t reach the server: ". */
export class ProxyError extends Error {}

interface TunnelOptions {
  /** Certificates to trust; Node's own when left out. */
  readonly ca?: readonly string[] | undefined;
  /** Milliseconds for everything: the proxy's answer, and TLS with the host behind it. */
  readonly withinMs: number;
  readonly signal?: AbortSignal | undefined;
}

type UsedProxy = Extract<ProxyChoice, { kind: 'proxy' }>;

/**
 * Has a proxy connect to the host of an address (CONNECT, RFC 9110 section 9.3.6), and begins TLS
 * with the host itself where the address is https. The attacker owns the proxy or its answers: it
 * may send anything, refuse, close or say nothing. Each ends in one bounded try; an https host is
 * checked as without a proxy.
 */
export async function openTunnel(
  proxy: UsedProxy,
  url: URL,
  options: TunnelOptions,
): Promise<Socket> {
  const timeout = AbortSignal.timeout(options.withinMs);
  const ended = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  const late = (): ProxyError =>
    new ProxyError(`${proxyText(proxy)} didn’t connect within ${options.withinMs / 1_000} s.`);
  try {
    const socket = await connectTo(proxy, url, options, ended);
    return url.protocol === 'https:' ? await secured(socket, url, options, ended) : socket;
  } catch (error) {
    throw timeout.aborted ? late() : error;
  }
}

function connectTo(
  proxy: UsedProxy,
  target: URL,
  { ca }: TunnelOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const { url } = proxy;
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  const place = `${target.hostname}:${port}`;
  const who = proxyText(proxy);
  return new Promise((resolve, reject) => {
    const fail = (text: string): void => reject(new ProxyError(`${who} ${text}`));
    const start = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sent = start({
      method: 'CONNECT',
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      path: place,
      headers: { host: place, 'user-agent': 'skillgate', ...authorizationOf(url) },
      agent: false,
      signal,
      ...(ca === undefined ? {} : { ca: [...ca] }),
    });
    sent.on('connect', ({ statusCode = 0 }, socket: Socket, head) => {
      socket.on('error', () => {});
      if (statusCode === 200 && head.length === 0) return resolve(socket);
      socket.destroy();
      if (statusCode === 407) fail(wantsCredentials(proxy));
      else if (statusCode === 200) fail('sent data before it was asked for any.');
      else fail(`refused to connect to ${place} (HTTP ${statusCode}).`);
    });
    // Only the answer to CONNECT opens a tunnel; `response` would be one to something else.
    sent.on('response', (response) => {
      response.destroy();
      fail('didn’t answer with a tunnel.');
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const { code = '' } = error;
      if (code.startsWith('HPE_')) fail(`didn’t answer with HTTP (${code}).`);
      else if (code === 'ECONNRESET') fail(`closed the connection without answering (${code}).`);
      else fail(`can’t be reached (${code === '' ? error.message : code}).`);
    });
    sent.end();
  });
}

const wantsCredentials = ({ url, variable }: UsedProxy): string =>
  url.username === ''
    ? 'asks for a user name and a password (HTTP 407). ' +
      `Put them into ${variable} (http://USER:PASSWORD@HOST:PORT).`
    : `didn’t accept the user name and password in ${variable} (HTTP 407).`;

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decoded(username)}:${decoded(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function secured(
  socket: Socket,
  url: URL,
  { ca }: TunnelOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const tls = connectTls({
      socket,
      host,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ALPNProtocols: ['http/1.1'],
      ...(ca === undefined ? {} : { ca: [...ca] }),
    });
    const abort = (): void => void tls.destroy(new Error('aborted'));
    signal.addEventListener('abort', abort, { once: true });
    const settle = (run: () => void): void => {
      signal.removeEventListener('abort', abort);
      run();
    };
    tls.once('secureConnect', () => settle(() => resolve(tls)));
    tls.on('error', (error) => settle(() => reject(error)));
    tls.once('close', () =>
      settle(() =>
        reject(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' })),
      ),
    );
  });
}

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
