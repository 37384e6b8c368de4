import { beforeAll, expect, it } from 'vitest';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { setDigest } from '../../core/decisions/record.ts';
import { sha256 } from '../../core/digest.ts';
import { openStore } from '../../storage/testing/forge.ts';
import { makePlace } from '../testing/place.ts';
import { until } from '../testing/until.ts';
import { builtCli, runCli, type BuiltCli } from '../testing/cli.ts';
import { approved, configured } from '../testing/gateway.ts';
import { rawHost } from '../testing/raw-host.ts';
import { scene, skill, stdioServer } from '../testing/servers.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
});

const names = Array.from({ length: 260 }, (_, index) => `skill-${index}`);
const uriOf = (name: string): string => `skill://${name}/SKILL.md`;
const first = uriOf('skill-0');

it('serves several pages of approved skills, and none that a decision ended', async () => {
  const place = makePlace();
  const skills = names.map((name) => skill(name));
  const served = scene(place, 'served', { skills });
  const server = stdioServer(place, 'full', ['--era', 'modern', ...served.args]);
  await configured(cli, place, 'acme', server.entry);
  await approved(cli, place, 'acme', first);
  const store = await openStore(place.data);
  const [like] = store.all();
  if (like === undefined) throw new Error('nothing was approved');
  const changes = skills.slice(1).map(({ path, files }) => {
    const resources = Object.entries(files).map(([file, text]) => ({
      uri: `skill://${path}/${file}`,
      digest: sha256(text as string),
      size: Buffer.byteLength(text as string),
    }));
    const record: ApprovalRecord = {
      ...like,
      id: `${like.id}-${path}`,
      uri: uriOf(path),
      name: path,
      resources,
      setDigest: setDigest(resources),
      frontmatter: { ...like.frontmatter, name: path, description: `About ${path}` },
    };
    const { uri } = record;
    const audit = { action: 'approved', server: 'acme', uri, detail: '' } as const;
    return { kind: 'put', record, audit: { ...audit, setDigest: record.setDigest } } as const;
  });
  expect(await store.commit(changes)).toMatchObject({ ok: true });

  const host = await rawHost(cli, place, 'acme', 'modern');
  const list = async (cursor?: unknown) => {
    const { result, error } = await host.ask('skills/list', cursor === undefined ? {} : { cursor });
    const uris = ((result?.['skills'] ?? []) as { uri: string }[]).map(({ uri }) => uri);
    return { uris, next: result?.['nextCursor'], code: error?.code };
  };
  const one = await list();
  const two = await list(one.next);
  expect([one.uris.length, two.uris.length, two.next]).toEqual([250, 10, undefined]);
  expect([...one.uris, ...two.uris].sort()).toEqual(names.map(uriOf).sort());
  expect((await list(`${String(one.next)}0`)).code).toBe(-32_602);

  await runCli(cli, place, ['revoke', '--server', 'acme', '--uri', first]);
  await until('the end of the cursor', async () => (await list(one.next)).code === -32_602);
  const again = await list();
  expect([...again.uris, ...(await list(again.next)).uris]).toHaveLength(259);
  await host.close();
  place.remove();
});
