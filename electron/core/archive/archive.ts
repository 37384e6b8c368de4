import { limits } from '../limits.ts';
import { exactSize } from '../../../shared/size-text.ts';
import { foldedForm } from '../normal-form.ts';
import { err, ok, type Result } from '../../../shared/result.ts';

/**
 * The content of an archive, and the closed set of reasons to refuse one. The whole archive is
 * refused, because an extractor that only skips a hostile entry still trusts the rest of its
 * author's work.
 */

export type ArchiveRule =
  // The container
  | 'unknown-type'
  | 'damaged'
  | 'checksum'
  | 'trailing-data'
  | 'prepended-data'
  | 'unlisted-data'
  | 'overlap'
  | 'size-lies'
  | 'names-disagree'
  | 'readers-disagree'
  | 'encrypted'
  | 'compression-method'
  | 'zip64'
  | 'sparse'
  | 'entry-kind'
  // One path
  | 'name-encoding'
  | 'path-empty'
  | 'path-absolute'
  | 'path-drive'
  | 'path-unc'
  | 'path-backslash'
  | 'path-traversal'
  | 'path-control'
  | 'path-segment'
  | 'path-depth'
  | 'path-length'
  | 'link-outside'
  // All paths together
  | 'duplicate-path'
  | 'twin-path'
  | 'file-and-folder'
  | 'no-skill-md'
  // Amounts
  | 'too-many-files'
  | 'too-many-entries'
  | 'too-many-bytes'
  | 'ratio'
  | 'server-budget';

export interface ArchiveRefusal {
  readonly rule: ArchiveRule;
  /**
   * The entry's path as the archive writes it. It is the server's text: escape it before showing
   * it.
   */
  readonly entry?: string;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
}

export type ArchiveEntryKind = 'file' | 'folder' | 'symlink' | 'hardlink';

export interface ArchiveEntry {
  /** Relative to the root, `/` between segments, none at the end. */
  readonly path: string;
  readonly kind: ArchiveEntryKind;
  /** Of files only. */
  readonly bytes?: Uint8Array;
  /** The nine permission bits; setuid, setgid and sticky are dropped and named in `notes`. */
  readonly mode: number;
  /** As written. It stays inside the root, and Skillgate never follows it. */
  readonly linkTarget?: string;
  /** What a person should know about this entry, in sentences. */
  readonly notes: readonly string[];
}

export interface ArchiveFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** `sha256:` and 64 hexadecimal characters. */
  readonly digest: string;
}

export interface ArchiveContents {
  readonly kind: 'tar.gz' | 'zip';
  /** In the archive's order, without folders that only paths imply. */
  readonly entries: readonly ArchiveEntry[];
  /** The files alone, in the archive's order. `SKILL.md` is one of them. */
  readonly files: readonly ArchiveFile[];
  /** Bytes of all files together. */
  readonly unpackedBytes: number;
  /** What a person should know about the whole archive, in sentences. */
  readonly notes: readonly string[];
}

/** An entry as the container's reader returns it, before any check. */
export interface RawArchiveEntry {
  /** Without the slash that marks a folder. */
  readonly name: string;
  readonly kind: ArchiveEntryKind;
  /** All permission bits and the three special ones. */
  readonly mode: number;
  readonly linkTarget?: string;
  readonly notes?: readonly string[];
}

/** As `RawEntry`, with the bytes of a file. */
export interface UnpackedEntry extends RawArchiveEntry {
  readonly bytes?: Uint8Array;
}

/** A refusal without empty fields. */
export function refusal(
  rule: ArchiveRule,
  message: string,
  more: Omit<ArchiveRefusal, 'rule' | 'message'> = {},
): ArchiveRefusal {
  return { rule, message, ...more };
}

/** The most bytes that an archive may unpack to, and the refusal for more. */
export interface SizeAllowance {
  readonly most: number;
  readonly refuse: (actual: number | null) => ArchiveRefusal;
}

/**
 * The lowest of the three bounds on unpacking: the size of a skill, the ratio to the packed bytes,
 * and the rest of the server's budget.
 * @param packed bytes of the archive.
 * @param overhead bytes that the container may add to those of its files.
 * @param budget bytes that the server may still send in this session.
 */
export function allowance(packed: number, overhead: number, budget: number): SizeAllowance {
  const size = limits.skillBytes + overhead;
  const ratio = packed * limits.archiveRatio;
  const most = Math.max(0, Math.min(size, ratio, budget));
  const actual = (bytes: number | null): string =>
    bytes === null ? `more than ${exactSize(most)}` : exactSize(bytes);
  return {
    most,
    refuse: (bytes) => {
      if (most === size)
        return refusal('too-many-bytes', 'The unpacked archive is too large.', {
          expected: `at most ${exactSize(limits.skillBytes)}`,
          actual: actual(bytes),
        });
      if (most === ratio)
        return refusal(
          'ratio',
          `The archive unpacks to more than ${limits.archiveRatio} times its size.`,
          { expected: `at most ${exactSize(ratio)}`, actual: actual(bytes) },
        );
      return refusal('server-budget', 'The server has reached the limit of data for one session.', {
        expected: `at most ${exactSize(Math.max(0, budget))}`,
        actual: actual(bytes),
      });
    },
  };
}

/** Whether a single entry exceeds the ratio. */
export const overRatio = (packed: number, unpacked: number): boolean =>
  unpacked > packed * limits.archiveRatio;

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
