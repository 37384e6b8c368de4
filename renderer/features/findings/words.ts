import type { Finding } from '../../../shared/model/findings.ts';
import type { Confidence, NotInspectedReason, Role } from '../../../shared/model/severity.ts';

/** What the text around a place is for, behind "stands in". */
export const roleWords: Readonly<Record<Role, string>> = {
  instruction: 'an instruction',
  code: 'code',
  example: 'an example',
  negated: 'what is advised against',
  test: 'a test',
  licence: 'a licence',
  frontmatter: 'the frontmatter',
};

export const confidenceWords: Readonly<Record<Confidence, string>> = {
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
  { place, count }: Pick<Finding, 'place' | 'count'>,
): string {
  const more = count > 1 ? ` and ${count - 1} more` : '';
  return `${path}:${place.line}${more}`;
}
