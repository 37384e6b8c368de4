import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtCli, type BuiltCli } from '../testing/cli.ts';
import { hostileScene, type HostileScene } from '../testing/hostile-scene.ts';
import { until } from '../testing/until.ts';

let cli: BuiltCli;
let scene: HostileScene;
const changed = 'notifications/resources/list_changed';

beforeAll(async () => {
  cli = await builtCli();
  // A proxy may end a stream at any time; here it ends at once.
  const ended = { method: 'subscriptions/listen', results: [{ resultType: 'complete' }] };
  scene = await hostileScene(cli, { host: 'modern', server: 'modern' }, { rules: [ended] });
});
afterAll(() => scene.close());

it("reopens a server's stream that ended, and tells the app to list again", async () => {
  scene.host.put('subscriptions/listen', { notifications: { resourcesListChanged: true } });
  await scene.host.ask('ping');
  const before = scene.host.heard.filter(({ method }) => method === changed).length;
  const listens = (): number =>
    scene.place.text('heard.jsonl').split('"method":"subscriptions/listen"').length - 1;
  await until('the stream is opened again', async () => listens() > 1);
  await until('the host hears of it', async () => {
    const heard = scene.host.heard.filter(({ method }) => method === changed);
    return heard.length > before;
  });
  // And retries are spaced out: each is later than the one before.
  expect(listens()).toBeLessThan(8);
});

it("listens to a server's changes before it lists what it has", async () => {
  const one = await hostileScene(cli, { host: 'modern', server: 'modern' }, {});
  const heard = one.place.text('heard.jsonl').split('\n').slice(0, -1);
  const methods = heard.map((line) => (JSON.parse(line) as { method?: string }).method);
  // Of the last process: those before it were the command line's.
  const last = methods.slice(methods.lastIndexOf('server/discover'));
  const [listens, lists] = [last.indexOf('subscriptions/listen'), last.indexOf('skills/list')];
  expect([listens >= 0, lists > listens]).toEqual([true, true]);
  await one.close();
});

it('subscribes and unsubscribes at the server as an app of the older era wants', async () => {
  const rules = ['resources/subscribe', 'resources/unsubscribe'].map((method) => ({
    ...{ method, results: [{}] },
  }));
  const older = await hostileScene(cli, { host: 'legacy', server: 'legacy' }, { rules });
  older.got();
  for (const { method } of rules)
    expect(await older.host.ask(method, { uri: 'docs://handbook' })).toMatchObject({ result: {} });
  const asked = older.got().map(({ method }) => method);
  expect(asked.filter((method) => method?.includes('subscribe'))).toEqual(
    rules.map(({ method }) => method),
  );
  await older.close();
});
