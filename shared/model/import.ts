import { z } from 'zod';
import { serverTargetSchema } from './server.ts';
import { startTextSchema } from './start.ts';

/** What a person has to give before a server is added; the name is all that is known of it. */
export const importAskSchema = z.object({
  /** `TOKEN`, `input:key`, `file:/path`: as it stands in the entry. */
  name: z.string(),
  kind: z.enum(['variable', 'input', 'file', 'folder', 'other']),
  /** What the configuration itself says it is; absent where it says nothing. */
  about: z.string().optional(),
  /** Where it stands: `env.API_KEY`. */
  fields: z.array(z.string()),
  /** The entry says what it is where nothing is given. */
  isOptional: z.boolean(),
  /** The only texts that may be given. */
  options: z.array(z.string()).optional(),
  /** What the configuration itself takes where nothing is given. */
  otherwise: z.string().optional(),
  /** What is given is shown nowhere afterwards. */
  isHidden: z.boolean(),
  /** Its name is a secret's, and what is given is kept and shown in the clear. */
  isExposed: z.boolean().optional(),
});
export type ImportAsk = z.infer<typeof importAskSchema>;

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
  /** The other program has it switched off, and so would Skillgate. */
  isOff: z.boolean().optional(),
  /** The project's folder, where the file keeps servers of several. */
  project: z.string().optional(),
  /** The same server stands in another entry that is taken before this one: there. */
  alsoIn: z.string().optional(),
  asks: z.array(importAskSchema).optional(),
  /** Where its entry has secrets that would be taken over: `oauth.clientSecret`; never their values. */
  secrets: z.array(z.string()).optional(),
  /** Its variables that programs take code from, with their values: credentials as their length. */
  loading: z.array(z.object({ name: z.string(), value: startTextSchema })).optional(),
  /** Keys of the entry that are not taken over, each with the reason; never their values. */
  left: z.array(z.string()).optional(),
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
