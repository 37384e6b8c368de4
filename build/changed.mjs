import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What changed in this checkout according to git. */
const root = fileURLToPath(new URL('..', import.meta.url));
export const lastFullRun = `${root}build/last-full-run`;

/** The output of a git command; null if it fails. */
export function git(...words) {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', words, options).trim();
  } catch {
    return null;
  }
}

/** Paths that differ between a commit and this checkout, including new files. */
export function pathsSince(commit) {
  const changed = git('diff', '--name-only', commit);
  const added = git('ls-files', '--others', '--exclude-standard');
  if (changed === null || added === null) return null;
  return [...changed.split('\n'), ...added.split('\n')].filter((path) => path !== '');
}

/**
 * The commit to compare with: where this branch left the default one, or the last commit that
 * passed a full run. Null if neither is known here, as in a shallow clone.
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
