import { z } from 'zod';
import { verdictSchema } from './verdict.ts';

/**
 * A stretch of bytes shown beside something else: as readable text, else as hex. `offset` and
 * `length` in bytes.
 */
export const stretchSchema = z.object({
  what: z.string(),
  offset: z.number(),
  length: z.number(),
  text: z.string().nullable(),
  base64: z.string(),
});
export type TextStretch = z.infer<typeof stretchSchema>;

/**
 * Bytes in a form that can be shown and can't act. Text has nothing removed; bytes that aren't text
 * are written as `\\x{E9}`.
 */
export const previewSchema = z.discriminatedUnion('kind', [
  /** `frontmatter`: fields as JSON text, in file order; `body`: the Markdown after it. */
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
    /** All bytes of the file, because no format displays all it holds. */
    whole: stretchSchema,
    /** Parts that certainly aren't the picture: comments, unknown blocks, data after its end. */
    rest: z.array(stretchSchema),
    /** Readable text anywhere else in the file. */
    texts: z.array(stretchSchema),
    /** More bytes or parts than are shown. */
    cut: z.boolean(),
  }),
  /**
   * `type`: the type according to the first bytes; `base64`: the first 64 KiB, `cut` if there are
   * more; `text`: the same as text, if a system would run it or a reader can follow it.
   */
  z.object({
    kind: z.literal('binary'),
    type: z.string(),
    base64: z.string(),
    cut: z.boolean(),
    text: z.string().nullable(),
  }),
]);
export type FilePreview = z.infer<typeof previewSchema>;

export const hiddenKinds = ['invisible', 'space', 'lookalike', 'blank', 'byte', 'order'] as const;

/**
 * What a reader can't see or takes for something else: an `invisible` or direction-changing
 * character, an unusual `space`, a character that poses as another (`lookalike`), a long run of
 * spaces before more text (`blank`), a `byte` that isn't text, a line with letters of both
 * directions drawn in another `order` than stored. `line` counts from 1.
 */
export const hiddenCharacterSchema = z.object({
  kind: z.enum(hiddenKinds),
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
  /** By its name and bytes, whatever the server calls it. */
  mimeType: z.string().optional(),
  /** Bytes received; null when nothing was read. */
  size: z.number().nullable(),
  digest: z.string().nullable(),
  /** Null if the verdict failed: bytes that don't match are never shown as the skill's. */
  preview: previewSchema.nullable(),
  /** The preview holds only the first MiB; `readFile` with `full` returns the rest. */
  truncated: z.boolean(),
  hidden: z.array(hiddenCharacterSchema),
});
export type FileView = z.infer<typeof fileViewSchema>;
