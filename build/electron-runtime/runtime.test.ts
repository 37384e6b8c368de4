import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureTestElectron, noWindowReason, whyNoDisplay, whyNoSandbox } from './index.mjs';

describe.runIf(process.platform === 'linux')('an Electron for tests', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skillgate-runtime-'));
    vi.stubEnv('DISPLAY', ':1');
    vi.stubEnv('ELECTRON_SKIP', '');
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  const put = (content: string | Buffer): void =>
    writeFileSync(join(folder, 'electron'), content, { mode: 0o755 });

  it('is the one that was named', async () => {
    put(`#!/bin/sh\necho '{"electron":"45.0.0","node":"24.1.0"}'\n`);
    expect(await ensureTestElectron()).toEqual({
      path: join(folder, 'electron'),
      folder,
      source: 'override',
      electron: '45.0.0',
      node: '24.1.0',
    });
  });

  it('says what is wrong with the named one, and uses no other', async () => {
    const reason = async (): Promise<string | undefined> => (await ensureTestElectron()).reason;
    expect(await reason()).toMatch(/ELECTRON_OVERRIDE_DIST_PATH is set, but .* is not there$/);
    // A program for RISC-V.
    put(Buffer.from('7f454c460201010000000000000000000200f300', 'hex'));
    expect(await reason()).toMatch(/electron is not for (x64|arm64)$/);
    put(
      '#!/bin/sh\necho "libgtk-3.so.0: cannot open shared object file: No such file" >&2; exit 127',
    );
    expect(await reason()).toMatch(/does not start \(libgtk-3\.so\.0: cannot open/);
  });

  it('says that there is no display and no Xvfb, and what to do', () => {
    vi.stubEnv('PATH', folder);
    vi.spyOn(console, 'log').mockImplementation(() => {});
    expect(whyNoDisplay({}, 'linux')).toBe(
      'there is no display: set DISPLAY, or install Xvfb (Debian: apt-get install xvfb)',
    );
    expect(whyNoDisplay({ DISPLAY: ':0' }, 'linux')).toBeNull();
    expect(whyNoDisplay({}, 'darwin')).toBeNull();
  });

  it('says that this machine allows no user namespaces', () => {
    const script = (text: string): void =>
      writeFileSync(join(folder, 'unshare'), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    vi.stubEnv('PATH', folder);
    expect(whyNoSandbox()).toMatch(/^unshare is not here/);
    script('exit 1');
    expect(whyNoSandbox()).toMatch(/^this machine allows no user namespaces/);
    script('exit 0');
    expect(whyNoSandbox()).toBeNull();
  });

  it('isn’t searched for if it isn’t wanted', async () => {
    vi.stubEnv('ELECTRON_SKIP', '1');
    expect(await ensureTestElectron()).toEqual({ reason: 'ELECTRON_SKIP is set' });
  });
});

describe('a window for the person at this machine', () => {
  it('isn’t available to root or without a display', () => {
    expect(noWindowReason({}, 'linux', 1000)).toBe('there is no display');
    expect(noWindowReason({ DISPLAY: ':0' }, 'linux', 0)).toMatch(/root/);
    expect(noWindowReason({ WAYLAND_DISPLAY: 'w' }, 'linux', 1000)).toBeNull();
    expect(noWindowReason({}, 'win32', undefined)).toBeNull();
  });
});
