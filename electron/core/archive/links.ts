import { limits } from '../limits.ts';
import { type ArchiveRefusal, type RawArchiveEntry, refusal } from './archive.ts';
import { foldPath } from './path.ts';

const control = /[\u0000-\u001f\u007f-\u009f]/;
const absolute = /^(?:\/|\\|[A-Za-z]:)/;

/**
 * Why the target of a link leaves the root, or null. The author controls every link, and a target
 * through a second link means something else on disk (`d -> ..`, then `d/../x`), so that is
 * refused.
 * @param path of the link, below the root.
 * @param isLink whether a symbolic link is at a path, given as its folded segments.
 */
export function linkFault(
  entry: RawArchiveEntry,
  path: string,
  isLink: (folded: readonly string[]) => boolean,
): ArchiveRefusal | null {
  if (entry.kind !== 'symlink' && entry.kind !== 'hardlink') return null;
  const target = entry.linkTarget ?? '';
  const refuse = (why: string): ArchiveRefusal =>
    refusal('link-outside', `A link ${why}.`, {
      entry: path,
      expected: 'a target inside the archive',
      actual: target,
    });
  if (target === '') return refuse('has no target');
  if (target.length > limits.archivePathLength) return refuse('has a target that is too long');
  if (control.test(target) || target.includes('\\'))
    return refuse('has a backslash or a control character in its target');
  if (absolute.test(target)) return refuse('has an absolute target');
  // The target of a symbolic link is relative to its folder, that of a hard link to the root.
  const at = entry.kind === 'symlink' ? [...foldPath(path)].slice(0, -1) : [];
  const steps = target.split('/');
  if (steps.length > 2 * limits.archiveDepth) return refuse('has a target that is too deep');
  for (const step of steps) {
    if (step === '' || step === '.') continue;
    if (isLink(at)) return refuse('goes through another link');
    if (step !== '..') at.push(...foldPath(step));
    else if (at.pop() === undefined) return refuse('leaves the root');
  }
  if (entry.kind === 'hardlink' && isLink(at)) return refuse('goes through another link');
  return null;
}
