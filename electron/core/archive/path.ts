import { foldedForm } from '../normal-form.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { limits } from '../limits.ts';
import { type ArchiveRefusal, type ArchiveRule, refusal } from './archive.ts';

const control = /[\u0000-\u001f\u007f-\u009f]/;
const drive = /^[A-Za-z]:/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Why a path is refused, or null. The author of the archive controls every byte of it. */
function fault(path: string): readonly [ArchiveRule, string] | null {
  if (path === '') return ['path-empty', 'has no path'];
  if (path.length > limits.archivePathLength)
    return ['path-length', `has a path of over ${limits.archivePathLength} characters`];
  if (control.test(path)) return ['path-control', 'has a control character in its path'];
  if (path.startsWith('\\\\') || path.startsWith('//'))
    return ['path-unc', 'names another machine'];
  if (drive.test(path)) return ['path-drive', 'names a drive'];
  // A separator on Windows only: the same entry would land in two places.
  if (path.includes('\\')) return ['path-backslash', 'has a backslash in its path'];
  if (path.startsWith('/')) return ['path-absolute', 'has an absolute path'];
  const segments = path.split('/');
  if (segments.includes('..')) return ['path-traversal', 'climbs out of its folder'];
  if (segments.includes('') || segments.includes('.'))
    return ['path-segment', 'has an empty segment or a dot segment in its path'];
  if (segments.length > limits.archiveDepth)
    return ['path-depth', `is deeper than ${limits.archiveDepth} levels`];
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
 * Text of an archive's bytes: valid UTF-8 or nothing, since readers guess differently at anything
 * else. Error: `name-encoding`.
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
 * Windows drops dots and spaces from the end of a name. By hand: the author of a long run of dots
 * must not make a search of it.
 */
function withoutDropped(segment: string): string {
  let end = segment.length;
  while (segment[end - 1] === '.' || segment[end - 1] === ' ') end -= 1;
  return segment.slice(0, end);
}

/**
 * The segments of a path as some file system takes them for those of another: NFC, case folded,
 * no invisible characters, no closing dots or spaces. Nothing of it makes or removes a slash, so
 * they are as many as the path's. For finding twins only.
 */
export const foldPath = (path: string): readonly string[] =>
  foldedForm(path).split('/').map(withoutDropped);
