import type { ConformanceCheck } from '../check.ts';
import { agentSkillsChecks } from './agent-skills.ts';
import { agreementChecks } from './agreement.ts';
import { answerChecks } from './answers.ts';
import { behaviourChecks } from './behaviour.ts';
import { capabilityChecks, greetingChecks } from './greeting.ts';
import { contentChecks, resourceChecks } from './contents.ts';
import { directoryChecks } from './directory.ts';
import { entryChecks } from './entries.ts';
import { fileChecks } from './files.ts';
import { gettingChecks, listingChecks } from './listing.ts';
import { metadataChecks, otherMetadataChecks } from './metadata.ts';
import { settingsChecks } from './settings.ts';
import { skillMdChecks } from './skill-md.ts';
import type { Problem, RuleId } from '../../../../shared/model/problem.ts';

/** The checks of the official suite, under its ids, grouped by scenario. */
export const officialChecks = {
  'sep-2640-skills-enumeration': [
    ...capabilityChecks,
    ...listingChecks,
    ...entryChecks,
    ...fileChecks,
    ...gettingChecks,
    ...skillMdChecks,
  ],
  'sep-2640-skills-manifest': metadataChecks,
  'sep-2640-skills-directory': directoryChecks,
} as const satisfies Readonly<Record<string, readonly ConformanceCheck[]>>;

/** Skillgate's own checks, beyond the official suite. */
export const ownChecks: readonly ConformanceCheck[] = [
  ...greetingChecks,
  ...settingsChecks,
  ...behaviourChecks,
  ...answerChecks,
  ...resourceChecks,
  ...agreementChecks,
  ...contentChecks,
  ...agentSkillsChecks,
  ...otherMetadataChecks,
];

/** Every check, in the order of the report. */
export const checks: readonly ConformanceCheck[] = [
  ...Object.values(officialChecks).flat(),
  ...ownChecks,
];

/** The checks that correspond to rules of a listing. Other rules have no check. */
const checkOf: Partial<Record<RuleId, string>> = {
  'uri-malformed': 'skillgate/uri-syntax',
  'resource-uri': 'skillgate/uri-syntax',
  'uri-missing': 'sep-2640-entry-uri-required',
  'frontmatter-missing': 'sep-2640-entry-frontmatter-required',
  'name-missing': 'sep-2640-entry-frontmatter-required',
  'description-missing': 'sep-2640-entry-frontmatter-required',
  'name-path-mismatch': 'sep-2640-entry-uri-matches-frontmatter-name',
  'name-invalid': 'sep-2640-name-naming-rules',
  'name-collision': 'sep-2640-names-should-be-unique',
  'resources-missing': 'sep-2640-entry-resources-required',
  'resources-type': 'sep-2640-entry-resources-required',
  'resource-outside-folder': 'sep-2640-resources-uri-within-skill',
  'resource-duplicate': 'sep-2640-resources-complete',
  'skill-md-unlisted': 'sep-2640-resources-complete',
  'resource-twin': 'skillgate/uri-twins',
  'resource-digest': 'sep-2640-resources-digest-format',
  'resource-size': 'sep-2640-resources-size-required',
  'too-many-files': 'sep-2640-limit-resources-per-skill',
  'too-large': 'sep-2640-limit-total-size',
  'uri-duplicate': 'skillgate/copies-agree',
  'listing-cursor-repeated': 'sep-2640-skills-list-pagination',
  'listing-shape': 'skillgate/listing-shape',
  'cache-fields': 'sep-2640-skills-list-cache-attributes',
  'capability-shape': 'sep-2640-capability-empty-object',
  'capability-undeclared': 'skillgate/declared',
  'resources-capability': 'sep-2640-capability-requires-resources',
  'answer-id': 'skillgate/answer-ids',
  'stray-output': 'skillgate/stdout-noise',
};

const byId = new Map(checks.map((check) => [check.id, check]));

/**
 * Gives a listing problem the id and texts of the matching check, so that authors read the same
 * advice before and after a check; unchanged if none matches. Only for servers of the final
 * extension.
 */
export function inOneVoice(problem: Problem): Problem {
  const check = byId.get(checkOf[problem.rule] ?? '');
  if (check === undefined) return problem;
  const { id, words, clause, fix } = check;
  return { ...problem, clause, check: { id, words, fix } };
}
