import type { ConformanceCheck } from './check.ts';
import { agentSkillsChecks } from './checks/agent-skills.ts';
import { agreementChecks } from './checks/agreement.ts';
import { answerChecks } from './checks/answers.ts';
import { behaviourChecks } from './checks/behaviour.ts';
import { capabilityChecks } from './checks/capability.ts';
import { contentChecks } from './checks/contents.ts';
import { directoryChecks } from './checks/directory.ts';
import { entryChecks } from './checks/entries.ts';
import { fileChecks } from './checks/files.ts';
import { gettingChecks } from './checks/getting.ts';
import { greetingChecks } from './checks/greeting.ts';
import { listingChecks } from './checks/listing.ts';
import { metadataChecks, otherMetadataChecks } from './checks/metadata.ts';
import { resourceChecks } from './checks/resources.ts';
import { settingsChecks } from './checks/settings.ts';
import { skillMdChecks } from './checks/skill-md.ts';

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
