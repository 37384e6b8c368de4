import { z } from 'zod';
import { verdictSchema } from './verdict.ts';

/**
 * A stretch of bytes that is shown beside something else: as text where a reader can follow it, else
 * in hex. `offset` and `length` in bytes.
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
 * Bytes turned into something that can be shown and can do nothing. Text has had nothing removed;
 * bytes in it that are no text are written out as `\\x{E9}`.
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
    /** All bytes of the file: no format draws all that it holds. */
    whole: stretchSchema,
    /** What is known to be none of the picture: comments, unknown blocks, what follows its end. */
    rest: z.array(stretchSchema),
    /** What reads as text anywhere else in the file. */
    texts: z.array(stretchSchema),
    /** More bytes or more parts than are shown. */
    cut: z.boolean(),
  }),
  /**
   * `type`: what the first bytes say it is; `base64`: the first 64 KiB, `cut` when there are more;
   * `text`: the same as text, where a system would run it or a reader can follow it.
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
 * What a reader of a text cannot see or takes for something else: an `invisible` or
 * direction-changing character, an unusual `space`, a character that poses as another (`lookalike`), a
 * long run of blanks before more text (`blank`), a `byte` that is no text, a line whose letters of both
 * writing directions are drawn in another `order` than they are stored. `line` counts from 1.
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
  /** By its name and its bytes, whatever the server calls it. */
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
