import { remoteServer } from '../../mcp/testing/servers.ts';
import type { Entry } from './place.ts';
import type { TestApp } from './app.ts';
import { until } from './until.ts';
import type { SignInWay } from '../../../shared/model/sign-in.ts';

/** A server that needs a sign-in, and what its authorization server knows. */
export interface Guarded {
  readonly entry: Entry;
  readonly url: string;
  /** Changes its rules; returns the requests so far. */
  control(rules?: string): Promise<{
    readonly asked: Readonly<Record<string, number>>;
    readonly heard: readonly string[];
    readonly secrets: readonly string[];
  }>;
  stop(): Promise<void>;
}

export async function guardedServer(
  args: readonly string[] = [],
  type: 'http' | 'sse' = 'http',
): Promise<Guarded> {
  const { config, stop } = await remoteServer('sign-in', ['--transport', type, ...args], type);
  return {
    entry: { type, url: config.url },
    url: config.url,
    control: async (rules = '') =>
      (await fetch(new URL(`/control?${rules}`, config.url))).json() as never,
    stop,
  };
}

/**
 * A browser whose person agrees to every page, or answers as `answers` says. Returns where it ended
 * up, which it only visits if it isn't `home`.
 */
export async function browse(
  address: string,
  { answer = 'yes', comesHome = true } = {},
): Promise<string> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  for (let steps = 0; steps < 20; steps += 1) {
    if (url.pathname === '/signed-in' && !comesHome) return url.href;
    const page = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of page.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const next = page.headers.get('location');
    const text = await page.text();
    if (next !== null) url = new URL(next, url);
    else if (text.includes('?answer=')) url = new URL(`?answer=${answer}`, url);
    else return url.href;
  }
  throw new Error('the browser goes in circles');
}

type At<S extends SignInWay['status']> = Extract<SignInWay, { status: S }>;

/** Waits until a sign-in is offered. */
export const wayAt = <S extends SignInWay['status']>(
  app: TestApp,
  label: string,
  status: S,
): Promise<At<S>> =>
  until(`${label} at ${status}`, async () => {
    const { way } = (await app.server(label)).signIn;
    return way?.status === status ? (way as At<S>) : undefined;
  }) as Promise<At<S>>;

/** Requests a sign-in, and opens what it shows. */
export async function opened(app: TestApp, label: string): Promise<At<'waiting'>> {
  const { id } = await app.ask('signIn', { server: label });
  await wayAt(app, label, 'asks');
  await app.ask('openSignIn', { server: label, id });
  return wayAt(app, label, 'waiting');
}

/** The whole sign-in; returns where the browser ended up. */
export async function signIn(app: TestApp, label: string): Promise<string> {
  const { address } = await opened(app, label);
  const ended = await browse(address);
  await until(`${label} to be connected`, async () => {
    const { connection, listing } = await app.server(label);
    return connection.status === 'ready' && listing.status === 'complete';
  });
  return ended;
}
