import type { Finding } from '../../../shared/model/findings.ts';
import type {
  FindingConfidence,
  NotInspectedReason,
  FindingRole,
} from '../../../shared/model/severity.ts';

/** What the text around a place is for, behind "stands in". */
export const roleWords: Readonly<Record<FindingRole, string>> = {
  instruction: 'an instruction',
  code: 'code',
  example: 'an example',
  negated: 'what is advised against',
  test: 'a test',
  licence: 'a licence',
  frontmatter: 'the frontmatter',
};

export const confidenceWords: Readonly<Record<FindingConfidence, string>> = {
  high: 'is what the rule looks for',
  medium: 'may be what the rule looks for',
  low: 'is probably something else',
};

export const gapWords: Readonly<Record<NotInspectedReason, string>> = {
  'not-read': 'not fetched',
  'no-text': 'no text',
  'too-large': 'too large',
  'too-slow': 'took too long',
  crashed: 'brought the rules down',
  'no-grammar': 'in a language that could not be parsed',
  'too-deep': 'nested or encoded too deeply',
};

/** `scripts/run.sh:12`, with how many more there are. */
export function placeInWords(
  path: string,
  { field, place, count }: Pick<Finding, 'field' | 'place' | 'count'>,
): string {
  const more = count > 1 ? ` and ${count - 1} more` : '';
  return `${field === undefined ? `${path}:${place.line}` : `entry, ${field}`}${more}`;
}

/** `scripts/run.sh, line 12, column 1`, or the field of the entry. */
export const spotInWords = (
  path: string,
  { field, place }: Pick<Finding, 'field' | 'place'>,
): string =>
  field === undefined
    ? `${path}, line ${place.line}, column ${place.column}`
    : `the entry, ${field}`;
