import { z } from 'zod';
import { skillFindingsSchema } from '../../../shared/model/findings.ts';
import { reportSchema } from '../../../shared/model/report.ts';
import { isFlag } from '../call/flags.ts';
import { decisionDocuments } from './decisions.ts';
import { failure, namedParts, onSkill, text, unreachable } from './parts.ts';
import { serverDocuments } from './servers.ts';
import { skillDocuments } from './skills.ts';

const { findings, notInspected, since } = skillFindingsSchema.shape;

/**
 * What every command prints with `--json`, by its name, besides `{"error": …}`, which any of them
 * may print instead. The published schemas are made from this alone.
 */
export const documents: Readonly<Record<string, z.ZodType>> = {
  ...skillDocuments,
  findings: z.object({
    skills: z.array(z.object({ ...onSkill, findings, notInspected, since })),
    unreachable,
  }),
  ...decisionDocuments,
  ...serverDocuments,
  conformance: reportSchema.extend({ kind: z.literal('conformance') }),
  lint: reportSchema.extend({ kind: z.literal('lint') }),
  schema: z.union([
    z.object({ schemas: z.array(text) }),
    z.looseObject({ $schema: text, $id: text, title: text }),
  ]),
  // From the program itself: `--help` of any command, and `--version`.
  help: z.object({ help: text }),
  version: z.object({ version: text }),
};

/** The same plus the error document, as JSON Schema (2020-12). */
export function publishedSchema(name: string): object | null {
  const document = Object.hasOwn(documents, name) ? documents[name] : undefined;
  if (document === undefined) return null;
  const { $schema, ...rest } = z.toJSONSchema(z.union([document, failure]), {
    metadata: namedParts,
  });
  return {
    $schema,
    $id: `tag:skillgate.dev,2026:json:${fileName(name)}`,
    title: `skillgate ${isFlag(name) ? '--' : ''}${name} --json`,
    description: 'What the command prints on standard output, including when it fails.',
    ...rest,
  };
}

/** The file name without its extension. */
export const fileName = (name: string): string => name.replaceAll(' ', '-');
