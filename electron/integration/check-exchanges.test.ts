import { afterAll, beforeAll, expect, it } from 'vitest';
import { isTrouble } from '../../shared/model/log-trouble.ts';
import { openApp } from './testing/app.ts';
import { makePlace, type Place } from './testing/place.ts';
import { scene, serverOver, skill, ways } from './testing/servers.ts';

let place: Place;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

it.each(ways)('a check of a server in the log (%s, %s)', async (era, transport) => {
  const served = scene(place, `check-${era}-${transport}`, {
    skills: [skill('first'), skill('second')],
  });
  const { entry } = await serverOver(transport, place, 'honest', ['--era', era, ...served.args]);
  const app = await openApp({ session: { s: entry } });
  await app.settled('s');
  const { operationId } = await app.ask('checkServer', { server: 's', isFresh: false });
  await app.finished(operationId);

  // A correct refusal by an honest server isn't an error.
  expect((await app.log('s')).filter(isTrouble).map(({ target }) => target)).toEqual([]);

  const { report } = await app.ask('getReport', { server: 's' });
  const shown = (report?.checks ?? []).flatMap(({ evidence }) => evidence ?? []);
  expect(shown.length).toBeGreaterThan(5);
  for (const { request, asked } of shown) {
    const found = await app.ask('findExchange', { of: 'check', server: 's', request });
    const row = (await app.log('s')).find(({ id }) => id === found.row);
    expect(asked.startsWith(`${row?.method} `)).toBe(true);
    expect(asked).toContain(row?.target);
  }
  // Its declaration came before the check.
  const greeting = await app.ask('findExchange', { of: 'check', server: 's', request: 0 });
  const row = (await app.log('s')).find(({ id }) => id === greeting.row);
  expect(row?.method).toBe(era === 'modern' ? 'server/discover' : 'initialize');
  await app.ask('clearLog', {});
  const { request = 0 } = shown[0] ?? {};
  expect(await app.ask('findExchange', { of: 'check', server: 's', request })).toEqual({
    row: null,
    doubt: 'cleared',
  });
  await app.close();
});
