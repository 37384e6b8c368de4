import type { ApprovalRecord, Failure } from './format.ts';

/** What a failure may be about: a skill's current files, and the archives that contain them. */
export interface ListedUris {
  /** URI of every file, whether or not its digest is known; null if not all are known. */
  readonly uris: readonly string[] | null;
  /** Addresses of the archives that the entry names. */
  readonly archives: readonly string[];
}

/**
 * The `file` of a failure that stands for more files than are kept one by one, or the `uri` of one
 * that stands for more skills: these count whatever is listed.
 */
export const everything = '';

/**
 * Whether a failure refuses the skill as listed now. A file that the skill doesn't have isn't used,
 * but fails as before if it returns, because absence clears nothing. If the skill's files are
 * unknown, it may have that file.
 */
export function counts({ uri, file }: Pick<Failure, 'uri' | 'file'>, listed: ListedUris): boolean {
  const { uris, archives } = listed;
  if (uri === everything || file === everything || uris === null) return true;
  // An archive's files are named by its address and their path.
  const inside = `${file}#`;
  return archives.includes(file) || uris.some((one) => one === file || one.startsWith(inside));
}

/** A skill's files according to its entry; those of a known archive are in the record. */
export function listedBy(
  uris: readonly string[] | null,
  archive: { readonly url?: string; readonly digest: string } | null,
  record: Pick<ApprovalRecord, 'archive' | 'resources'> | undefined,
): ListedUris {
  const isKnown = archive !== null && archive.digest === record?.archive?.digest;
  return {
    uris: uris ?? (isKnown ? record.resources.map(({ uri }) => uri) : null),
    archives: archive?.url === undefined ? [] : [archive.url],
  };
}
