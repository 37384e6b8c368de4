import { z } from 'zod';
import { serverTargetSchema } from './server.ts';

/** A server found in pasted JSON or in another program's configuration; nothing is started. */
export const importCandidateSchema = z.object({
  label: z.string(),
  target: serverTargetSchema,
  /** The label is taken by another server: the suggested new one is in `label`. */
  renamedFrom: z.string().optional(),
  /** The same identity is configured already, under this label. */
  duplicateOf: z.string().optional(),
  /** The entry starts Skillgate; `target` is the server behind it, which is `duplicateOf`. */
  throughSkillgate: z.boolean().optional(),
});
export const importProblemSchema = z.object({ where: z.string(), message: z.string() });
export const importPreviewSchema = z.object({
  /** Names this preview when its servers are added; secrets stay on the main side. */
  importId: z.string(),
  source: z.string(),
  path: z.string().nullable(),
  candidates: z.array(importCandidateSchema),
  problems: z.array(importProblemSchema),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;
