import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { honest, capabilities } from '../../e2e/servers/defects/honest.ts';
import type { ConformanceReport } from '../../shared/model/report.ts';
import { builtCli, runCli, type BuiltCli } from './testing/cli.ts';
import { makePlace, storeServers, type Place } from './testing/place.ts';

let cli: BuiltCli;
let place: Place;
const servers: Server[] = [];
beforeAll(async () => {
  cli = await builtCli();
});
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A good server over HTTP; `refuse` says which requests it rejects for now. */
async function serving(refuse: (method: string, nth: number) => Refusal | null) {
  const asked: { readonly method: string; readonly at: number }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const { id, method, params } = JSON.parse(body) as {
        id?: number;
        method: string;
        params: Record<string, unknown>;
      };
      if (id === undefined) return void response.writeHead(202).end();
      asked.push({ method, at: Date.now() });
      const refusal = refuse(method, asked.filter((one) => one.method === method).length);
      if (refusal !== null)
        return void response.writeHead(refusal.status, refusal.headers).end('slow down');
      const hello = {
        ...{ supportedVersions: ['2026-07-28'], capabilities, resultType: 'complete' },
        ...{ serverInfo: { name: 's', version: '1' }, ttlMs: 0, cacheScope: 'private' },
      };
      const answer = method === 'server/discover' ? { result: hello } : honest(method, params);
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    });
  });
  servers.push(server);
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  storeServers(place, { s: { type: 'http', url } });
  return asked;
}

const json = { 'content-type': 'text/plain' };
const broken = ({ checks }: ConformanceReport): string[] =>
  checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);

async function checked() {
  const { code, stdout, stderr } = await runCli(cli, place, [
    ...['conformance', '--server', 's', '--json'],
  ]);
  return { code, stderr, report: stdout === '' ? null : (JSON.parse(stdout) as ConformanceReport) };
}

describe('a checked server that asks for a pause', () => {
  it.each<readonly [string, Refusal]>([
    ['429 for a second', { status: 429, headers: { ...json, 'retry-after': '1' } }],
    ['429 without a time', { status: 429 }],
    ['503 without a time', { status: 503 }],
  ])('with HTTP %s is asked again afterwards, and judged by that answer', async (_, no) => {
    const asked = await serving((method, nth) => (method === 'skills/get' && nth <= 2 ? no : null));
    const { code, report } = await checked();
    expect(report === null ? null : broken(report)).toEqual([]);
    expect(report?.unfinished).toEqual([]);
    expect(code).toBe(0);
    const gets = asked.filter(({ method }) => method === 'skills/get');
    expect((gets[2]?.at ?? 0) - (gets[0]?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('until a date gets it (waits until then)', async () => {
    const until = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 4_000);
    const headers = { 'retry-after': until.toUTCString() };
    const asked = await serving((method, nth) =>
      method === 'skills/list' && nth === 1 ? { status: 429, headers } : null,
    );
    const { code } = await checked();
    const lists = asked.filter(({ method }) => method === 'skills/list');
    expect(lists[1]?.at).toBeGreaterThanOrEqual(until.getTime() - 20);
    expect(code).toBe(0);
  });

  it("for an hour isn't asked again, and nothing counts against it", async () => {
    const headers = { 'retry-after': '3600' };
    const asked = await serving((method) =>
      method === 'resources/read' ? { status: 429, headers } : null,
    );
    const { code, report } = await checked();
    expect(report === null ? null : broken(report)).toEqual([]);
    expect(code).toBe(3);
    expect(report?.unfinished.join()).toMatch(
      /refused or not sent: The server got too many requests \(HTTP 429\)/,
    );
    const first = asked.findIndex(({ method }) => method === 'resources/read');
    expect(asked.length - first).toBeLessThanOrEqual(8);
    const file = report?.checks.find(({ id }) => id === 'skillgate/files-readable');
    expect(file).toMatchObject({ verdict: 'skipped', why: expect.stringMatching(/HTTP 429/) });
  });

  it('while connecting is connected to later', async () => {
    await serving((method, nth) =>
      method === 'server/discover' && nth === 1
        ? { status: 503, headers: { 'retry-after': '1' } }
        : null,
    );
    const { code, report } = await checked();
    expect(report === null ? null : broken(report)).toEqual([]);
    expect(code).toBe(0);
  });
});

describe('a server that refuses reads for a while', () => {
  it('gets a pause from verify, too, and is verified afterwards', async () => {
    const asked = await serving((method, nth) =>
      method === 'resources/read' && nth === 1
        ? { status: 429, headers: { 'retry-after': '1' } }
        : null,
    );
    const { code, stdout } = await runCli(cli, place, ['verify']);
    expect(stdout).toContain('0 failed, 0 could not be read');
    // One of its skills is generated, which nobody can verify.
    expect(code).toBe(3);
    const reads = asked.filter(({ method }) => method === 'resources/read');
    expect((reads.at(-1)?.at ?? 0) - (reads[0]?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('to the end fails no check, and verify says that it refused', async () => {
    const headers = { 'retry-after': '3600' };
    await serving((method) => (method === 'resources/read' ? { status: 429, headers } : null));
    const plain = await runCli(cli, place, ['verify']);
    expect(plain.stdout).toContain('could not be read: refused: too many requests');
    expect(plain.stdout).toContain('Try again in 60 min');
    expect(plain.code).toBe(1);
    const { stdout } = await runCli(cli, place, ['verify', '--json']);
    const { skills, summary } = JSON.parse(stdout) as {
      skills: { status: string; files: { verdict: object }[] }[];
      summary: object;
    };
    expect(summary).toMatchObject({ failed: 0, unread: skills.length });
    for (const { files, status } of skills) {
      expect(status).toBe('unread');
      expect(files.length).toBeGreaterThan(0);
      for (const { verdict } of files)
        expect(verdict).toMatchObject({ status: 'unverifiable', reason: 'too-many-requests' });
    }
  });
});
