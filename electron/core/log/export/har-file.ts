import { z } from 'zod';
import { headLineSchema, rowLineSchema } from './ndjson.ts';

/** Data without a HAR field, in custom fields, which HAR allows with this prefix. */
export const harRowSchema = rowLineSchema
  .omit({ request: true, response: true, http: true })
  .extend({ firstByteMs: z.number().min(0).max(8.64e15).nullable() });
export const harHeadSchema = headLineSchema;

const text = z.string().optional().catch(undefined);
const headers = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .catch([])
  .transform((all) => all.map(({ name, value }): [string, string] => [name, value]));

/** One entry of any HAR: other fields, or fields of other types, aren't needed. */
export const harEntrySchema = z.object({
  startedDateTime: z.string().max(100),
  time: z.number().min(0).max(8.64e15).catch(0),
  request: z.object({
    method: z.string().max(1_000),
    url: z.string().max(100_000),
    headers,
    postData: z.object({ text }).optional().catch(undefined),
  }),
  response: z
    .object({
      status: z.number().catch(0),
      statusText: z.string().catch(''),
      headers,
      content: z.object({ text, encoding: text, mimeType: text }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  timings: z
    .object({ wait: z.number().min(0).max(8.64e15) })
    .optional()
    .catch(undefined),
  _skillgate: z.unknown().optional(),
});
export type HarEntry = z.infer<typeof harEntrySchema>;

export const harFileSchema = z.object({
  log: z.object({
    creator: z
      .object({ name: z.string().max(1_000), version: z.string().max(1_000).catch('') })
      .catch({ name: '', version: '' }),
    entries: z.array(z.unknown()),
    _skillgate: z.unknown().optional(),
  }),
});
