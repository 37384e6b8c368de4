import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOver, type Commands } from './testing/commands.ts';
import { conformance } from './testing/conformance.ts';
import { makePlace, type Entry, type Place } from './testing/place.ts';
import { httpServer, stdioServer } from './testing/servers.ts';

let place: Place;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const eras = ['modern', 'legacy'] as const;
const ways = eras.flatMap((era) => [[era, 'stdio'] as const, [era, 'http'] as const]);

describe.each(ways)(
  'a server of the %s era over %s that declares the extension as true',
  (...way) => {
    const [era, transport] = way;
    const served = async () => {
      const args = ['declared-true', '--era', era];
      return transport === 'stdio'
        ? stdioServer(place, 'defects', args)
        : httpServer(place, 'defects', args);
    };

    it('is checked, and fails with its declaration as evidence', async () => {
      const server = await served();
      try {
        const { report, exit } = await conformance(place.root, server.entry);
        expect(exit).toBe(1);
        expect(report.checks.filter(({ verdict }) => verdict === 'fail')).toMatchObject([
          {
            id: 'sep-2640-capability-empty-object',
            fix: 'Declare capabilities.extensions["io.modelcontextprotocol/skills"] as {}.',
            faults: [{ said: 'it is the boolean true', evidence: { answer: 'true' } }],
          },
        ]);
      } finally {
        await server.stop();
      }
    });

    it('is listed with whose turn it is', async () => {
      const server = await served();
      const commands = commandsOver(place.root, server.entry);
      try {
        const { text, exit } = await commands.run('list');
        expect(text).toMatch(
          /declared with the boolean true, where a settings object belongs.* For the server’s author: Declare capabilities\.extensions\["io\.modelcontextprotocol\/skills"\] as \{\}\./,
        );
        expect(text).toContain('skill://acme/refunds/SKILL.md');
        expect(exit).toBe(0);
      } finally {
        commands.end();
        await server.stop();
      }
    });
  },
);

/** A process that declares these capabilities. */
const saying = (era: (typeof eras)[number], capabilities: unknown): Entry => {
  const hello = {
    ...{ supportedVersions: ['2026-07-28'], serverInfo: { name: 's', version: '1' } },
    ...{ resultType: 'complete', ttlMs: 0, cacheScope: 'private' },
    ...(era === 'legacy' ? { protocolVersion: '2025-11-25' } : {}),
    capabilities,
  };
  const first = era === 'legacy' ? 'initialize' : 'server/discover';
  const code = `require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined) return;
    const answer = method === '${first}' ? { result: ${JSON.stringify(hello)} } : { error: { code: -32601, message: 'no' } };
    console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });`;
  return { command: process.execPath, args: ['-e', code] };
};

describe.each(eras)('a server of the %s era with other malformed capabilities', (era) => {
  let commands: Commands;
  afterAll(() => commands.end());

  it("isn't connected to, and the wrong value is named", async () => {
    commands = commandsOver(place.root, saying(era, { tools: 7 }));
    const { text } = await commands.run('list');
    expect(text).toContain('capabilities.tools is the number 7, where an object belongs.');
    expect(text).toContain('For the server’s author');
  });
});
