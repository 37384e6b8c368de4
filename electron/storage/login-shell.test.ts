import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foldersIn, joinedPath } from '../core/start/login-path.ts';
import { askLoginShell } from './login-shell.ts';
import { openStartPlaces } from './start-places.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'shell-'));
  for (const name of ['nvm', 'open', 'etc']) mkdirSync(join(root, name));
  chmodSync(join(root, 'open'), 0o777);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const place = (env: Record<string, string> = {}) => ({
  platform: 'linux' as const,
  home: root,
  env: { PATH: '/usr/bin:/bin', ...env },
});

/** A login shell with these settings, which a person wrote. */
function shell(settings: string, name = 'bash'): string {
  const path = join(root, name);
  const text = `#!/bin/bash\nPATH=/usr/bin:/bin\n${settings}\nwhile [ "$1" != -c ]; do shift; done\neval "$2"\n`;
  writeFileSync(path, text, { mode: 0o755 });
  return path;
}
/** A process that has ended but whose parent hasn't noticed runs no more. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(
      existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '',
    );
  } catch {
    return false;
  }
}
const asked = (path: string, ms = 3_000, bytes = 10_000) =>
  askLoginShell(place(), path, { ms, bytes });

describe.skipIf(process.platform === 'win32')('the login shell', () => {
  it.each(['bash', 'zsh', 'fish', 'dash', 'tcsh'])('%s is asked for its PATH', async (name) => {
    const path = shell(`export PATH="${root}/nvm:$PATH"`, name);
    expect(await asked(path)).toEqual({
      shell: path,
      folders: [join(root, 'nvm'), '/usr/bin', '/bin'],
      leftOut: [],
      problem: null,
    });
  });

  it('is the real one of this machine', async () => {
    writeFileSync(join(root, '.profile'), `PATH="$HOME/nvm:$PATH"; export PATH\n`);
    const env = { HOME: root };
    const { folders } = await askLoginShell(place(env), '/bin/sh');
    expect(folders[0]).toBe(join(root, 'nvm'));
  });

  it('may print what it likes around the answer', async () => {
    const banner = `echo 'Welcome! skillgate-00 $PATH'; printf '\\033]0;title\\007'; echo oops >&2`;
    const { folders, problem } = await asked(
      shell(`${banner}; export PATH="${root}/nvm"; trap 'echo bye' EXIT`),
    );
    expect({ folders, problem }).toEqual({ folders: [join(root, 'nvm')], problem: null });
  });

  it('adds no folder that is relative, missing, open to everybody or unreadable', async () => {
    writeFileSync(join(root, 'file'), '');
    const path = `.:bin::${root}/nvm:${root}/open:${root}/gone:${root}/file:/a$(printf '\\033')[31m:${root}/nvm`;
    expect(await asked(shell(`export PATH="${path}"`))).toMatchObject({
      folders: [join(root, 'nvm')],
      leftOut: [
        { folder: '.', why: 'relative' },
        { folder: 'bin', why: 'relative' },
        { folder: '/a\u001b[31m', why: 'unreadable' },
        { folder: join(root, 'open'), why: 'writable' },
        { folder: join(root, 'gone'), why: 'missing' },
        { folder: join(root, 'file'), why: 'missing' },
      ],
    });
  });

  it('that hangs ends within the bound, with what it started', async () => {
    const pids = join(root, 'pids');
    const path = shell(`sleep 300 & echo $! >'${pids}'; sleep 300`);
    // Long enough for the shell to start the first one on a busy machine, too.
    expect(await asked(path, 2_000)).toMatchObject({ folders: [], problem: 'timeout' });
    const pid = Number(readFileSync(pids, 'utf8'));
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it.each([
    ['prints without end', 'yes', 'too-long'],
    ['ends before it answers', 'exit 3', 'no-answer'],
    ['asks a question, which nobody sees', 'read -r -p "Update? " x || exit 1', 'no-answer'],
    ['becomes another program', 'exec true', 'no-answer'],
    ['takes a terminal', 'exec </dev/tty || exit 1', 'no-answer'],
  ] as const)('that %s changes nothing', async (_, settings, problem) => {
    expect(await asked(shell(settings))).toMatchObject({ folders: [], problem });
  });

  it.each([
    ['isn’t there', '/no/such/bash', 'no-shell'],
    ['is unknown', '/bin/false', 'unknown-shell'],
    ['is relative', 'bash', 'no-shell'],
  ])('that %s isn’t started', async (_, path, problem) => {
    expect(await asked(path)).toMatchObject({ folders: [], problem });
  });

  it('isn’t asked if a person turned that off, or on Windows', async () => {
    const path = shell(`touch '${root}/ran'`);
    expect(await askLoginShell(place({ SKILLGATE_LOGIN_SHELL: 'off' }), path)).toMatchObject({
      problem: 'off',
    });
    expect(await askLoginShell({ ...place(), platform: 'win32' }, path)).toMatchObject({
      problem: 'windows',
    });
    expect(existsSync(join(root, 'ran'))).toBe(false);
  });
});

describe('the PATH that the login shell gives', () => {
  it('is between two marks, or nowhere', () => {
    expect(foldersIn('a M/x:/y:/xM b', 'M')?.folders).toEqual(['/x', '/y']);
    for (const text of ['', 'M', 'a M/x', '/x:/y']) expect(foldersIn(text, 'M')).toBeNull();
    const many = Array.from({ length: 1_000 }, (_, index) => `/${index}`).join(':');
    expect(foldersIn(`M${many}M`, 'M')?.folders).toHaveLength(256);
  });

  it('is searched first, then the app’s own', () => {
    expect(joinedPath(['/nvm', '/bin'], '/bin:/opt')).toBe('/nvm:/bin:/opt');
    expect(joinedPath(['/nvm'], undefined)).toBe('/nvm');
  });
});

describe.skipIf(process.platform === 'win32')('a desktop app', () => {
  const command = { type: 'stdio' as const, command: 'npx', args: [], env: {} };
  const opened = (usesLoginShell: boolean, env: Record<string, string>) =>
    openStartPlaces({
      ...{ place: place(env), cwd: root, dataFolder: join(root, 'data'), isHosts: false },
      usesLoginShell,
    });

  it('shows and starts the program that its login shell finds, and the command line doesn’t', async () => {
    const bin = join(root, 'nvm');
    writeFileSync(join(bin, 'npx'), '#!/bin/sh\n', { mode: 0o755 });
    writeFileSync(join(root, '.profile'), `PATH="${bin}:$PATH"; export PATH\n`);
    const env = { HOME: root, SHELL: '/bin/sh' };
    const { shell: found } = await opened(true, env).loginShell();
    // An account with another shell reads other files.
    if (found?.endsWith('/bash') === true)
      writeFileSync(join(root, '.bash_profile'), `. "$HOME/.profile"\n`);
    const desktop = opened(true, env);
    expect(await desktop.programOf(command)).toBe(join(bin, 'npx'));
    expect((await desktop.searchPath())?.split(':')[0]).toBe(bin);
    const line = opened(false, env);
    expect(await line.searchPath()).toBeNull();
    expect(await line.programOf(command)).not.toBe(join(bin, 'npx'));
  });

  it('keeps its own PATH if the login shell gives none', async () => {
    expect(await opened(true, { SKILLGATE_LOGIN_SHELL: 'off' }).searchPath()).toBeNull();
  });
});
