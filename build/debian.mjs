import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether packages can be installed here: Debian or a derivative, as root. */
export const canInstall = () => existsSync('/etc/debian_version') && process.getuid?.() === 0;

const quietly = () => ({ ...process.env, DEBIAN_FRONTEND: 'noninteractive' });

/** The package's name in this release: libraries were renamed for 64-bit time. */
function available(name) {
  for (const one of [name, `${name}t64`]) {
    const { stdout } = spawnSync('apt-cache', ['policy', one], { encoding: 'utf8' });
    if (/Candidate: (?!\(none\))/.test(stdout ?? '')) return one;
  }
  return null;
}

/** Installs Debian packages, by default without recommended ones. Returns whether it worked. */
export function installDebian(names, { recommended = false } = {}) {
  if (!canInstall()) return false;
  const apt = (...args) =>
    spawnSync('apt-get', args, { env: quietly(), stdio: 'inherit' }).status === 0;
  if (!apt('update', '-qq')) return false;
  const found = names.map(available).filter((name) => name !== null);
  const extent = recommended ? [] : ['--no-install-recommends'];
  return apt('install', '-y', '-qq', ...extent, ...found);
}
