import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withApp } from './testing/app.ts';
import { builtCli, runCli, type BuiltCli } from './testing/cli.ts';
import { makePlace, storeServers, type Place } from './testing/place.ts';

let cli: BuiltCli;
let place: Place;
const servers: Server[] = [];
beforeAll(async () => {
  cli = await builtCli();
  place = makePlace();
});
afterAll(() => place.remove());
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Lets everybody connect, and requires a sign-in for one method; counts its requests. */
async function refusing(refused: string): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  let origin = '';
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const json = (value: object, status = 200, head: object = {}): void =>
        void response
          .writeHead(status, { 'content-type': 'application/json', ...head })
          .end(JSON.stringify(value));
      if (request.url?.startsWith('/.well-known/oauth-protected-resource') === true)
        return json({
          resource: `${origin}/mcp`,
          authorization_servers: [`${origin}/as`],
          scopes_supported: ['skills:read', 'skills:list'],
        });
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const { id, method } = JSON.parse(body) as { id?: number; method: string };
      asked.push(method);
      if (id === undefined) return void response.writeHead(202).end();
      const answer = (rest: object): void => json({ jsonrpc: '2.0', id, ...rest });
      if (method === refused)
        return json({}, 401, {
          'www-authenticate': `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
        });
      if (method === 'initialize')
        return answer({
          result: {
            protocolVersion: '2025-11-25',
            serverInfo: { name: 's', version: '1' },
            capabilities: { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } },
          },
        });
      answer({ error: { code: -32601, message: 'no' } });
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `${origin}/mcp`, asked };
}

describe.each(['skills/list', 'resources/list'])(
  'a server that connects and refuses %s',
  (method) => {
    it('offers a sign-in in the window', async () => {
      const { url, asked } = await refusing(method);
      await withApp({ stored: { s: { type: 'http', url } }, autoRetry: true }, async (app) => {
        const { connection, signIn } = await app.settled('s');
        expect(connection).toMatchObject({
          status: 'failed',
          failure: {
            reason: 'unauthorized',
            message: 'The server asks you to sign in (HTTP 401).',
          },
          retryAt: null,
        });
        expect(signIn.offer).toMatchObject({
          why: 'first',
          issuers: [expect.stringMatching(/\/as$/)],
          scopes: ['skills:read', 'skills:list'],
        });
        // It doesn't reconnect for every following request.
        expect(asked.filter((each) => each === 'initialize')).toHaveLength(1);
      });
    });

    it('is reported by the commands with where, for what and how', async () => {
      const { url } = await refusing(method);
      storeServers(place, { s: { type: 'http', url } });
      for (const words of [['list'], ['verify']]) {
        const { code, stdout } = await runCli(cli, place, words);
        expect(code).toBe(1);
        expect(stdout).toMatch(
          /asks you to sign in \(HTTP 401\)\. What to do: Sign in at http\S+\/as \(scopes: skills:read, skills:list\) with `skillgate login s`\./,
        );
      }
    });
  },
);
