import { describe, expect, it, vi } from 'vitest';
import { skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { sha256 } from '../../core/digest.ts';
import { maskedTarget } from '../../core/import/masked-target.ts';
import { consentFingerprint, startFingerprint } from '../../core/start/fingerprint.ts';
import { err, ok } from '../../../shared/result.ts';
import type { ServerInput } from '../../../shared/model/server.ts';
import type { ServerConfig } from '../ports/servers.ts';
import { readFile } from '../reading/read-file.ts';
import { addressOf, stage, type StageOptions } from '../testing/stage.ts';
import { ServedHere } from '../testing/served.ts';
import {
  addSampleServer,
  addServer,
  allowStart,
  openServer,
  removeServer,
  setServerEnabled,
  updateServer,
  viewStart,
} from './configure.ts';
import { syncServers } from './roster.ts';

const main = 'skill://a/SKILL.md';
const served: ServedSkill = { path: 'a', files: { 'SKILL.md': skillMd('a', 'About a') } };
const settle = () => new Promise((done) => setTimeout(done, 10));
const command: ServerConfig = { type: 'stdio', command: 'serve', args: ['--all'], env: {} };
const byForm = (url = 'https://new.example/mcp'): ServerInput => ({
  type: 'http',
  url,
  headers: {},
});
const commandInput = (line = 'serve'): ServerInput => ({
  type: 'stdio',
  command: line,
  args: ['--all'],
  env: {},
});

async function open(more: Omit<StageOptions, 'servers'> = {}, ...labels: string[]) {
  const of = new Map(
    [...(labels.length === 0 ? ['acme'] : labels), 'new'].map((label) => [
      label,
      new ServedHere([served]),
    ]),
  );
  const scene = await stage({ servers: Object.fromEntries(of), ...more });
  await scene.servers.store.remove('new');
  scene.app.catalogue.remove(scene.server('new'));
  scene.consents.allowed.delete('new');
  return {
    ...scene,
    of: (label: string) => of.get(label) as ServedHere,
    configured: async () =>
      (await scene.servers.store.list()).map(({ label, config }) => [
        label,
        config.ok && config.value,
      ]),
  };
}

describe('adding a server', () => {
  it('by its address writes it, and connects to it at once', async () => {
    const { app, of, configured, server } = await open();
    expect(await addServer(app, ' new ', byForm())).toEqual(ok({ label: 'new' }));
    expect(await configured()).toContainEqual([
      'new',
      { type: 'http', url: 'https://new.example/mcp', headers: {} },
    ]);
    await settle();
    expect(of('new').opened).toBe(1);
    expect(server('new').skills.has(main)).toBe(true);
  });

  it('gives a typed command its permission before a window can read the list', async () => {
    const { app } = await open();
    const allow = vi.spyOn(app.consents, 'allow');
    const add = vi.spyOn(app.servers, 'add');
    await addServer(app, 'new', commandInput(), { connect: false, mayStart: true });
    const [first] = allow.mock.invocationCallOrder;
    expect(first).toBeLessThan(add.mock.invocationCallOrder[0] ?? 0);
  });

  it('by its command still asks before it starts', async () => {
    const { app, of, server, consents } = await open();
    await addServer(app, 'new', commandInput());
    await settle();
    expect(server('new').connection.status).toBe('needs-consent');
    expect(of('new').opened).toBe(0);
    expect(consents.allowed.has('new')).toBe(false);
  });

  it('by a command of the shell connects to nothing', async () => {
    const { app, of } = await open();
    await addServer(app, 'new', byForm(), { connect: false });
    await settle();
    expect(of('new').opened).toBe(0);
  });

  it('refuses a label that cannot be one, or that another server has', async () => {
    const { app, configured, consents } = await open();
    expect(await addServer(app, ' ', byForm())).toMatchObject({ error: { code: 'bad-input' } });
    const before = consents.allowed.get('acme');
    expect(await addServer(app, 'acme', byForm())).toEqual(
      err({ code: 'conflict', message: 'Another server is already labeled acme.' }),
    );
    // The yes stays that of the server that has the label.
    expect(consents.allowed.get('acme')).toBe(before);
    expect(await configured()).toHaveLength(1);
  });

  it('refuses what is no address', async () => {
    const { app, configured } = await open();
    expect(await addServer(app, 'new', byForm('nowhere'))).toMatchObject({
      error: { code: 'bad-input' },
    });
    expect(await configured()).toHaveLength(1);
  });

  it('says where it cannot be written', async () => {
    const { app, servers } = await open();
    servers.state.broken = true;
    expect(await addServer(app, 'new', byForm())).toEqual(
      err({ code: 'store', message: 'Couldn’t write /data/servers.json. Nothing was changed.' }),
    );
  });
});

describe('changing a server', () => {
  it('connects to what it is now, and has the yes only for that', async () => {
    const { app, up, configured, consents, server, of } = await open();
    await up('acme');
    expect(await updateServer(app, 'acme', 'acme', byForm())).toEqual(
      ok({ label: 'acme', signIn: 'none' }),
    );
    await settle();
    expect(await configured()).toEqual([
      ['acme', { type: 'http', url: 'https://new.example/mcp', headers: {} }],
    ]);
    expect(of('acme').closed).toBe(1);
    expect(server('acme').identity).toMatchObject({ url: 'https://new.example/mcp' });
    expect(consents.allowed.get('acme')).toBe(
      consentFingerprint({ type: 'http', url: 'https://new.example/mcp', headers: {} }),
    );
  });

  it('to another label takes the yes from the old one', async () => {
    const { app, consents, configured } = await open();
    expect(await updateServer(app, 'acme', 'other', byForm())).toEqual(
      ok({ label: 'other', signIn: 'none' }),
    );
    expect([...consents.allowed.keys()]).toEqual(['other']);
    expect((await configured()).map(([label]) => label)).toEqual(['other']);
  });

  const withSecret = (url: string): ServerConfig => ({
    type: 'http',
    url,
    headers: { Authorization: 'secret' },
  });
  const keeping = (url: string): ServerInput => ({
    type: 'http',
    url,
    headers: { Authorization: { kept: true } },
  });

  it('keeps the secrets that the form does not set, of what it was opened on', async () => {
    const acme = withSecret('https://acme.example/mcp');
    const { app, configured } = await open({ configs: { acme } });
    const to = keeping('https://acme.example/v2');
    expect(await updateServer(app, 'acme', 'acme', to)).toMatchObject({ ok: false });
    expect(
      await updateServer(app, 'acme', 'acme', to, { openedOn: maskedTarget(acme) }),
    ).toMatchObject({
      ok: true,
    });
    expect(await configured()).toEqual([['acme', withSecret('https://acme.example/v2')]]);
  });

  it('gives no secret of what replaced a server meanwhile to what its form says', async () => {
    const evil = withSecret('https://evil.example/mcp');
    const { app, configured, servers, of } = await open({ configs: { acme: evil } });
    const good = withSecret('https://good.example/mcp');
    await servers.store.update('acme', 'acme', good);
    expect(
      await updateServer(app, 'acme', 'acme', keeping('https://evil.example/mcp'), {
        openedOn: maskedTarget(evil),
      }),
    ).toMatchObject({ error: { code: 'stale' } });
    expect(await configured()).toEqual([['acme', good]]);
    expect(of('acme').opened).toBe(0);
  });

  it('refuses a label that another has, that is none, or where there is no server', async () => {
    const { app, consents } = await open({}, 'acme', 'other');
    expect(await updateServer(app, 'acme', 'other', byForm())).toMatchObject({
      error: { code: 'conflict', message: 'Another server is already labeled acme.' },
    });
    expect(consents.allowed.has('acme')).toBe(true);
    expect(await updateServer(app, 'acme', ' ', byForm())).toMatchObject({
      error: { code: 'bad-input' },
    });
    expect(await updateServer(app, 'nobody', 'nobody', byForm())).toEqual(
      err({ code: 'not-found', message: 'There’s no server labeled nobody.' }),
    );
  });

  it('changes nothing where the yes cannot be taken back', async () => {
    const { app, consents, configured } = await open();
    consents.state.broken = true;
    const failed = err({
      code: 'store',
      message: 'Couldn’t save its permission. Nothing was changed.',
    });
    expect(await updateServer(app, 'acme', 'other', byForm())).toEqual(failed);
    expect(await removeServer(app, 'acme', { decisions: false, cache: false })).toEqual(failed);
    expect((await configured()).map(([label]) => label)).toEqual(['acme']);
  });
});

describe('removing a server', () => {
  const decided = async () => {
    const scene = await open();
    await scene.up('acme');
    await readFile(scene.app, scene.skill('acme', main), main, { keep: true });
    await scene.approve('acme', main);
    await scene.app.keeper.settled();
    const { identity } = scene.server('acme');
    if (identity === null) throw new Error('it has one');
    return { ...scene, identity };
  };

  it('takes it away, with its connection and the yes to it, and keeps what was decided', async () => {
    const { app, of, identity, consents, snapshots, told } = await decided();
    expect(await removeServer(app, 'acme', { decisions: false, cache: false })).toEqual(
      ok({ signIn: 'none' }),
    );
    expect(app.catalogue.servers.size).toBe(0);
    expect(of('acme').closed).toBe(1);
    expect(consents.allowed.size).toBe(0);
    expect(app.approvals.find(identity, main)?.decision).toBe('approved');
    expect(snapshots.held.size).toBe(1);
    expect(told('server-removed').map(({ label }) => label)).toEqual(['new', 'acme']);
    expect(app.kept.get('acme', sha256(served.files['SKILL.md'] ?? ''))).toBeNull();
  });

  it('forgets its decisions only when asked to, and lets no undo bring them back', async () => {
    const { app, identity, snapshots, lines, decide, item } = await decided();
    const [outcome] = await decide('deny', [item('acme', main)]);
    await removeServer(app, 'acme', { decisions: true, cache: false });
    expect(app.approvals.find(identity, main)).toBeNull();
    expect(snapshots.held.size).toBe(1);
    expect((await lines()).at(-1)).toMatchObject({ action: 'forgotten', detail: 'server removed' });
    expect(app.undoable.find(outcome?.undo ?? '')).toBeUndefined();
  });

  it('forgets its text only when asked to', async () => {
    const { app, identity, snapshots } = await decided();
    await removeServer(app, 'acme', { decisions: false, cache: true });
    expect(snapshots.held.size).toBe(0);
    expect(app.approvals.find(identity, main)).not.toBeNull();
  });

  it('says where its decisions could not be forgotten', async () => {
    const { app, commits } = await decided();
    commits.failure = { reason: 'write-failed', message: 'the disk is full' };
    expect(await removeServer(app, 'acme', { decisions: true, cache: true })).toEqual(
      err({ code: 'store', message: 'the disk is full' }),
    );
  });

  describe('that was signed in to', () => {
    const resource = 'https://acme.example/mcp';
    const grant = { resource, issuer: 'https://id.example', client: {}, expiresAt: null };
    const tokens = { access_token: 'secret-token' };
    const forget = { decisions: false, cache: false };
    const signedIn = async (...labels: string[]) => {
      const scene = await open({}, ...labels);
      const { credentials } = scene.app;
      await credentials.put({ ...grant, tokens });
      const kept = async () => {
        const grants = await credentials.grants(resource);
        return grants.ok && grants.value.length;
      };
      return { ...scene, credentials, kept };
    };

    it('forgets that, and says so', async () => {
      const { app, kept } = await signedIn();
      expect(await removeServer(app, 'acme', forget)).toEqual(ok({ signIn: 'forgotten' }));
      expect(await kept()).toBe(0);
    });

    it('keeps it for another one at the same address, until that is removed', async () => {
      const { app, kept, servers } = await signedIn();
      const config = { type: 'sse', url: resource, headers: { A: 'b' } } as const;
      await servers.store.add('twin', config);
      await syncServers(app, false);
      expect(await removeServer(app, 'acme', forget)).toEqual(ok({ signIn: 'shared' }));
      expect(await kept()).toBe(1);
      expect(await removeServer(app, 'twin', forget)).toEqual(ok({ signIn: 'forgotten' }));
      expect(await kept()).toBe(0);
    });

    it('waits for a renewal that is under way, which would bring it back', async () => {
      const { app, kept, credentials } = await signedIn();
      const renewal = credentials.exclusively(resource, async () => {
        await settle();
        await credentials.put({ ...grant, tokens: { access_token: 'renewed' } });
      });
      await removeServer(app, 'acme', forget);
      await renewal;
      expect(await kept()).toBe(0);
    });

    it('gives up a sign-in that is under way', async () => {
      const { app } = await signedIn();
      const cancelled: string[] = [];
      app.signIns.cancel = ({ label }) => void cancelled.push(label);
      await removeServer(app, 'acme', forget);
      expect(cancelled).toEqual(['acme']);
    });

    it.each([
      ['has another address', { url: 'https://moved.example/mcp' }, 'forgotten', 0],
      ['has its address still', { url: resource }, 'none', 1],
    ])('forgets it, too, when it is edited and %s', async (_, change, signIn, left) => {
      const { app, kept } = await signedIn();
      const to = { type: 'http', ...change, headers: [], startTimeout: 5 } as never;
      expect(await updateServer(app, 'acme', 'acme', to)).toEqual(ok({ label: 'acme', signIn }));
      expect(await kept()).toBe(left);
    });

    it('forgets a registration alone without a word', async () => {
      const { app, kept, credentials } = await signedIn();
      await credentials.put({ ...grant, tokens: null });
      expect(await removeServer(app, 'acme', forget)).toEqual(ok({ signIn: 'none' }));
      expect(await kept()).toBe(0);
    });

    it('says where it could not be forgotten, and is removed all the same', async () => {
      const { app, credentials, configured } = await signedIn();
      credentials.drop = async () => err('locked');
      expect(await removeServer(app, 'acme', forget)).toEqual(ok({ signIn: 'unchanged' }));
      credentials.grants = async () => err('wrong-key');
      await syncServers(app, false);
      expect(await configured()).toEqual([]);
    });

    it('leaves it where it leaves the list of one session only', async () => {
      const { app, kept, server } = await signedIn();
      const { configured } = server('acme');
      app.catalogue.remove(server('acme'));
      app.catalogue.add({ ...configured, source: 'session' });
      expect(await removeServer(app, 'acme', forget)).toEqual(ok({ signIn: 'none' }));
      expect(await kept()).toBe(1);
    });
  });

  it('that is not there says so', async () => {
    const { app } = await open();
    expect(await removeServer(app, 'nobody', { decisions: true, cache: true })).toMatchObject({
      error: { code: 'not-found' },
    });
  });
});

describe('switching a server off', () => {
  it('ends its connection, and switching it on makes one', async () => {
    const { app, up, of, server } = await open();
    await up('acme');
    expect(await setServerEnabled(app, 'acme', false)).toEqual(ok({}));
    await settle();
    expect(server('acme').connection.status).toBe('disabled');
    expect(of('acme').closed).toBe(1);
    await setServerEnabled(app, 'acme', true);
    await settle();
    expect(server('acme').connection.status).toBe('ready');
    expect(await setServerEnabled(app, 'nobody', true)).toMatchObject({
      error: { code: 'not-found' },
    });
  });
});

describe('asking to connect', () => {
  it('is the yes to an address that another program wrote', async () => {
    const { app, server, consents } = await open({ unasked: ['acme'] });
    await openServer(app, server('acme'));
    expect(consents.allowed.get('acme')).toBe(consentFingerprint(addressOf('acme')));
    expect(server('acme').skills.size).toBe(1);
  });

  it('is no yes to a command', async () => {
    const { app, server, consents, of } = await open({
      configs: { acme: command },
      unasked: ['acme'],
    });
    await openServer(app, server('acme'));
    expect(consents.allowed.size).toBe(0);
    expect(of('acme').opened).toBe(0);
  });

  it('ends what is under way, and starts over', async () => {
    const { app, up, server, of } = await open();
    await up('acme');
    const work = app.operations.start(
      { kind: 'verify', server: 'acme' },
      (signal) =>
        new Promise((end) => signal.addEventListener('abort', () => end({ message: 'stopped' }))),
    );
    await openServer(app, server('acme'));
    await work.finished;
    expect(of('acme')).toMatchObject({ opened: 2, closed: 1 });
  });
});

describe('the yes to a command', () => {
  const asking = () => open({ configs: { acme: command }, unasked: ['acme'] });

  it('is to exactly what was shown, and starts it', async () => {
    const { app, server } = await asking();
    const view = await viewStart(app, 'acme');
    expect(view).toMatchObject({ value: { fingerprint: startFingerprint(command) } });
    expect(await allowStart(app, 'acme', startFingerprint(command))).toEqual(ok({}));
    await settle();
    expect(server('acme').connection.status).toBe('ready');
  });

  it('starts what is in the list by then, and nothing that no screen shows', async () => {
    const { app, server, servers, consents, of } = await asking();
    const before = server('acme');
    const allow = app.consents.allow.bind(consents.store);
    app.consents.allow = async (...given) => {
      const done = await allow(...given);
      // The file could not be read for a moment: everything left the list, and came again.
      const list = await servers.store.list();
      servers.writtenElsewhere([]);
      await syncServers(app, false);
      servers.writtenElsewhere(list);
      await syncServers(app, false);
      return done;
    };
    expect(await allowStart(app, 'acme', startFingerprint(command))).toEqual(ok({}));
    await settle();
    expect(server('acme')).not.toBe(before);
    expect(server('acme').connection.status).toBe('ready');
    expect(of('acme').opened).toBe(1);
  });

  it('of a command of the shell starts nothing', async () => {
    const { app, of, consents } = await asking();
    await allowStart(app, 'acme', startFingerprint(command), { connect: false });
    await settle();
    expect(of('acme').opened).toBe(0);
    expect(consents.allowed.get('acme')).toBe(startFingerprint(command));
  });

  it('is not to another one', async () => {
    const { app, consents } = await asking();
    expect(await allowStart(app, 'acme', 'another')).toEqual(
      err({ code: 'stale', message: 'The command changed while you were looking at it.' }),
    );
    expect(consents.allowed.size).toBe(0);
  });

  it('is none to an address, or to what is not there', async () => {
    const { app } = await open();
    for (const label of ['acme', 'nobody']) {
      const none = err({ code: 'not-found', message: `There’s no command named ${label}.` });
      expect(await viewStart(app, label)).toEqual(none);
      expect(await allowStart(app, label, 'x')).toEqual(none);
    }
  });

  it('that cannot be written starts nothing', async () => {
    const { app, consents, of } = await asking();
    consents.state.broken = true;
    expect(await allowStart(app, 'acme', startFingerprint(command))).toEqual(
      err({ code: 'store', message: 'Couldn’t save the permission.' }),
    );
    await settle();
    expect(of('acme').opened).toBe(0);
  });
});

describe('the sample server', () => {
  it('is added once, with a yes, and connected to', async () => {
    const { app, configured, consents } = await open();
    expect(await addSampleServer(app)).toEqual(ok({ label: 'sample' }));
    const sample = {
      type: 'stdio',
      command: 'skillgate',
      args: ['sample-server'],
      env: {},
    } as const;
    expect(await configured()).toContainEqual(['sample', sample]);
    expect(consents.allowed.get('sample')).toBe(startFingerprint(sample));
    expect(await addSampleServer(app)).toEqual(ok({ label: 'sample' }));
    expect(await configured()).toHaveLength(2);
    expect(app.catalogue.servers.get('sample')?.connection.status).not.toBe('needs-consent');
  });

  it('takes a label that is free, and finds itself under another', async () => {
    const { app } = await open({}, 'sample');
    expect(await addSampleServer(app)).toEqual(ok({ label: 'sample-2' }));
    expect(await addSampleServer(app)).toEqual(ok({ label: 'sample-2' }));
  });

  it('says where it cannot be written', async () => {
    const { app, servers } = await open();
    servers.state.broken = true;
    expect(await addSampleServer(app)).toMatchObject({ error: { code: 'store' } });
  });
});

describe('what a file has by now', () => {
  it('is what is held, and what stayed the same is left alone', async () => {
    const { app, up, server, of, servers } = await open();
    await up('acme');
    const before = server('acme');
    await syncServers(app);
    expect(server('acme')).toBe(before);
    expect(of('acme').closed).toBe(0);
    servers.writtenElsewhere([]);
    await syncServers(app);
    expect(app.catalogue.servers.size).toBe(0);
    expect(of('acme').closed).toBe(1);
  });
});

it('a list that was read before a server was added does not take it away', async () => {
  const { app, server, servers } = await open();
  const old = await servers.store.list();
  let read = (): void => {};
  const list = servers.store.list.bind(servers.store);
  app.servers.list = () => new Promise((done) => (read = () => done(old)));
  const slow = syncServers(app);
  await settle();
  app.servers.list = list;
  const added = addServer(app, 'new', byForm());
  await settle();
  read();
  await Promise.all([slow, added]);
  expect(server('new').label).toBe('new');
});
