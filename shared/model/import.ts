import { z } from 'zod';
import { serverTargetSchema } from './server.ts';
import { startTextSchema } from './start.ts';

/** A value that a person has to enter before a server is added; only its name is known. */
export const importAskSchema = z.object({
  /** `TOKEN`, `input:key`, `file:/path`: as written in the entry. */
  name: z.string(),
  kind: z.enum(['variable', 'input', 'file', 'folder', 'other']),
  /** The configuration's own description; absent if there is none. */
  about: z.string().optional(),
  /** Where it is: `env.API_KEY`. */
  fields: z.array(z.string()),
  /** The entry has a default. */
  isOptional: z.boolean(),
  /** The only allowed values. */
  options: z.array(z.string()).optional(),
  /** The configuration's own default. */
  otherwise: z.string().optional(),
  /** The entered value is never shown afterwards. */
  isHidden: z.boolean(),
  /** Its name is a secret's, but the value is stored and shown unencrypted. */
  isExposed: z.boolean().optional(),
});
export type ImportAsk = z.infer<typeof importAskSchema>;

/** A server found in pasted JSON or in another program's configuration; nothing is started. */
export const importCandidateSchema = z.object({
  label: z.string(),
  target: serverTargetSchema,
  /** Another server has the label: `label` holds the suggested new one. */
  renamedFrom: z.string().optional(),
  /** The same identity is already configured under this label. */
  duplicateOf: z.string().optional(),
  /** The entry starts Skillgate; `target` is the server behind it, which is `duplicateOf`. */
  throughSkillgate: z.boolean().optional(),
  /** The other program has it turned off, and Skillgate would too. */
  isOff: z.boolean().optional(),
  /** The project's folder, if the file keeps servers of several. */
  project: z.string().optional(),
  /** An earlier entry, named here, holds the same server. */
  alsoIn: z.string().optional(),
  asks: z.array(importAskSchema).optional(),
  /**
   * Where its entry has secrets that would be imported: `oauth.clientSecret`; never their values.
   */
  secrets: z.array(z.string()).optional(),
  /** Its variables that programs take code from, with their values: credentials as their length. */
  loading: z.array(z.object({ name: z.string(), value: startTextSchema })).optional(),
  /** Keys of the entry that aren't imported, each with the reason; never their values. */
  left: z.array(z.string()).optional(),
});
export const importProblemSchema = z.object({ where: z.string(), message: z.string() });
export const importPreviewSchema = z.object({
  /** Identifies this preview when its servers are added; secrets stay on the main side. */
  importId: z.string(),
  source: z.string(),
  path: z.string().nullable(),
  candidates: z.array(importCandidateSchema),
  problems: z.array(importProblemSchema),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;
