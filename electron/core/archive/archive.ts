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
