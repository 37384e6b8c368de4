import { describe, expect, it } from 'vitest';
import { consentFingerprint } from '../../core/start/fingerprint.ts';
import { err } from '../../../shared/result.ts';
import type { ServerConfig } from '../ports/servers.ts';
import { stage } from '../testing/stage.ts';
import { addServer, updateServer, viewStart } from './configure.ts';
import { setStartFolder } from './start-folder.ts';

const command: ServerConfig = { type: 'stdio', command: 'serve', args: [], env: { KEY: 'k' } };

async function scene() {
  const on = await stage({ servers: {} });
  await addServer(
    on.app,
    'acme',
    { type: 'stdio', command: 'serve', args: [], env: { KEY: { set: 'k' } } },
    { connect: false },
  );
  return {
    ...on,
    config: async () => (await on.servers.store.list())[0]?.config,
  };
}

describe('the folder that a stored server starts in', () => {
  it('is stored beside its entry, and leaves identity, secrets and permission', async () => {
    const { app, consents, config, server } = await scene();
    const { identity } = server('acme');
    await consents.store.allow('acme', consentFingerprint(command));
    expect(await setStartFolder(app, 'acme', '/srv/notes')).toMatchObject({ ok: true });
    const moved = { ...command, startIn: '/srv/notes' };
    expect(await config()).toEqual({ ok: true, value: moved });
    expect(server('acme').identity).toEqual(identity);
    expect(consents.allowed.get('acme')).toBe(consentFingerprint(moved));
    expect(await viewStart(app, 'acme')).toMatchObject({
      value: { start: { folder: '/srv/notes' } },
    });
    expect(await setStartFolder(app, 'acme', null)).toMatchObject({ ok: true });
    expect(await config()).toEqual({ ok: true, value: command });
    expect(consents.allowed.get('acme')).toBe(consentFingerprint(command));
  });

  it('allows no command that was not', async () => {
    const { app, consents } = await scene();
    await setStartFolder(app, 'acme', '/srv/notes');
    expect(consents.allowed.has('acme')).toBe(false);
  });

  it('stays as it was, with its permission, where the list cannot be written', async () => {
    const { app, consents, servers } = await scene();
    await consents.store.allow('acme', consentFingerprint(command));
    servers.store.update = async () => err('unwritable');
    expect(await setStartFolder({ ...app, servers: servers.store }, 'acme', '/srv')).toMatchObject({
      ok: false,
      error: { code: 'store' },
    });
    expect(consents.allowed.get('acme')).toBe(consentFingerprint(command));
  });

  it('asks again when a window changes it, and wants the secrets of the server again', async () => {
    const { app, consents } = await scene();
    await consents.store.allow('acme', consentFingerprint(command));
    const openedOn = {
      ...{ type: 'stdio' as const, command: 'serve', args: [], envNames: ['KEY'] },
    };
    const edit = (value: { kept: true } | { set: string }) =>
      updateServer(
        app,
        'acme',
        'acme',
        { type: 'stdio', command: 'serve', args: [], env: { KEY: value }, startIn: '/srv' },
        { openedOn },
      );
    expect(await edit({ kept: true })).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    expect(await edit({ set: 'k' })).toMatchObject({ ok: true });
    expect(consents.allowed.get('acme')).not.toBe(
      consentFingerprint({ ...command, startIn: '/srv' }),
    );
  });

  it('is a whole path', async () => {
    const { app } = await scene();
    const input = { type: 'stdio' as const, command: 'x', args: [], env: {}, startIn: 'sub' };
    expect(await addServer(app, 'other', input, { connect: false })).toMatchObject({ ok: false });
  });
});
