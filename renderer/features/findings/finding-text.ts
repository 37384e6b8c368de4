import type { Finding } from '../../../shared/model/findings.ts';
import type {
  FindingConfidence,
  NotInspectedReason,
  FindingRole,
} from '../../../shared/model/severity.ts';

/** The role of the surrounding text, after "Found in". */
export const roleWords: Readonly<Record<FindingRole, string>> = {
  instruction: 'an instruction',
  code: 'code',
  example: 'an example',
  negated: 'advice against it',
  test: 'a test',
  licence: 'a license',
  frontmatter: 'the frontmatter',
};

export const confidenceWords: Readonly<Record<FindingConfidence, string>> = {
  high: 'high confidence',
  medium: 'medium confidence',
  low: 'low confidence',
};

export const gapWords: Readonly<Record<NotInspectedReason, string>> = {
  'not-read': 'not checked',
  'no-text': 'no text',
  'too-large': 'too large',
  'too-slow': 'took too long',
  crashed: 'crashed the rules',
  'no-grammar': 'couldn’t be parsed',
  'too-deep': 'nested or encoded too deeply',
  'older-rules': 'checked with older rules',
};

/** `scripts/run.sh:12`, plus how many more places. */
export function placeInWords(
  path: string,
  { field, place, count }: Pick<Finding, 'field' | 'place' | 'count'>,
): string {
  const more = count > 1 ? ` and ${count - 1} more` : '';
  return `${field === undefined ? `${path}:${place.line}` : `entry, ${field}`}${more}`;
}

/** `scripts/run.sh, line 12, column 1`, or the entry's field. */
export const spotInWords = (
  path: string,
  { field, place }: Pick<Finding, 'field' | 'place'>,
): string =>
  field === undefined
    ? `${path}, line ${place.line}, column ${place.column}`
    : `the entry, ${field}`;
