import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtCli, type BuiltCli } from '../testing/cli.ts';
import { eras, good, hostileScene, type HostileScene } from '../testing/hostile-scene.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
});

const extensions = { 'io.modelcontextprotocol/skills': {} };
const lists = [
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resourceTemplates'],
] as const;

describe.each(eras)('resources of a $server server without lists, for a $host app', (pair) => {
  let scene: HostileScene;
  afterEach(() => scene.close());

  it('are empty if it declares resources but has no such method', async () => {
    scene = await hostileScene(cli, pair, { capabilities: { resources: {}, extensions } });
    scene.rules(...lists.map(([method]) => ({ method, error: -32_601 })));
    for (const [method, key] of lists) {
      const { result } = await scene.host.ask(method);
      expect(result, method).toMatchObject({ [key]: [], ttlMs: 0, cacheScope: 'private' });
    }
    expect(scene.got().map(({ method }) => method)).toEqual(lists.map(([method]) => method));
    const read = await scene.host.ask('resources/read', { uri: good });
    expect(read.result).toBeDefined();
  });

  it('are empty without asking if it declares no resources', async () => {
    scene = await hostileScene(cli, pair, { capabilities: { extensions } });
    for (const [method, key] of lists)
      expect((await scene.host.ask(method)).result, method).toMatchObject({ [key]: [] });
    expect(scene.got()).toEqual([]);
  });

  it("give the server's error if it's a different one", async () => {
    scene = await hostileScene(cli, pair, { capabilities: { resources: {}, extensions } });
    scene.rules({ method: 'resources/list', error: -32_603 });
    expect((await scene.host.ask('resources/list')).error?.code).toBe(-32_603);
  });
});
