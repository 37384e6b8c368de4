import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What changed in this checkout, as git says. */
const root = fileURLToPath(new URL('..', import.meta.url));
export const lastFullRun = `${root}build/last-full-run`;

/** The output of a git command; null where it fails. */
export function git(...words) {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', words, options).trim();
  } catch {
    return null;
  }
}

/** Paths that differ between a commit and the files of this checkout, new ones included. */
export function pathsSince(commit) {
  const changed = git('diff', '--name-only', commit);
  const added = git('ls-files', '--others', '--exclude-standard');
  if (changed === null || added === null) return null;
  return [...changed.split('\n'), ...added.split('\n')].filter((path) => path !== '');
}

/**
 * The commit that a change is compared with: where this branch left the default one, else the last commit
 * that a full run passed on. Null where neither is known here, as in a shallow clone.
 */
export function comparedWith() {
  const main = git('symbolic-ref', '--short', 'refs/remotes/origin/HEAD') ?? 'origin/main';
  const base = git('merge-base', 'HEAD', main);
  if (base !== null && base !== git('rev-parse', 'HEAD')) return base;
  const [commit = ''] = existsSync(lastFullRun)
    ? readFileSync(lastFullRun, 'utf8').split(/\s/)
    : [];
  return /^[0-9a-f]{40}$/.test(commit) &&
    git('merge-base', '--is-ancestor', commit, 'HEAD') !== null
    ? commit
    : null;
}
