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
