import { z } from 'zod';
import { verdictSchema } from './verdict.ts';

/**
 * Bytes turned into something that can be shown and can do nothing. Text has had nothing removed.
 */
export const previewSchema = z.discriminatedUnion('kind', [
  /** `frontmatter`: fields as JSON text, in file order; `body`: the markdown after it. */
  z.object({
    kind: z.literal('markdown'),
    text: z.string(),
    body: z.string(),
    frontmatter: z.array(z.object({ field: z.string(), value: z.string() })),
    frontmatterProblem: z.string().optional(),
  }),
  z.object({ kind: z.literal('code'), language: z.string(), text: z.string() }),
  /** Only types that a browser decodes without running anything; never SVG. */
  z.object({
    kind: z.literal('image'),
    mediaType: z.enum([
      'image/png',
      'image/jpeg',
      'image/gif',
      'image/webp',
      'image/bmp',
      'image/avif',
    ]),
    base64: z.string(),
  }),
  /** `type`: what the first bytes say it is; `hex`: the first 4 KiB. */
  z.object({ kind: z.literal('binary'), type: z.string(), hex: z.string() }),
]);
export type Preview = z.infer<typeof previewSchema>;

/** An invisible or direction-changing character that a reader cannot see; `line` counts from 1. */
export const hiddenCharacterSchema = z.object({
  line: z.number(),
  column: z.number(),
  codePoint: z.string(),
  name: z.string(),
});
export type HiddenCharacter = z.infer<typeof hiddenCharacterSchema>;

export const fileViewSchema = z.object({
  uri: z.string(),
  path: z.string(),
  verdict: verdictSchema,
  mimeType: z.string().optional(),
  /** Bytes received; null when nothing was read. */
  size: z.number().nullable(),
  digest: z.string().nullable(),
  /** Null when the verdict failed: bytes that do not match are never shown as the skill's. */
  preview: previewSchema.nullable(),
  /** The preview holds the first MiB only; `readFile` with `full` gives the rest. */
  truncated: z.boolean(),
  hidden: z.array(hiddenCharacterSchema),
});
export type FileView = z.infer<typeof fileViewSchema>;
