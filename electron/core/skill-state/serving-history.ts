/** A file that came with two contents in one session while nobody said that it had changed. */
export interface ContentVariation {
  /** Digests of what came first and of what came then. */
  readonly was: string;
  readonly now: string;
}

/** What is remembered of how a server serves. */
export interface ServingHistory {
  /** The digest with which a file came last, by URI; of a change that was announced, none. */
  readonly served: ReadonlyMap<string, string>;
  /**
   * By URI. Coming back to the first content clears none: the attacker is a server that shows one
   * content to whoever looks and another one to whoever loads.
   */
  readonly varied: ReadonlyMap<string, ContentVariation>;
  /** What the server listed in a folder that a person opened, by the folder's URI. */
  readonly folders: ReadonlyMap<string, FolderSeen>;
}

/** How a folder differed from the entry when it was listed; URIs. */
export interface FolderSeen {
  readonly more: readonly string[];
  readonly gone: readonly string[];
}

export const nothingServed: ServingHistory = {
  served: new Map(),
  varied: new Map(),
  folders: new Map(),
};

/** These files came with these digests. */
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

/** The server says that something changed: another content from now on is what it announced. */
export const announced = <T extends ServingHistory>(held: T): T =>
  held.served.size === 0 ? held : { ...held, served: new Map() };

/** Folders are as many as a server likes. */
const mostFolders = 512;
const mostFiles = 100;

/** A person had a folder listed. It says of the skill what differed, until it is listed again. */
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
