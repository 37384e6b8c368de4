/** A file that had two contents in one session without a change notification. */
export interface ContentVariation {
  /** Digests of the first and second content. */
  readonly was: string;
  readonly now: string;
}

/** What is remembered about how a server serves. */
export interface ServingHistory {
  /** The digest of each file's last content, by URI; absent after an announced change. */
  readonly served: ReadonlyMap<string, string>;
  /**
   * By URI. Returning to the first content clears nothing: the attacker is a server that shows one
   * content to whoever looks and another to whoever loads.
   */
  readonly varied: ReadonlyMap<string, ContentVariation>;
  /** The server's listing of a folder that a person opened, by the folder's URI. */
  readonly folders: ReadonlyMap<string, FolderSeen>;
}

/** URIs by which a folder differed from the entry when it was listed. */
export interface FolderSeen {
  readonly more: readonly string[];
  readonly gone: readonly string[];
}

export const nothingServed: ServingHistory = {
  served: new Map(),
  varied: new Map(),
  folders: new Map(),
};

/** These files were received with these digests. */
export function came<T extends ServingHistory>(
  held: T,
  files: Iterable<{ readonly uri: string; readonly digest?: string | undefined }>,
): T {
  const served = new Map(held.served);
  const changed = new Map<string, ContentVariation>();
  let isNew = false;
  for (const { uri, digest } of files) {
    const was = served.get(uri);
    if (digest === undefined || was === digest) continue;
    isNew = true;
    served.set(uri, digest);
    if (was !== undefined) changed.set(uri, { was, now: digest });
  }
  if (!isNew) return held;
  const varied = changed.size === 0 ? held.varied : new Map([...held.varied, ...changed]);
  return { ...held, served, varied };
}

/** The server says that something changed, so different content is announced from now on. */
export const announced = <T extends ServingHistory>(held: T): T =>
  held.served.size === 0 ? held : { ...held, served: new Map() };

/** A server may have any number of folders. */
const mostFolders = 512;
const mostFiles = 100;

/** A person had a folder listed. Its differences apply until it's listed again. */
export function folderSeen<T extends ServingHistory>(held: T, folder: string, seen: FolderSeen): T {
  const folders = new Map(held.folders);
  folders.delete(folder);
  if (seen.more.length + seen.gone.length > 0)
    folders.set(folder, {
      more: seen.more.slice(0, mostFiles),
      gone: seen.gone.slice(0, mostFiles),
    });
  else if (!held.folders.has(folder)) return held;
  return folders.size > mostFolders ? held : { ...held, folders };
}
