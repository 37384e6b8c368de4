import { err, type Result } from '../../../shared/result.ts';
import { visible } from '../text.ts';

const format = 'Agent Skills, "SKILL.md format"';
const identity = 'SEP-2640, "Frontmatter Verification"';
const bounds = 'SEP-2640, "Limits"';

/**
 * Why frontmatter is refused, each reason with its clause. It is missing or isn't YAML (`missing`
 * to `not-json`); readers differ on it, so that a host could see something else than was approved
 * (`line-end` to `ambiguous-value`); or it costs more than any honest frontmatter (the rest).
 */
export const refusalClauses = {
  missing: format,
  unterminated: format,
  yaml: 'YAML 1.2.2',
  'not-a-mapping': format,
  'not-json': 'SEP-2640, "Frontmatter"',
  'line-end': 'YAML 1.2.2, 5.4 "Line Break Characters"; 1.1 has three more',
  character: 'YAML 1.2.2, 5.1 "Character Set"',
  fence: format,
  'inner-fence': format,
  document: 'YAML 1.2.2, 9.1 "Documents"',
  directive: 'YAML 1.2.2, 6.8 "Directives"',
  tag: 'YAML 1.2.2, 6.9.1 "Node Tags"',
  'merge-key': 'YAML 1.1, "Merge Key Language-Independent Type"; 1.2 has none',
  'duplicate-key': 'YAML 1.2.2, 3.2.1.3 "Node Comparison"',
  'key-not-text': identity,
  'ambiguous-value': 'YAML 1.2.2, 10.3.2 "Tag Resolution"; 1.1 resolves differently',
  'ambiguous-layout': identity,
  'too-large': bounds,
  'too-many-tokens': bounds,
  'too-many-anchors': bounds,
  'too-deep': bounds,
} as const;
export type RefusalReason = keyof typeof refusalClauses;

/** A position in the file: both count from 1, columns in UTF-16 units. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

export interface FrontmatterRefusal {
  readonly reason: RefusalReason;
  /** One sentence that names the position, without control characters of the server. */
  readonly message: string;
  readonly clause: string;
  /** Null if it is about the whole frontmatter. */
  readonly where: FilePosition | null;
}

/**
 * A refusal at `offset` of `yaml`, the text after the opening line; without an offset, of the
 * whole.
 */
export function refuse(
  reason: RefusalReason,
  message: string,
  yaml = '',
  offset: number | null = null,
): Result<never, FrontmatterRefusal> {
  const where = offset === null ? null : placeOf(yaml, offset);
  const place = where === null ? '' : ` (line ${where.line}, column ${where.column})`;
  return err({
    reason,
    message: `${visible(message, 400)}${place}`,
    clause: refusalClauses[reason],
    where,
  });
}

function placeOf(yaml: string, offset: number): FilePosition {
  let line = 2;
  let start = 0;
  for (let at = yaml.indexOf('\n'); at !== -1 && at < offset; at = yaml.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}
