import { beforeAll, describe, expect, it } from 'vitest';
import { makePlace } from './testing/place.ts';
import { builtCli, type BuiltCli } from './testing/cli.ts';
import { approved, configured, host } from './testing/gateway.ts';
import { httpServer, scene, skill } from './testing/servers.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
});

const uri = 'skill://refunds/SKILL.md';
const withheld = 'skill://secret/SKILL.md';

describe('a server over the network', () => {
  it.each([
    ['http', 'modern', 'legacy'],
    ['http', 'legacy', 'modern'],
    ['sse', 'legacy', 'legacy'],
    // An address alone: HTTP+SSE is found out.
    ['untyped', 'legacy', 'legacy'],
  ] as const)('gives approved skills over %s in the %s era', async (wire, behind, era) => {
    const type = wire === 'untyped' ? 'sse' : wire;
    const place = makePlace();
    const served = scene(place, 'served', { skills: [skill('refunds'), skill('secret')] });
    const server = await httpServer(place, 'honest', ['--era', behind, ...served.args], type);
    try {
      const { type: given, ...address } = server.entry;
      await configured(
        cli,
        place,
        'acme',
        wire === 'untyped' ? address : { type: given, ...address },
      );
      await approved(cli, place, 'acme', uri);
      // The app was set up for the server at this address.
      const args = ['--identity', String(server.entry['url'])];
      const end = await host(cli, place, 'acme', { era, args });
      try {
        const { skills } = await end.skills.list();
        expect(skills.map((one) => one.uri)).toEqual([uri]);
        expect(await end.skills.read(skills[0] as never)).toMatchObject({ verified: true });
        await expect(end.client.readResource({ uri: withheld })).rejects.toThrow();
        expect(server.asked()).not.toContain(`resources/read ${withheld}`);
      } finally {
        await end.close();
      }
    } finally {
      await server.stop();
      place.remove();
    }
  });
});
