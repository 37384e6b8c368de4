import { z } from 'zod';
import { findingSchema, notInspectedSchema, placeSchema } from '../../shared/model/findings.ts';
import { skillFactsSchema } from '../../shared/model/behavior.ts';
import { roles } from '../../shared/model/finding-kinds.ts';
import type { SkillTrace } from '../core/findings/traces.ts';
import type { InspectedFile } from '../core/skill-state/file-inspection.ts';

/** All of them: a file with a kind that is missing here would lose its findings, not its check. */
const kinds: Readonly<Record<SkillTrace['kind'], true>> = {
  ...{ link: true, run: true, skill: true, tool: true },
  ...{ field: true, secret: true, send: true, bytecode: true },
};

/** An inspection as its line has it; unknown fields are left out. */
const inspectionSchema = z.object({
  digest: z.string(),
  path: z.string(),
  mode: z.number().int().optional(),
  mimeType: z.string().optional(),
  ruleset: z.string().max(40),
  findings: z.array(findingSchema).max(1_000),
  notInspected: z.array(notInspectedSchema).max(1_000),
  marks: z.array(z.tuple([z.string(), z.string()])).max(1_000),
  traces: z
    .array(
      z.object({
        kind: z.custom<SkillTrace['kind']>(
          (kind) => typeof kind === 'string' && Object.hasOwn(kinds, kind),
        ),
        text: z.string(),
        place: placeSchema,
        excerpt: z.string(),
        role: z.enum(roles),
      }),
    )
    .max(1_000),
  facts: skillFactsSchema,
});

/** Null for anything that this version wouldn't have written. */
export function parseInspection(value: unknown, at: number): InspectedFile | null {
  const parsed = inspectionSchema.safeParse(value);
  if (!parsed.success) return null;
  return { ...parsed.data, marks: new Map(parsed.data.marks), at };
}
