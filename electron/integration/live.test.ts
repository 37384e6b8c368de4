import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { limits } from '../core/limits.ts';
import { openApp, type TestApp } from './testing/app.ts';
import { makePlace, type Place } from './testing/place.ts';
import { scene, serverOver, skill, ways } from './testing/servers.ts';
import { until } from './testing/until.ts';

let place: Place;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

/** A server that reports its changes, in an app that keeps running. */
async function live(era: string, transport: 'stdio' | 'http', tells: number) {
  const name = `${era}-${transport}-${tells}`;
  const told = scene(place, name, { skills: [skill('first')] });
  const args = ['--era', era, ...told.args, '--tells', String(tells)];
  const server = await serverOver(transport, place, 'honest', args);
  const app = await openApp({ session: { s: server.entry }, autoRetry: true });
  onTestFinished(async () => {
    await app.close();
    await server.stop();
  });
  await app.settled('s');
  const listings = async (): Promise<number> =>
    (await app.log('s')).filter(
      ({ direction, method }) => direction === 'sent' && method === 'skills/list',
    ).length;
  return { app, told, listings };
}

const names = async (app: TestApp): Promise<string[]> =>
  (await app.rows('s')).map(({ name }) => name).sort();

describe('a change on the server', () => {
  it.each(ways)('appears on the page without asking (%s, %s)', async (era, transport) => {
    const { app, told } = await live(era, transport, 1);
    expect(await names(app)).toEqual(['first']);
    told.set({ skills: [skill('first'), skill('second')] });
    await until('the second skill', async () => (await names(app)).length === 2);
    told.set({ skills: [skill('second')] });
    await until('the first to go', async () => (await names(app)).join() === 'second');
  });

  it.each(['stdio', 'http'] as const)(
    'is reported from before the first listing on (modern, %s)',
    async (transport) => {
      const { app } = await live('modern', transport, 1);
      const methods = (await app.log('s')).map(({ method }) => method);
      const [asked = -1, told = -1, listed = -1] = [
        'subscriptions/listen',
        'notifications/subscriptions/acknowledged',
        'skills/list',
      ].map((method) => methods.indexOf(method));
      expect([asked >= 0, told > asked, listed > told]).toEqual([true, true, true]);
    },
  );

  it.each(ways)('reported a thousand times is listed once (%s, %s)', async (era, transport) => {
    const { app, told, listings } = await live(era, transport, 1_000);
    const before = await listings();
    told.set({ skills: [skill('first'), skill('second')] });
    await until('the second skill', async () => (await names(app)).length === 2);
    await new Promise((done) => setTimeout(done, limits.refreshEveryMs / 2));
    expect((await listings()) - before).toBeLessThanOrEqual(2);
  });
});
