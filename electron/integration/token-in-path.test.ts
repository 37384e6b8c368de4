import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { masked } from '../core/import/mask.ts';
import { commandsOver, type Commands } from './testing/commands.ts';
import { makePlace, type Place } from './testing/place.ts';

const token = 'AbC123xyz';

let place: Place;
let server: Server;
let commands: Commands;
beforeAll(async () => {
  place = makePlace();
  server = createServer((request, response) => {
    response.writeHead(404, { 'content-type': 'text/plain' }).end(`nothing at ${request.url}`);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  commands = commandsOver(place.home, { url: `http://127.0.0.1:${port}/s/${token}/mcp` });
});
afterAll(() => {
  commands.end();
  server.close();
  place.remove();
});

it.each(['servers list', 'servers allow s', 'list', 'findings'])(
  "masks a token in an address's path in what `%s` prints, as text and as JSON",
  async (line) => {
    const { text, json } = await commands.run(line);
    expect(`${text}${JSON.stringify(json)}`).not.toContain(token);
    if (line.startsWith('servers')) {
      expect(text).toContain(`/s/${masked}/mcp`);
      expect(JSON.stringify(json)).toContain(`/s/${masked}/mcp`);
    }
  },
);

it("doesn't change the server's identity: requests still use the token", async () => {
  const asked: (string | undefined)[] = [];
  server.on('request', ({ url }) => asked.push(url));
  await commands.run('list');
  expect(asked).toContain(`/s/${token}/mcp`);
});
