import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePlace, type Place } from './testing/place.ts';
import { until } from './testing/until.ts';
import { builtCli, type BuiltCli } from './testing/cli.ts';
import { approved, configured, host, type TestHost } from './testing/gateway.ts';
import { scene, skill, stdioServer, type Scene } from './testing/servers.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
});

const uri = 'skill://refunds/SKILL.md';
const withheld = 'skill://secret/SKILL.md';
const eras = ['modern', 'legacy'] as const;
const pairs = [
  ...eras.flatMap((era) => eras.map((behind) => [era, 'stdio', behind] as const)),
  ['modern', 'http', 'legacy'] as const,
  ['legacy', 'http', 'modern'] as const,
];

const textOf = (result: unknown): string => JSON.stringify(result);

describe.each(pairs)('a %s host over %s before a %s server', (era, over, behind) => {
  let place: Place;
  let served: Scene;
  let end: TestHost;
  const asked: string[] = [];
  beforeAll(async () => {
    place = makePlace();
    served = scene(place, 'served', { skills: [skill('refunds'), skill('secret')] });
    const server = stdioServer(place, 'full', ['--era', behind, ...served.args]);
    await configured(cli, place, 'acme', server.entry);
    await approved(cli, place, 'acme', uri);
    end = await host(cli, place, 'acme', {
      era,
      over,
      client: { capabilities: { elicitation: { form: {} }, sampling: {} } },
      prepare(client) {
        client.setRequestHandler('elicitation/create', async ({ params }) => {
          asked.push(textOf(params));
          return { action: 'accept', content: { colour: 'blue' } };
        });
        client.setRequestHandler('sampling/createMessage', async ({ params }) => {
          asked.push(textOf(params));
          return { role: 'assistant', model: 'a-model', content: { type: 'text', text: 'hello' } };
        });
      },
    });
  });
  afterAll(async () => {
    await end.close();
    place.remove();
  });

  it('lists and reads approved skills', async () => {
    const { skills } = await end.skills.list();
    expect(skills.map((one) => one.uri)).toEqual([uri]);
    expect(await end.skills.read(skills[0] as never)).toMatchObject({ verified: true });
  });

  it('gets progress and the answer', async () => {
    const steps: number[] = [];
    // The SDK's `onprogress` drops progress that arrives in one piece with the answer.
    end.client.setNotificationHandler('notifications/progress', ({ params }) => {
      if (params.progressToken === 'counting') steps.push(params.progress);
    });
    const result = await end.client.callTool({
      name: 'count',
      arguments: {},
      _meta: { progressToken: 'counting' },
    });
    expect(textOf(result)).toContain('counted to 3');
    expect(steps).toEqual([1, 2, 3]);
  });

  it('cancels a request, and the server is told', async () => {
    const abort = new AbortController();
    // Cancelled any earlier, it may never reach the server.
    end.client.setNotificationHandler('notifications/progress', ({ params }) => {
      if (params.progressToken === 'waiting') abort.abort();
    });
    const waiting = end.client.callTool(
      { name: 'wait', arguments: {}, _meta: { progressToken: 'waiting' } },
      { signal: abort.signal },
    );
    await expect(waiting).rejects.toThrow();
    await until('the cancellation', async () =>
      /[1-9]/.test(
        textOf((await end.client.callTool({ name: 'cancelled', arguments: {} })).content),
      ),
    );
  });

  it('is asked for input, and the server gets it', async () => {
    const said = textOf(await end.client.callTool({ name: 'elicit', arguments: {} }));
    expect(said).toContain('blue');
    expect(asked.at(-1)).toContain('Which colour?');
  });

  it('samples for the server', async () => {
    const said = textOf(await end.client.callTool({ name: 'sample', arguments: {} }));
    expect(said).toContain('hello');
    expect(said).toContain('a-model');
  });

  it('gets a notice in place of withheld links and content', async () => {
    const result = await end.client.callTool({
      name: 'link',
      arguments: { uri: withheld, body: 'the secret text' },
    });
    expect(textOf(result)).not.toContain(withheld);
    expect(textOf(result)).not.toContain('the secret text');
    expect(result.content).toHaveLength(3);
    const other = await end.client.callTool({
      name: 'link',
      arguments: { uri: 'docs://x', body: skill('secret').files['references/guide.md'] },
    });
    expect(textOf(other)).not.toContain('Guide to secret');
    const prompt = await end.client.getPrompt({ name: 'greet', arguments: { uri: withheld } });
    expect(textOf(prompt)).not.toContain(withheld);
  });

  it("isn't offered templates and values that lead to skills", async () => {
    const { resourceTemplates } = await end.client.listResourceTemplates();
    expect(resourceTemplates.map((one) => one.uriTemplate)).toEqual(['docs://{name}']);
    const { completion } = await end.client.complete({
      ref: { type: 'ref/resource', uri: 'docs://{name}' },
      argument: { name: 'name', value: '' },
    });
    expect(completion.values).toEqual(['handbook']);
    await expect(
      end.client.complete({
        ref: { type: 'ref/resource', uri: 'skill://{name}/SKILL.md' },
        argument: { name: 'name', value: '' },
      }),
    ).rejects.toThrow();
  });

  it('is notified only of changes it subscribed to', async () => {
    const before = end.heard.length;
    const heard = (): string[] =>
      end.heard
        .slice(before)
        .map(({ method, params }) =>
          `${method} ${(params as { uri?: string } | undefined)?.uri ?? ''}`.trim(),
        );
    const stop =
      era === 'modern'
        ? await end.client
            .listen({
              toolsListChanged: true,
              resourceSubscriptions: ['docs://handbook', withheld],
            })
            .then((subscription) => {
              expect(subscription.honoredFilter).toEqual({
                toolsListChanged: true,
                resourceSubscriptions: ['docs://handbook'],
              });
              return () => subscription.close();
            })
        : await end.client.subscribeResource({ uri: 'docs://handbook' }).then(() => async () => {
            await end.client.unsubscribeResource({ uri: 'docs://handbook' });
          });
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const changed of ['docs://handbook', withheld, 'docs://other'])
      await end.client.callTool({ name: 'change', arguments: { uri: changed } });
    await until('the notice', () =>
      heard().includes('notifications/resources/updated docs://handbook'),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard().filter((line) => line.startsWith('notifications/resources/updated'))).toEqual([
      'notifications/resources/updated docs://handbook',
    ]);
    expect(heard()).toContain('notifications/tools/list_changed');
    await stop();
  });

  it('is notified of a decision, and gets the skill at once', async () => {
    const before = end.heard.length;
    const isTold = (): boolean =>
      end.heard
        .slice(before)
        .some(({ method }) => method === 'notifications/resources/list_changed');
    const subscription =
      era === 'modern' ? await end.client.listen({ resourcesListChanged: true }) : null;
    await approved(cli, place, 'acme', withheld);
    await until('the skill', async () => {
      const read = await end.client.readResource({ uri: withheld }).catch(() => null);
      return read !== null;
    });
    await until('the notice', isTold);
    await subscription?.close();
  });

  it('sets the log level in its own way', async () => {
    const before = end.heard.length;
    const lines = (): number =>
      end.heard.slice(before).filter(({ method }) => method === 'notifications/message').length;
    if (era === 'legacy') await end.client.setLoggingLevel('debug');
    await end.client.callTool({
      name: 'count',
      arguments: {},
      ...(era === 'modern' ? { _meta: { 'io.modelcontextprotocol/logLevel': 'info' } } : {}),
    });
    await until('a line', () => lines() > 0);
  });
});
