import { z } from 'zod';
import { stepShape } from './verdict.ts';

/**
 * Why an entry, file or listing violates the specification. `rule` is a closed set so that a
 * person, a script and a test can name the same thing. Clauses are headings of
 * `specification/stable/skills.mdx` (SEP-2640).
 */
export const ruleIds = [
  // entry shape
  'entry-not-object',
  'uri-missing',
  'uri-malformed',
  'uri-not-skill-md',
  'uri-duplicate',
  'uri-repeated',
  'uri-mismatch',
  'frontmatter-missing',
  'name-missing',
  'name-invalid',
  'name-script',
  'name-path-mismatch',
  'description-missing',
  'description-too-long',
  'resources-missing',
  'resources-type',
  'resource-not-object',
  'resource-uri',
  'resource-scheme',
  'resource-outside-folder',
  'resource-duplicate',
  'resource-twin',
  'resource-digest',
  'resource-size',
  'skill-md-unlisted',
  'too-many-files',
  'too-large',
  'entry-too-large',
  // listing
  'listing-limit',
  'listing-cursor-repeated',
  'listing-cursor-empty',
  'listing-failed',
  'listing-shape',
  'cache-fields',
  'capability-placement',
  'capability-shape',
  'capability-undeclared',
  'resources-capability',
  'stray-output',
  'answer-id',
  'answer-type',
  'event-end',
  'not-utf-8',
  'noisy-output',
  // of a local folder
  'not-read',
  // observed on a valid entry
  'nested',
  'file-scheme',
  'name-collision',
  'verification-failed',
  'content-form',
  'frontmatter-not-json',
  'label-moved',
  // other dialects
  'pre-release-shape',
  'older-dialect',
  'dialects-differ',
  'content-generated',
  'type-unknown',
  'schema-unknown',
  'url-missing',
  'archive-digest',
  'archive-refused',
  'archive-differs',
  'archive-unread',
  'archive-contents',
  'manifest-unreadable',
  'offers-scripts',
  'served-together',
  'link-not-served',
  'no-frontmatter',
] as const;
export type RuleId = (typeof ruleIds)[number];

export const problemSchema = z.object({
  rule: z.enum(ruleIds),
  /** One plain sentence, already free of the server's control characters. */
  message: z.string(),
  /** Where: a JSON path in the entry (`resources[3].digest`) or a URI. */
  field: z.string().optional(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  /** The specification heading that the rule comes from. */
  clause: z.string().optional(),
  ...stepShape,
  /** The server check about the same thing, with its rule and the fix. */
  check: z.object({ id: z.string(), words: z.string(), fix: z.string() }).optional(),
});
export type Problem = z.infer<typeof problemSchema>;
