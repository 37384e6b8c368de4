import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { olderHello, scriptedHttp, sendJson } from '../../mcp/testing/scripted-http.ts';
import { builtCli, runCli, type BuiltCli } from '../testing/cli.ts';
import { approved, configured } from '../testing/gateway.ts';
import { makePlace, type Place } from '../testing/place.ts';
import { rawHost, type RawHost } from '../testing/raw-host.ts';
import { until } from '../testing/until.ts';

const uri = 'skill://hello/SKILL.md';
const text = '---\nname: hello\ndescription: Says hello.\n---\nHello.\n';
const entry = {
  uri,
  frontmatter: { name: 'hello', description: 'Says hello.' },
  resources: [
    {
      uri,
      digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
      size: text.length,
    },
  ],
};
const capabilities = {
  tools: {},
  prompts: {},
  resources: {},
  logging: {},
  extensions: { 'io.modelcontextprotocol/skills': {} },
};
const results: Readonly<Record<string, object>> = {
  'skills/list': { skills: [entry], ttlMs: 0, cacheScope: 'public' },
  'skills/get': { skill: entry, ttlMs: 0, cacheScope: 'public' },
  'resources/read': { contents: [{ uri, mimeType: 'text/markdown', text }] },
  'resources/list': { resources: [{ uri: 'docs://guide', name: 'guide' }] },
  'tools/list': { tools: [{ name: 'count', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'counted' }] },
  'prompts/get': { messages: [] },
  'logging/setLevel': {},
};

