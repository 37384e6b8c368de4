import { listedFiles } from '../../core/stated-paths.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import type { DecisionContext } from '../contexts.ts';
import { listedFileRef } from './inspection-cache.ts';

/**
 * Keeps how much of a file a person has read. Only of content that the skill lists by its digest:
 * what was read of dynamic content says nothing about what the server sends next.
 */
export function keepReading(
  { memory }: DecisionContext,
  { held, server }: CatalogueSkill,
  { file, digest, reading }: { file: string; digest: string; reading: string },
): void {
  const listed = listedFiles(held.listed).find(({ uri }) => uri === file);
  if (listed?.digest !== digest) return;
  const ref = listedFileRef(held.listed, server, listed);
  if (ref !== null) memory?.keepReading(ref, reading);
}

/** What was kept of a skill's files as they're listed now, by URI. */
export function readingsOf(
  { memory }: DecisionContext,
  { held, server }: CatalogueSkill,
): Record<string, string> {
  return Object.fromEntries(
    listedFiles(held.listed).flatMap((file) => {
      const ref = listedFileRef(held.listed, server, file);
      const reading = ref === null ? null : (memory?.reading(ref) ?? null);
      return reading === null ? [] : [[file.uri, reading] as const];
    }),
  );
}
