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