describe('a server that loses its sessions, behind the gateway', () => {
  let cli: BuiltCli;
  let place: Place;
  let host: RawHost;
  let stop: () => void;
  const sessions = new Set<unknown>();
  const server = { status: 404, keeps: true, lists: true, asked: [] as string[] };
  const began = (): number => server.asked.filter((method) => method === 'initialize').length;

  beforeAll(async () => {
    cli = await builtCli();
    place = makePlace();
    const scripted = await scriptedHttp(({ request, response, message }) => {
      if (message === null) return void response.writeHead(405).end();
      const { method, id } = message;
      server.asked.push(method);
      if (method === 'initialize') {
        const session = randomUUID();
        if (server.keeps) sessions.add(session);
        response.setHeader('mcp-session-id', session);
        return sendJson(response, 200, { id, result: { ...olderHello, capabilities } });
      }
      if (id === undefined) return void response.writeHead(202).end();
      if (!sessions.has(request.headers['mcp-session-id']))
        return sendJson(response, server.status, {
          id: null,
          error: { code: -32_000, message: 'Bad Request: No valid session ID provided' },
        });
      const empty = { skills: [], ttlMs: 0, cacheScope: 'public' };
      const isEmpty = method === 'skills/list' && !server.lists;
      const result = isEmpty ? empty : results[method];
      if (result === undefined)
        return sendJson(response, 404, { id, error: { code: -32_601, message: 'no such method' } });
      sendJson(response, 200, { id, result });
    });
    ({ stop } = scripted);
    await configured(cli, place, 'acme', { type: 'http', url: scripted.url });
    const { code, stderr } = await approved(cli, place, 'acme', uri);
    if (code !== 0) throw new Error(stderr);
    host = await rawHost(cli, place, 'acme', 'legacy');
    await host.ask('skills/list');
  });
  afterAll(async () => {
    await host.close();
    stop();
    place.remove();
  });
  beforeEach(() => {
    sessions.clear();
    server.keeps = true;
    server.lists = true;
    server.asked = [];
  });

  it.each([400, 401, 404, 410, 500])('begins a new one, with HTTP %i', async (status) => {
    server.status = status;
    for (const [method, params, expected] of [
      ['resources/read', { uri }, { contents: [{ uri, text }] }],
      ['skills/list', {}, { skills: [{ uri }] }],
      ['resources/list', {}, { resources: [{ name: 'guide' }] }],
      ['tools/list', {}, { tools: [{ name: 'count' }] }],
      ['prompts/get', { name: 'p' }, { messages: [] }],
    ] as const) {
      sessions.clear();
      server.asked = [];
      expect((await host.ask(method, params)).result).toMatchObject(expected);
      expect(began()).toBeLessThanOrEqual(1);
    }
    // Its session is there, and a method that is missing stays missing.
    expect((await host.ask('prompts/list')).error).toMatchObject({
      code: -32_601,
      message: 'no such method',
    });
    expect(sessions.size).toBe(1);
  });

  it('whose ids are text has advice for its author', async () => {
    const text = await scriptedHttp(({ response, message }) => {
      if (message?.id === undefined) return void response.writeHead(202).end();
      const { method } = message;
      const result = method === 'initialize' ? { ...olderHello, capabilities } : results[method];
      sendJson(response, 200, {
        id: String(message.id),
        ...(result === undefined ? { error: { code: -32_601, message: 'no' } } : { result }),
      });
    });
    try {
      const elsewhere = makePlace();
      await configured(cli, elsewhere, 'text', { type: 'http', url: text.url });
      const { stdout } = await runCli(cli, elsewhere, ['list', '--json']);
      expect(stdout).toContain('The server answers under the text of an id that is a number.');
      elsewhere.remove();
    } finally {
      text.stop();
    }
  });

  it('never has a tool run twice: the app is told to try again', async () => {
    server.status = 404;
    expect((await host.ask('tools/call', { name: 'count' })).error?.message).toBe(
      'The server ended the session, so tools/call wasn’t sent again. A new session is open: try again.',
    );
    expect(server.asked.filter((method) => method === 'tools/call')).toHaveLength(1);
    expect((await host.ask('tools/call', { name: 'count' })).result).toMatchObject({
      content: [{ text: 'counted' }],
    });
  });

  it('that loses every one is bounded, and nothing looks empty or missing', async () => {
    server.status = 400;
    server.keeps = false;
    const read = await host.ask('resources/read', { uri });
    expect(read.error).toMatchObject({
      code: -32_603,
      message: expect.stringContaining('couldn’t get this file from the server') as string,
    });
    const list = await host.ask('skills/list');
    expect(list.result === undefined ? '' : JSON.stringify(list.result)).toContain(uri);
    expect((await host.ask('resources/list')).error?.code).toBe(-32_603);
    expect(began()).toBeLessThan(20);
  });

  it('from the start gives an app an error, not an empty list', async () => {
    server.status = 400;
    server.keeps = false;
    const other = await rawHost(cli, place, 'acme', 'legacy');
    const list = await other.ask('skills/list');
    expect(list.error).toMatchObject({ code: -32_603 });
    expect((await other.ask('resources/read', { uri })).error).toMatchObject({ code: -32_603 });
    expect((await other.ask('skills/get', { uri })).error).toMatchObject({ code: -32_603 });
    await other.close();
  });

  it('is told the level of the log again', async () => {
    server.status = 404;
    expect(await host.ask('logging/setLevel', { level: 'error' })).toMatchObject({ result: {} });
    sessions.clear();
    server.asked = [];
    await host.ask('tools/list');
    await until('the level', () => server.asked.includes('logging/setLevel'));
    expect(began()).toBe(1);
  });

  it('and can’t be asked for an approved skill that it doesn’t list gives an error', async () => {
    server.status = 404;
    server.lists = false;
    const other = await rawHost(cli, place, 'acme', 'legacy');
    expect((await other.ask('skills/list')).result).toMatchObject({ skills: [] });
    sessions.clear();
    server.keeps = false;
    for (const method of ['skills/get', 'resources/read'])
      expect((await other.ask(method, { uri })).error).toMatchObject({
        code: -32_603,
        message: expect.stringContaining('couldn’t get this') as string,
      });
    await other.close();
  });
});
