/**
 * What an archive holds, and the closed set of reasons for which one is refused. An archive is
 * refused whole: an extractor that skips a hostile entry and goes on has already believed the
 * rest of what its author wrote.
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
   * The entry's path as the archive writes it; the server's text, to be made visible before it is
   * shown.
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
  /** As written. It stays inside the root, and nothing ever follows it. */
  readonly linkTarget?: string;
  /** What a person should know of this entry, in sentences. */
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
  /** In the archive's order; folders that only paths imply are not here. */
  readonly entries: readonly ArchiveEntry[];
  /** The files alone, in the archive's order. `SKILL.md` is one of them. */
  readonly files: readonly ArchiveFile[];
  /** Bytes of all files together. */
  readonly unpackedBytes: number;
  /** What a person should know of the archive as a whole, in sentences. */
  readonly notes: readonly string[];
}

/** An entry as a container's reader gives it: nothing in it has been judged. */
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

/** A refusal, without fields that have nothing to say. */
export function refusal(
  rule: ArchiveRule,
  message: string,
  more: Omit<ArchiveRefusal, 'rule' | 'message'> = {},
): ArchiveRefusal {
  return { rule, message, ...more };
}
