import type { ApprovalRecord, Failure } from './format.ts';

/** What a failure may be about: the files that a skill has now, and the archives they come in. */
export interface ListedUris {
  /** URI of every file, whether its digest is known or not; null where not all are known. */
  readonly uris: readonly string[] | null;
  /** Addresses of the archives that the entry names. */
  readonly archives: readonly string[];
}

/**
 * The `file` of a failure that stands for more files than are kept one by one, and the `uri` of
 * one that stands for more skills: these count whatever is listed.
 */
export const everything = '';

/**
 * Whether a failure refuses the skill as it is listed now. A file that the skill does not have
 * is not used; one that comes back fails as before, since absence clears nothing. Where nobody
 * knows what the skill has, it may have that file.
 */
export function counts({ uri, file }: Pick<Failure, 'uri' | 'file'>, listed: ListedUris): boolean {
  const { uris, archives } = listed;
  if (uri === everything || file === everything || uris === null) return true;
  // The files of an archive are named by its address and their path.
  const inside = `${file}#`;
  return archives.includes(file) || uris.some((one) => one === file || one.startsWith(inside));
}

/** The files of a skill by what its entry has; those of a known archive stand in the record. */
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
