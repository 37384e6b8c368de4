import { isRecord } from '../../json.ts';
import {
  looked,
  skipped,
  type ConformanceCheck,
  type RuleFault,
  type CheckLook,
} from '../check.ts';
import { manifestsOf, type ResourceManifest } from '../manifests.ts';
import { notDeclared } from '../served-entry.ts';
import { settingsOf } from '../transcript.ts';
import { metadataRules, type MetadataRule } from './metadata-rules.ts';

const over =
  (
    look: (first: ResourceManifest, others: readonly ResourceManifest[]) => CheckLook,
  ): ConformanceCheck['look'] =>
  (seen) => {
    const why = notDeclared(seen);
    if (why !== null) return skipped(why);
    if (!isRecord(settingsOf(seen.capabilities)))
      return skipped("The declaration isn't a settings object.");
    const [first, ...others] = manifestsOf(seen);
    if (first === undefined) return skipped('No SKILL.md is listed as a resource or a skill.');
    return look(first, others);
  };

/** Checks of the first `SKILL.md` as a resource, the only one that the suite looks at. */
export const metadataChecks: readonly ConformanceCheck[] = metadataRules.map(
  ({ name, broken, clause, level, words, mend }: MetadataRule): ConformanceCheck => ({
    id: `sep-2640-${name}`,
    clause,
    level,
    words,
    mend,
    look: over((first) => {
      const faults = broken(first);
      return typeof faults === 'string' ? skipped(faults) : looked(faults, first.read);
    }),
  }),
);

/** The same checks of every other `SKILL.md`. */
export const otherMetadataChecks: readonly ConformanceCheck[] = metadataRules.map(
  ({
    name,
    broken,
    clause,
    level,
    words,
    mend,
    isOfFrontmatter,
  }: MetadataRule): ConformanceCheck => ({
    id: `skillgate/${name}`,
    clause,
    level,
    mend,
    words: `For every other skill too: ${words.charAt(0).toLowerCase()}${words.slice(1)}`,
    look: over((_, others) => {
      const readable = others.filter((one) => isOfFrontmatter !== true || one.frontmatter !== null);
      const found = readable.map((other) => ({ other, faults: broken(other) }));
      const told = found.flatMap(({ other, faults }) =>
        typeof faults === 'string' ? [] : [{ read: other.read, faults }],
      );
      const why = found.find(({ faults }) => typeof faults === 'string')?.faults;
      if (told.length === 0)
        return skipped(typeof why === 'string' ? why : 'There is no other SKILL.md.');
      const all: RuleFault[] = told.flatMap(({ faults }) => faults);
      return looked(all, told[0]?.read ?? null);
    }),
  }),
);
