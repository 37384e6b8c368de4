import { afterEach, expect, it } from 'vitest';
import { openApp, type TestApp } from './testing/app.ts';
import { complete, forged, hello, noSuchMethod, type Forged } from './testing/forged.ts';
import { until } from './testing/until.ts';

let server: Forged | null = null;
let app: TestApp | null = null;
afterEach(async () => {
  await app?.close();
  server?.stop();
});

/**
 * A server that lists nothing and refuses listening; when it was asked to, in ms since the epoch.
 */
async function closedTo(status: number, headers: Readonly<Record<string, string>>) {
  const at: number[] = [];
  server = await forged(({ id, method }, _, response) => {
    if (id === undefined) return null;
    if (method === 'server/discover') return { result: hello };
    if (method === 'skills/list') return { result: { ...complete, skills: [] } };
    if (method !== 'subscriptions/listen') return noSuchMethod;
    at.push(Date.now());
    response.writeHead(status, headers).end();
    return undefined;
  });
  app = await openApp({ session: { s: { type: 'http', url: server.url } }, autoRetry: true });
  await app.settled('s');
  return at;
}

it.each([429, 503])(
  'asks a server that refuses listening with HTTP %i again when it says',
  async (status) => {
    const at = await closedTo(status, { 'retry-after': '3' });
    await until('the second question', async () => at.length > 1);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(2_990);
  },
);

it("asks again after a second if the server doesn't say when", async () => {
  const at = await closedTo(503, {});
  await until('the second question', async () => at.length > 1);
  expect((at[1] ?? 0) - (at[0] ?? 0)).toBeLessThan(2_500);
});
