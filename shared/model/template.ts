import { z } from 'zod';

/** An RFC 6570 template whose expansion can be a skill's SKILL.md. */
export const templateViewSchema = z.object({
  /** The template itself, which identifies it in other requests. */
  template: z.string(),
  name: z.string(),
  description: z.string(),
  /** In the order of the template, each once. */
  variables: z.array(z.string()),
});
export type TemplateView = z.infer<typeof templateViewSchema>;
