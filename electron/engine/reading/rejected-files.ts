import type { CatalogueSkill } from '../catalogue/server.ts';

/** Bytes that failed a check, and the media type that the server gave them. */
export interface RejectedBytes {
  readonly bytes: Uint8Array;
  readonly mimeType: string | undefined;
}

/**
 * What failed a check last, of each file, for a person who wants to see what came instead. In
 * memory alone and never taken for the file; what failed longest ago leaves first.
 */
export interface RejectedFiles {
  put(skill: CatalogueSkill, file: string, arrived: RejectedBytes): void;
  get(skill: CatalogueSkill, file: string): RejectedBytes | null;
  /** It matches now, or its server is gone. */
  drop(skill: CatalogueSkill, file: string): void;
  forget(server: string): void;
}

/** `capacity` in bytes over all servers. */
export function createRejected(capacity: number): RejectedFiles {
  const held = new Map<string, RejectedBytes & { readonly server: string }>();
  let total = 0;
  const keyOf = ({ server, uri }: CatalogueSkill, file: string): string =>
    JSON.stringify([server.label, uri, file]);
  const remove = (key: string): void => {
    total -= held.get(key)?.bytes.byteLength ?? 0;
    held.delete(key);
  };
  return {
    put(skill, file, { bytes, mimeType }) {
      const key = keyOf(skill, file);
      remove(key);
      if (bytes.byteLength > capacity) return;
      held.set(key, { bytes, mimeType, server: skill.server.label });
      total += bytes.byteLength;
      for (const oldest of held.keys()) {
        if (total <= capacity) break;
        remove(oldest);
      }
    },
    get: (skill, file) => held.get(keyOf(skill, file)) ?? null,
    drop: (skill, file) => remove(keyOf(skill, file)),
    forget(server) {
      for (const [key, one] of held) if (one.server === server) remove(key);
    },
  };
}
