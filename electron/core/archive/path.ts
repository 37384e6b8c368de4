import { foldedForm } from '../normal-form.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { limits } from '../limits.ts';
import { type ArchiveRefusal, type ArchiveRule, refusal } from './archive.ts';

const control = /[\u0000-\u001f\u007f-\u009f]/;
const drive = /^[A-Za-z]:/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Why a path is refused, or null. The archive's author controls every byte of it. */
function fault(path: string): readonly [ArchiveRule, string] | null {
  if (path === '') return ['path-empty', 'has no path'];
  if (path.length > limits.archivePathLength)
    return ['path-length', `has a path longer than ${limits.archivePathLength} characters`];
  if (control.test(path)) return ['path-control', 'has a control character in its path'];
  if (path.startsWith('\\\\') || path.startsWith('//'))
    return ['path-unc', 'names another machine'];
  if (drive.test(path)) return ['path-drive', 'names a drive'];
  // A separator only on Windows, so the same entry could end up in two places.
  if (path.includes('\\')) return ['path-backslash', 'has a backslash in its path'];
  if (path.startsWith('/')) return ['path-absolute', 'has an absolute path'];
  const segments = path.split('/');
  if (segments.includes('..')) return ['path-traversal', 'leads outside its folder'];
  if (segments.includes('') || segments.includes('.'))
    return ['path-segment', 'has an empty segment or a dot segment in its path'];
  if (segments.length > limits.archiveDepth)
    return ['path-depth', `is more than ${limits.archiveDepth} levels deep`];
  return null;
}

/**
 * The path of an entry below the root, from its name without a folder's closing slash. One
 * leading `./` is dropped: `tar -C folder .` writes it. The root itself is the empty path, for
 * folders only. Errors: the `path-` rules.
 */
export function entryPath(name: string, isFolder: boolean): Result<string, ArchiveRefusal> {
  if (isFolder && name === '.') return ok('');
  const path = name.startsWith('./') ? name.slice(2) : name;
  const wrong = fault(path);
  return wrong === null
    ? ok(path)
    : err(refusal(wrong[0], `An entry ${wrong[1]}.`, { entry: name }));
}

/**
 * Decodes a name. It must be valid UTF-8, because readers guess differently at anything else.
 * Error: `name-encoding`.
 */
export function decodeName(bytes: Uint8Array): Result<string, ArchiveRefusal> {
  try {
    return ok(utf8.decode(bytes));
  } catch {
    return err(
      refusal('name-encoding', 'A name is not valid UTF-8.', {
        entry: new TextDecoder().decode(bytes),
      }),
    );
  }
}

/**
 * Windows drops dots and spaces from the end of a name. A loop, because a regular expression could
 * be slow on an attacker's long run of dots.
 */
function withoutDropped(segment: string): string {
  let end = segment.length;
  while (segment[end - 1] === '.' || segment[end - 1] === ' ') end -= 1;
  return segment.slice(0, end);
}

/**
 * The segments of a path without what some file systems ignore: NFC, case folded, no invisible
 * characters, no trailing dots or spaces. As many as the path's; only for finding twins.
 */
export const foldPath = (path: string): readonly string[] =>
  foldedForm(path).split('/').map(withoutDropped);
