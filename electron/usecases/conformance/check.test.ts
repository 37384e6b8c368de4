import { describe, expect, it } from 'vitest';
import { ok } from '../../../shared/result.ts';
import { checks } from '../../core/conformance/registry.ts';
import { ServedHere } from '../testing/served.ts';
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
    run: async (anew = false) => {
      await startCheck(on.app, on.server('acme'), anew).finished;
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
    expect(report?.checks).toHaveLength(checks.length);
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
    expect(last()).toMatchObject({ status: 'failed', message: 'Nobody answers.' });
  });

  it('gives the report as Markdown and as the JSON of the command', async () => {
    const { app, server, run } = await serving();
    const { report } = await run();
    const json = exportReport(app, server('acme'), 'json');
    expect(json.ok && JSON.parse(json.value.text)).toEqual(report);
    const markdown = exportReport(app, server('acme'), 'markdown');
    expect(markdown.ok && markdown.value.text).toMatch(/^# Check of `acme`\n/);
  });
});
