import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/**
 * Electron keeps its sandbox on, and Chromium has none for root. Tests that run as root start it as
 * user 1000 in a user namespace without capabilities: root's files outside belong to that user
 * inside, so servers, data folder and tests agree on owners.
 */
const user = ['--user', '--map-user=1000', '--map-group=1000'];

const isRoot = () => process.platform === 'linux' && process.getuid?.() === 0;
const works = (...args) => spawnSync('unshare', [...args, '--', 'true']);

/** Why Chromium's sandbox can't work here; null if it can. */
export function whyNoSandbox() {
  if (process.platform !== 'linux') return null;
  // Chromium's own first steps: a user namespace and, in it, one for processes.
  const tried = works('--user', '--map-root-user', '--pid', '--fork');
  if (tried.error !== undefined)
    return 'unshare is not here to start Electron with (Debian: apt-get install util-linux)';
  if (tried.status !== 0)
    return 'this machine allows no user namespaces, which Electron’s sandbox needs (sysctl user.max_user_namespaces, kernel.apparmor_restrict_unprivileged_userns; for a container: its seccomp profile)';
  if (isRoot() && works(...user).status !== 0)
    return 'Electron’s sandbox is not for root, and this unshare cannot start it as another user (util-linux 2.38 can)';
  return null;
}

/**
 * Path of a program that starts `executable` so that its sandbox works: itself, or for root a
 * script at `script`, which this writes.
 */
export function sandboxed(executable, script) {
  if (!isRoot()) return executable;
  const quoted = `'${executable.replaceAll("'", String.raw`'\''`)}'`;
  writeFileSync(script, `#!/bin/sh\nexec unshare ${user.join(' ')} -- ${quoted} "$@"\n`, {
    mode: 0o755,
  });
  return script;
}
