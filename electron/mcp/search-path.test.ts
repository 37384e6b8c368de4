import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ok } from '../../shared/result.ts';
import { createConnector } from './connector.ts';
import { createProtocolLog } from './log.ts';
import { connected, stdioConfig } from './testing/servers.ts';

const connector = (path: string | null) =>
  createConnector({
    log: createProtocolLog({ now: Date.now }),
    now: Date.now,
    clientInfo: { name: 'test', version: '0' },
    startPlaces: { folderFor: async () => ok(undefined), searchPath: async () => path },
  });

it.skipIf(process.platform === 'win32')(
  'a server starts with the PATH that its program was looked up on',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'path-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    symlinkSync(process.execPath, join(folder, 'nvm-node'));
    const config = { ...stdioConfig('honest', ['--skills', '1']), command: 'nvm-node' };
    const none = await connector(null).connect('s', config, new AbortController().signal);
    expect(none).toMatchObject({ ok: false, error: { spawn: { why: 'no-command' } } });
    const session = await connected(connector(`${folder}:/usr/bin:/bin`), config);
    expect(session.protocolVersion).toBe('2026-07-28');
    await session.close();
  },
);
