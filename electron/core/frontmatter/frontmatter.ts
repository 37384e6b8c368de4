import { ok, type Result } from '../../../shared/result.ts';
import { splitAtFences } from './fences.ts';
import { plainMapping } from './plain-mapping.ts';
import type { FrontmatterRefusal } from './refusal.ts';
import { yamlMapping } from './yaml-mapping.ts';

export interface ParsedFrontmatter {
  /** JSON values only. A key such as `__proto__` is an own property like any other. */
  readonly frontmatter: Record<string, unknown>;
  /** The markdown after the closing line, as received. */
  readonly body: string;
  /** The YAML between the two lines, with LF line ends. */
  readonly yaml: string;
}

/**
 * Reads the YAML frontmatter of a `SKILL.md` (Agent Skills, "SKILL.md format"): between a
 * first line `---` and the next line `---`, YAML 1.2 core schema, one mapping. BOM and CRLF
 * are accepted. The server writes the text; what it costs is bounded by `limits`, and what two
 * readers in use take differently is refused, since hosts read the file with readers of their own:
 * on fields that hosts act on, an accepted text has one value in all of them.
 */
export function parseFrontmatter(text: string): Result<ParsedFrontmatter, FrontmatterRefusal> {
  const fenced = splitAtFences(text);
  if (!fenced.ok) return fenced;
  const { yaml, body } = fenced.value;
  const plain = plainMapping(yaml);
  const mapping = plain === null ? yamlMapping(yaml) : ok(plain);
  return mapping.ok ? ok({ frontmatter: mapping.value, body, yaml }) : mapping;
}
