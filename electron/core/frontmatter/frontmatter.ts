import { ok, type Result } from '../../../shared/result.ts';
import { splitAtFences, type FrontmatterRefusal } from './fences.ts';
import { plainMapping } from './plain-mapping.ts';
import { yamlMapping } from './yaml-mapping.ts';

/** Some editors write it at the start of a file. */
export const byteOrderMark = '\u{FEFF}';

/** Readers that look for `---` at the very start find no frontmatter then. */
export const markBefore =
  'it begins with a byte order mark, after which some readers find no frontmatter';

export interface ParsedFrontmatter {
  /** Only JSON values. A key such as `__proto__` is an own property like any other. */
  readonly frontmatter: Record<string, unknown>;
  /** The markdown after the closing line, as received. */
  readonly body: string;
  /** The YAML between the two lines, with LF line endings. */
  readonly yaml: string;
}

/**
 * Whether every reader takes all of the text as Markdown. Some skip white space before the opening
 * line, so a server could put fields behind it that a reviewer sees as text and an app obeys.
 */
export const lacksFrontmatter = (text: string): boolean => !/^[\s\uFEFF\u200B]*---/.test(text);

/**
 * Reads the YAML frontmatter of a `SKILL.md` (Agent Skills, "SKILL.md format"): one mapping in the
 * YAML 1.2 core schema between a first `---` line and the next; accepts a BOM and CRLF. `limits`
 * bound the cost of a server's text. It refuses what two readers in use read differently, so that
 * the fields that hosts act on have the same value in all of them.
 */
export function parseFrontmatter(text: string): Result<ParsedFrontmatter, FrontmatterRefusal> {
  const fenced = splitAtFences(text);
  if (!fenced.ok) return fenced;
  const { yaml, body } = fenced.value;
  const plain = plainMapping(yaml);
  const mapping = plain === null ? yamlMapping(yaml) : ok(plain);
  return mapping.ok ? ok({ frontmatter: mapping.value, body, yaml }) : mapping;
}
