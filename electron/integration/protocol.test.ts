import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApp, type TestApp } from './testing/app.ts';
import { makePlace, type Place } from './testing/place.ts';
import { scene, serverOver, skill, ways } from './testing/servers.ts';
import { until } from './testing/until.ts';

let place: Place;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const secret = 'sk-of-the-header-123456';
const uri = 'skill://first/SKILL.md';

/** Everything that a decision depends on, as one text. */
const heldOf = async (app: TestApp): Promise<string> => {
  const { skills, refused, servers, store } = await app.snapshot();
  const listings = servers.map(({ listing }) => listing);
  return JSON.stringify([skills, refused, listings, store, await app.detail('s', uri)]);
};

describe.each(ways)('the protocol log (%s, %s)', (era, transport) => {
  it('pairs messages, shows HTTP details, and sends by hand without side effects', async () => {
    const served = scene(place, `log-${era}-${transport}`, { skills: [skill('first')] });
    const args = ['--era', era, ...served.args];
    const server = await serverOver(transport, place, 'honest', args);
    const entry =
      transport === 'http' ? { ...server.entry, headers: { 'X-Api-Key': secret } } : server.entry;
    const app = await openApp({ session: { s: entry } });
    await app.settled('s');
    await app.read('s', uri);

    const waits = (await app.log('s')).filter(({ status }) => status === 'waiting');
    expect(waits.filter(({ method }) => method !== 'subscriptions/listen')).toEqual([]);
    expect((await app.log('s')).filter(({ kind }) => kind === 'answer')).toEqual([]);

    const found = await app.ask('findExchange', { of: 'read', server: 's', uri });
    const { detail } = await app.ask('getLogDetail', { log: null, id: found.row ?? 0 });
    expect(detail).toMatchObject({
      row: { method: 'resources/read', target: uri, status: 'ok' },
      request: expect.stringContaining(uri) as string,
      response: expect.stringContaining('contents') as string,
      skill: { uri, file: uri },
      notSendable: null,
      http: transport === 'http' ? { status: 200, method: 'POST' } : null,
    });
    if (transport === 'http') {
      expect(detail?.http?.requestHeaders).toContainEqual(['x-api-key', '••••']);
      expect(detail?.row.durationMs).toBeGreaterThanOrEqual(detail?.http?.firstByteMs ?? 0);
    }
    const listing = await app.ask('findExchange', {
      ...{ of: 'entry', server: 's', uri, name: null },
      ...{ dialect: 'skills-ext', way: 'either' },
    });
    expect((await app.log('s')).find(({ id }) => id === listing.row)?.method).toBe('skills/list');

    const before = await heldOf(app);
    const eventsBefore = app.events.filter(({ type }) => type !== 'log').length;
    const again = await app.ask('sendAgain', { row: listing.row ?? 0 });
    const sent = await app.ask('sendByHand', {
      server: 's',
      method: 'resources/read',
      params: JSON.stringify({ uri: 'skill://nowhere/SKILL.md' }),
    });
    const rowOf = async (row: number) => (await app.log('s')).find(({ id }) => id === row);
    await until('both answers', async () =>
      [await rowOf(again.row), await rowOf(sent.row)].every(
        (row) => row !== undefined && row.status !== 'waiting',
      ),
    );
    expect(await rowOf(again.row)).toMatchObject({ byHand: true, status: 'ok' });
    expect(await rowOf(sent.row)).toMatchObject({ byHand: true, status: 'error' });
    expect(await heldOf(app)).toBe(before);
    expect(app.events.filter(({ type }) => type !== 'log').length).toBe(eventsBefore);

    const asked = server.methods().length;
    for (const method of ['tools/call', 'resources/subscribe', 'skills/push'])
      expect(
        await app.reply('sendByHand', { server: 's', method, params: '{"name":"x"}' }),
      ).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    expect(
      await app.reply('sendByHand', { server: 's', method: 'ping', params: '' }),
    ).toMatchObject({ ok: era === 'legacy' });
    expect(server.methods().slice(asked)).not.toContain('tools/call');

    const har = await app.ask('exportLog', { log: null, format: 'har', rows: null });
    expect(har.rows > 0).toBe(transport === 'http');
    const ndjson = await app.ask('exportLog', { log: null, format: 'ndjson', rows: null });
    const curl = await app.ask('copyLog', { log: null, id: found.row ?? 0, as: 'curl' });
    expect(curl.text === null).toBe(transport === 'stdio');
    const everything = [har.text, ndjson.text, curl.text, JSON.stringify(await app.bodies())];
    expect(everything.join('\n')).not.toContain(secret);
    const opened = await app.ask('openLog', {
      log: null,
      name: 'a.ndjson',
      part: ndjson.text,
      packed: false,
      last: true,
    });
    const inFile = await app.ask('getLog', {
      log: opened.log,
      epoch: null,
      after: 0,
      limit: 5_000,
    });
    expect(inFile.rows).toHaveLength(ndjson.rows);
    const theirs = await app.ask('getLogDetail', { log: opened.log, id: 1 });
    expect(theirs.detail).toMatchObject({ skill: null, notSendable: expect.any(String) as string });
    await app.close();
    await server.stop();
  });
});
