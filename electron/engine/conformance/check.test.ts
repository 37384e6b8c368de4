import { describe, expect, it } from 'vitest';
import type { ConformanceReport } from '../../../shared/model/report.ts';
import { ok } from '../../../shared/result.ts';
import { fails, refuses, ServedHere } from '../testing/served.ts';
import { stage } from '../testing/stage.ts';
import { checkedView, exportReport, startCheck } from './check.ts';

/** One server that is up, and a check of it. */
async function serving() {
  const server = new ServedHere(1);
  const on = await stage({ servers: { acme: server } });
  await on.up();
  return {
    ...on,
    served: server,
    run: async (isFresh = false) => {
      await startCheck(on.app, on.server('acme'), isFresh).finished;
      return checkedView(on.app, on.server('acme'));
    },
    last: () => on.app.operations.all().findLast(({ kind }) => kind === 'conformance'),
  };
}

describe('a check of a server', () => {
  it('asks nothing before it is started, and then keeps the report', async () => {
    const { app, server, run, last, served } = await serving();
    expect(checkedView(app, server('acme'))).toEqual({ report: null, flips: null, at: null });
    expect(exportReport(app, server('acme'), 'json').ok).toBe(false);
    const before = served.requests.length;
    const { report, flips, at } = await run();
    expect(served.requests.length).toBeGreaterThan(before);
    expect(report?.checks).toHaveLength(85);
    expect(flips).toBeNull();
    expect(at).not.toBeNull();
    expect(last()).toMatchObject({ status: 'done', stoppable: false });
    expect(last()?.message).toMatch(/^\d+ pass/);
  });

  it('says what flipped since the one before', async () => {
    const { run, served } = await serving();
    await run();
    const honest = served.instead;
    served.instead = ({ method }) => (method === 'skills/get' ? ok({}) : undefined);
    const broken = await run();
    expect(broken.flips?.fresh.length).toBeGreaterThan(0);
    expect(broken.flips?.fixed).toEqual([]);
    served.instead = honest;
    const mended = await run();
    expect(mended.flips?.fixed).toEqual(broken.flips?.fresh);
    expect(mended.flips?.fresh).toEqual([]);
  });

  it('that is stopped says nothing of the server: the report before stands', async () => {
    const { app, server, run, served, last } = await serving();
    const first = await run();
    const { operationId, finished } = startCheck(app, server('acme'), false);
    served.instead = ({ method }) => {
      if (method === 'skills/get') app.operations.cancel(operationId);
      return undefined;
    };
    await finished;
    expect(last()).toMatchObject({ status: 'cancelled' });
    expect(last()?.message).toMatch(/^after \d+ requests$/);
    expect(checkedView(app, server('acme'))).toEqual(first);
  });

  it('is not begun twice at once', async () => {
    const { app, server } = await serving();
    const one = startCheck(app, server('acme'), false);
    expect(startCheck(app, server('acme'), true).operationId).toBe(one.operationId);
    await one.finished;
  });

  it('sees what a server has just after its start, where it is restarted for that', async () => {
    const { run, served } = await serving();
    let sinceStart = 0;
    served.instead = ({ method }) => {
      if (method !== 'skills/list') return undefined;
      sinceStart += 1;
      return sinceStart === 1 ? ok({ skills: [], ttlMs: 0, cacheScope: 'private' }) : undefined;
    };
    const { report } = await run(true);
    const steady = report?.checks.find(({ id }) => id === 'skillgate/steady-listing');
    expect(steady?.faults.map(({ said }) => said)).toEqual(["it isn't in the first listing"]);
  });

  it('has sixteen reads under way at once', async () => {
    const { run, served } = await serving();
    let under = 0;
    let most = 0;
    served.instead = async ({ method, options }) => {
      if (method !== 'resources/read' || options.width === undefined) return undefined as never;
      under += 1;
      most = Math.max(most, under);
      await new Promise((go) => setTimeout(go, 20));
      under -= 1;
      return undefined as never;
    };
    await run();
    expect(most).toBe(16);
  });

  it('finds reads that are mixed up only where more than eight are under way', async () => {
    const server = new ServedHere(12);
    const on = await stage({ servers: { acme: server } });
    await on.up();
    let under = 0;
    let before: string | null = null;
    server.instead = async ({ method, params }) => {
      if (method !== 'resources/read') return undefined as never;
      under += 1;
      await new Promise((go) => setTimeout(go, 10));
      const crowd = under > 8;
      const uri = String(params['uri']);
      const text = `The content of ${crowd && before !== null ? before : uri}`;
      before = uri;
      under -= 1;
      return ok({ contents: [{ uri, text }] });
    };
    await startCheck(on.app, on.server('acme'), false).finished;
    const { report } = checkedView(on.app, on.server('acme'));
    const reads = report?.checks.find(({ id }) => id === 'skillgate/reads-at-once');
    expect(reads?.verdict).toBe('fail');
  });

  it('blames no method that it could not ask any more', async () => {
    const { run, served, server } = await serving();
    served.instead = ({ method, params }) =>
      method === 'skills/get' && params['uri'] !== 'skill://skill-0/SKILL.md'
        ? fails({ reason: 'closed', message: 'It ended.' })
        : method === 'resources/read' || method === 'resources/directory/read'
          ? fails({ reason: 'unavailable', message: 'It broke too often.' } as never)
          : undefined;
    const { report } = await run();
    const verdictOf = (id: string) => report?.checks.find((one) => one.id === id)?.verdict;
    expect(verdictOf('skillgate/files-readable')).toBe('skipped');
    expect(verdictOf('skillgate/error-codes')).toBe('skipped');
    expect(report?.unfinished.join()).toContain('were not sent');
    expect(server('acme').label).toBe('acme');
  });

  it.each([
    ['unknown', refuses(-32_601, 'Method not found'), /^Register a handler for skills\/get/],
    ['failing', refuses(-32_603, 'TypeError'), /^The handler for skills\/get exists but/],
    ['silent', fails({ reason: 'timeout', message: 'No answer.' }), /^Answer skills\/get in time/],
  ])('says what fixes a method that is %s', async (_, answer, fix) => {
    const { run, served } = await serving();
    served.instead = ({ method }) => (method === 'skills/get' ? answer : undefined);
    const { report } = await run();
    const get = report?.checks.find(({ id }) => id === 'sep-2640-skills-get-implemented');
    expect(get?.verdict).toBe('fail');
    expect(get?.fix).toMatch(fix);
  });

  /** A check of a server of which these methods never answer, and what it was waited for, in ms. */
  async function waitedFor(silent: readonly string[]) {
    const server = new ServedHere(30);
    const on = await stage({ servers: { acme: server } });
    await on.up();
    const began = on.clock.now();
    // Requests that are sent together are waited for together.
    let under = 0;
    server.instead = async ({ method, options }) => {
      if (!silent.includes(method)) return undefined as never;
      const until = on.clock.now() + (options.timeoutMs ?? 30_000);
      under += 1;
      await new Promise((go) => setTimeout(go, 5));
      under -= 1;
      on.clock.move(Math.max(0, until - on.clock.now()));
      return fails({ reason: 'timeout', message: `No answer within ${options.timeoutMs} ms.` });
    };
    await startCheck(on.app, on.server('acme'), false).finished;
    expect(under).toBe(0);
    const { report } = checkedView(on.app, on.server('acme'));
    return { report, waited: on.clock.now() - began };
  }
  const fixes = (report: ConformanceReport | null, of: string): ConformanceReport['checks'] =>
    report?.checks.filter(
      ({ verdict, fix }) =>
        verdict === 'fail' && fix === `Answer ${of} in time, with an error if you have no result.`,
    ) ?? [];

  it.each([['skills/get'], ['resources/read'], ['skills/list'], ['resources/directory/read']])(
    'waits for %s, which never answers, less than a minute in all, and says which it is',
    async (silent) => {
      const { report, waited } = await waitedFor([silent]);
      expect(waited).toBeLessThanOrEqual(40_000);
      expect(fixes(report, silent).length).toBeGreaterThan(0);
      const failed = report?.checks.filter(({ verdict }) => verdict === 'fail') ?? [];
      const evidence = failed.flatMap(({ faults }) => faults.map((fault) => fault.evidence));
      expect(evidence.some((one) => one?.asked.startsWith(silent))).toBe(true);
      const passed = report?.checks.filter(({ verdict }) => verdict === 'pass') ?? [];
      expect(passed.filter((check) => check.evidence?.asked.startsWith(silent))).toEqual([]);
      if (silent === 'skills/get')
        expect(report?.unfinished.join()).toContain(
          'requests were not sent: skills/get didn’t answer the earlier ones.',
        );
    },
  );

  const others = ['resources/list', 'skills/get', 'resources/read', 'resources/directory/read'];

  it('waits for four methods that never answer together, and calls each of them hanging', async () => {
    const { report, waited } = await waitedFor(others);
    expect(waited).toBeLessThanOrEqual(45_000);
    for (const method of others) {
      const faults = report?.checks.flatMap((check) => check.faults) ?? [];
      const shown = faults.filter(({ evidence }) => evidence?.asked.startsWith(`${method} `));
      expect(shown.length, method).toBeGreaterThan(0);
      expect(shown[0]?.evidence?.answer).toContain('within 30000 ms');
    }
  });

  it.each(['skills/list', ...others])(
    'waits for all but %s less than a minute, and blames none that it did not wait for',
    async (answering) => {
      const silent = ['skills/list', ...others].filter((method) => method !== answering);
      const { report, waited } = await waitedFor(silent);
      expect(waited).toBeLessThanOrEqual(55_000);
      for (const { faults } of report?.checks ?? [])
        for (const { evidence } of faults)
          if (evidence?.answer.includes('No answer'))
            expect(evidence.answer).toContain('within 30000 ms');
    },
  );

  it('goes on with all others where one skill alone is not answered for', async () => {
    const server = new ServedHere(30);
    const on = await stage({ servers: { acme: server } });
    await on.up();
    server.instead = ({ method, params }) =>
      method === 'skills/get' && params['uri'] === 'skill://skill-5/SKILL.md'
        ? fails({ reason: 'timeout', message: 'No answer.' })
        : undefined;
    await startCheck(on.app, on.server('acme'), false).finished;
    const { report } = checkedView(on.app, on.server('acme'));
    const agrees = report?.checks.find(({ id }) => id === 'skillgate/get-agrees');
    expect(agrees?.faults.map(({ subject }) => subject)).toEqual(['skill://skill-5/SKILL.md']);
    expect(report?.unfinished).toEqual([]);
  });

  it('says while it goes on what it waits for', async () => {
    const { run, app, served, last } = await serving();
    const said: (string | undefined)[] = [];
    served.instead = ({ method }) => {
      if (method === 'skills/get') said.push(last()?.message);
      return undefined;
    };
    await run();
    expect(said[0]).toMatch(/^waiting for .*skills\/get/);
    expect(app.operations.all().at(-1)?.message).not.toContain('waiting');
  });

  it('begins with a connection of its own where that was asked for, and lists again', async () => {
    const { run, served, server } = await serving();
    const { opened } = served;
    await run(true);
    expect(served.opened).toBe(opened + 1);
    expect(server('acme').listing.status).toBe('complete');
  });

  it('of a server that is not there fails and says why', async () => {
    const { run, served, last } = await serving();
    served.unreachable = { reason: 'network', message: 'Nobody answers.', stderr: [] };
    expect((await run(true)).report).toBeNull();
    expect(last()).toMatchObject({
      status: 'failed',
      message:
        'Nobody answers. What to do: Check the address and the network, and whether the server is running.',
    });
  });

  it.each([
    [{ status: 'disabled' }, 'What to do: Switch it on'],
    [{ status: 'uncontacted', changed: false }, 'What to do: Review it on the server’s page'],
    [{ status: 'needs-consent', fingerprint: 'f', changed: false }, 'What to do: Review it on'],
  ] as const)(
    'that cannot connect, as it is %j, says whose turn it is',
    async (connection, said) => {
      const { run, served, server, app, last } = await serving();
      served.unreachable = { reason: 'network', message: 'Nobody answers.', stderr: [] };
      await app.links.close(server('acme'));
      app.catalogue.change(server('acme'), { connection });
      await run();
      expect(last()?.message).toContain(said);
    },
  );

  it('gives the report as Markdown and as the JSON of the command', async () => {
    const { app, server, run } = await serving();
    const { report } = await run();
    const json = exportReport(app, server('acme'), 'json');
    expect(json.ok && JSON.parse(json.value.text)).toEqual(report);
    const markdown = exportReport(app, server('acme'), 'markdown');
    expect(markdown.ok && markdown.value.text).toMatch(/^# Check of `acme`\n/);
  });
});
