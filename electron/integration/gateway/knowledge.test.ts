import { afterEach, expect, it } from 'vitest';
import { composeCore, type ComposedCore } from '../../compose-core.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import { pinOf } from '../../core/decisions/identity.ts';
import { metadataDigestOf } from '../../core/decisions/display.ts';
import { ServerConnection } from '../../gateway/session/server-connection.ts';
import { bundled } from '../../mcp/testing/servers.ts';
import { decideSkills } from '../../engine/deciding/decide.ts';
import { makePlace } from '../testing/place.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A server of three skills, as a gateway and another program on the same decisions see it. */
async function scene() {
  const place = makePlace();
  ends.push(async () => place.remove());
  const entry = { command: process.execPath, args: [bundled('honest'), '--skills', '3'] };
  const config = place.write('session.json', { mcpServers: { acme: entry } });
  const program = async () => {
    const core = await composeCore({
      place: { platform: process.platform, home: place.home, env: { SKILLGATE_HOME: place.data } },
      cwd: place.root,
      version: '0.0.0',
      userName: 'tester',
      sample: entry,
      sessionConfig: config,
      allowStart: true,
      autoRetry: false,
      keepLog: false,
    });
    if (!core.ok) throw new Error(core.error);
    const { app }: ComposedCore = core.value;
    const server = app.catalogue.servers.get('acme');
    if (server === undefined) throw new Error('there is no server');
    ends.push(() => app.shutDown());
    const upstream = new ServerConnection(app, server);
    app.follow();
    await upstream.list();
    const approve = async (at: number): Promise<void> => {
      const skill = [...server.skills.values()][at];
      if (skill === undefined) throw new Error(`there is no skill ${at}`);
      const item = {
        server: 'acme',
        uri: skill.uri,
        identity: pinOf(server.identity),
        setDigest: setDigestOf(skill.entry),
        metadataDigest: metadataDigestOf(skill.entry),
        replaces: null,
        grants: [],
      };
      const decision = { action: 'approve', note: '', expiresAt: null } as const;
      const [outcome] = await decideSkills(app, [item], decision);
      expect(outcome?.outcome).toBe('done');
    };
    return { upstream, server, approve };
  };
  return { own: await program(), other: await program() };
}

it('computes what apps get once for each change, not for each request', async () => {
  const { own, other } = await scene();
  const { upstream } = own;
  await own.approve(0);
  const before = upstream.shelf;
  expect(before.skills).toHaveLength(1);
  expect(upstream.shelf).toBe(before);
  const skill = [...own.server.skills.values()][0];
  if (skill === undefined) throw new Error('there is no skill');
  for (const { uri } of skill.record?.resources ?? [])
    expect((await upstream.load(skill, uri, new AbortController().signal)).kind).toBe('loaded');
  expect(upstream.shelf).toBe(before);

  await own.approve(1);
  expect(upstream.shelf.skills).toHaveLength(2);
  await other.approve(2);
  await expect.poll(() => upstream.shelf.skills.length).toBe(3);
});
