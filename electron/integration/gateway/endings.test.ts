import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../testing/until.ts';
import { builtCli, runCli, startCli, type BuiltCli } from '../testing/cli.ts';
import { approved } from '../testing/gateway.ts';
import { good, hostileScene, secret, type HostileScene } from '../testing/hostile-scene.ts';
import { processesNaming } from '../testing/processes.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
});

const windows = process.platform === 'win32';

describe.skipIf(windows)('a gateway that is stopped', () => {
  let scene: HostileScene;
  beforeAll(async () => {
    scene = await hostileScene(cli, {
      host: 'modern',
      server: 'modern',
      stays: true,
      ownProcess: true,
    });
    await scene.host.close();
  });
  afterAll(() => scene.close());

  const nothingLeft = (): Promise<unknown> =>
    until('the end of every process', () => processesNaming(scene.place.root).length === 0);

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s ends its server, whatever the server does',
    async (signal) => {
      const host = await scene.another();
      expect((await host.ask('resources/read', { uri: good })).result).toBeDefined();
      expect(processesNaming(scene.place.root)).not.toEqual([]);
      host.kill(signal);
      await nothingLeft();
    },
  );

  it('ends its server when the app leaves during a request (waits for the end)', async () => {
    const host = await scene.another();
    const gate = scene.place.path('never');
    scene.rules({ method: 'resources/read', when: { uri: good }, until: gate });
    host.put('resources/read', { uri: good });
    await until('the request', () => scene.got().length > 0);
    expect(await host.close()).toBe(0);
    await nothingLeft();
    scene.rules();
  });
});

describe.skipIf(windows)('a gateway that is killed at any moment', () => {
  it('leaves no process or file, and a usable store (kills one at twelve moments)', async () => {
    const scene = await hostileScene(cli, { host: 'modern', server: 'modern', ownProcess: true });
    const { place } = scene;
    try {
      // Cached results are in their own folder.
      const whole = (): string[] =>
        readdirSync(place.data)
          .filter((name) => name !== 'cache')
          .sort();
      for (const uri of [secret, 'skill://absent/SKILL.md'])
        await scene.host.ask('resources/read', { uri });
      await until('both files', () => whole().includes('waiting.json'));
      await scene.host.close();
      const before = whole();
      for (let moment = 0; moment < 12; moment += 1) {
        const child = startCli(cli, place, ['gateway', '--server', 'acme'], {}, 'pipe', 'pipe');
        const ended = new Promise((resolve) => {
          child.once('close', resolve);
        });
        for (const [id, uri] of [good, secret, good, 'skill://absent/SKILL.md'].entries())
          child.stdin?.write(
            `${JSON.stringify({ jsonrpc: '2.0', id, method: 'resources/read', params: { uri } })}\n`,
          );
        await sleep(80 * moment);
        child.kill('SIGKILL');
        await ended;
      }
      await until('the end of every process', () => processesNaming(place.root).length === 0);
      const host = await scene.another();
      expect((await host.ask('resources/read', { uri: good })).result).toBeDefined();
      expect((await host.ask('resources/read', { uri: secret })).error).toBeDefined();
      expect(await host.close()).toBe(0);
      expect(whole()).toEqual(before);
      expect((await runCli(cli, place, ['audit', 'verify'])).code).toBe(0);
    } finally {
      await scene.close();
    }
  });
});

describe('ten gateways on one store', () => {
  it("answer by one decision, and none loses another's log line", async () => {
    const scene = await hostileScene(cli, { host: 'legacy', server: 'modern', ownProcess: true });
    try {
      const hosts = [scene.host];
      while (hosts.length < 10)
        hosts.push(...(await Promise.all([scene.another(), scene.another(), scene.another()])));
      await Promise.all(
        hosts.map(async (host, index) => {
          expect((await host.ask('resources/read', { uri: good })).result).toBeDefined();
          const uri = `skill://absent-${index}/SKILL.md`;
          expect((await host.ask('resources/read', { uri })).error).toBeDefined();
        }),
      );
      expect((await approved(cli, scene.place, 'acme', secret)).code).toBe(0);
      await Promise.all(
        hosts.map((host) =>
          until('the decision', async () => {
            const { result } = await host.ask('skills/list');
            return ((result?.['skills'] ?? []) as unknown[]).length === 2;
          }),
        ),
      );
      await Promise.all(hosts.map((host) => host.close()));
      const refused = scene.audit().filter(({ action }) => action === 'load-refused');
      expect(new Set(refused.map(({ uri }) => uri)).size).toBe(10);
      const loaded = scene.audit().filter(({ action }) => action === 'loaded');
      expect(loaded).toHaveLength(10);
      expect((await runCli(cli, scene.place, ['audit', 'verify'])).code).toBe(0);
    } finally {
      await scene.close();
    }
  });
});
