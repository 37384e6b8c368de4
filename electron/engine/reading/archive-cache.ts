/** Files of an unpacked archive, in memory and nowhere else. */
export interface UnpackedArchive {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly bytes: number;
}

/**
 * Unpacked archives of this process, so that every read comes from the bytes that were checked. The
 * one used longest ago leaves first.
 */
export interface ArchiveCache {
  get(key: string): UnpackedArchive | null;
  put(key: string, unpacked: UnpackedArchive): void;
}

/** `capacity` in bytes. One larger archive is still held, alone. */
export function createArchiveCache(capacity: number): ArchiveCache {
  const held = new Map<string, UnpackedArchive>();
  let total = 0;
  return {
    get(key) {
      const found = held.get(key);
      if (found === undefined) return null;
      held.delete(key);
      held.set(key, found);
      return found;
    },
    put(key, unpacked) {
      total += unpacked.bytes - (held.get(key)?.bytes ?? 0);
      held.delete(key);
      held.set(key, unpacked);
      for (const [oldest, { bytes }] of held) {
        if (total <= capacity || held.size === 1) break;
        held.delete(oldest);
        total -= bytes;
      }
    },
  };
}

/**
 * Matching text of this session, so that approving can keep what was read for later diffs
 * without fetching anything. Bounded: the file read longest ago leaves first.
 */
export interface KeptBytes {
  put(server: string, digest: string, bytes: Uint8Array): void;
  get(server: string, digest: string): Uint8Array | null;
  forget(server: string): void;
}

/** `capacity` in bytes over all servers. */
export function createKeptBytes(capacity: number): KeptBytes {
  const held = new Map<string, Uint8Array>();
  let total = 0;
  const keyOf = (server: string, digest: string): string => `${digest}\n${server}`;
  const drop = (key: string): void => {
    total -= held.get(key)?.byteLength ?? 0;
    held.delete(key);
  };
  return {
    put(server, digest, bytes) {
      if (bytes.byteLength > capacity) return;
      const key = keyOf(server, digest);
      drop(key);
      held.set(key, bytes);
      total += bytes.byteLength;
      for (const oldest of held.keys()) {
        if (total <= capacity) break;
        drop(oldest);
      }
    },
    get: (server, digest) => held.get(keyOf(server, digest)) ?? null,
    forget(server) {
      for (const key of [...held.keys()]) if (key.endsWith(`\n${server}`)) drop(key);
    },
  };
}
