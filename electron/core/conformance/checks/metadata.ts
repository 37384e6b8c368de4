import { isRecord, own } from '../../json.ts';
import {
  looked,
  skipped,
  type ConformanceCheck,
  type RuleFault,
  type CheckLook,
  failureOf,
} from '../check.ts';
import { manifestsOf, type ResourceManifest, notDeclared } from '../served-entry.ts';
import { settingsOf, nameSegment } from '../transcript.ts';
import { describe } from '../../problem.ts';

/** A rule about the metadata of one `SKILL.md` as a resource. */
type MetadataRule = Pick<ConformanceCheck, 'clause' | 'level' | 'words' | 'fix'> & {
  /** The check's id without its prefix. */
  readonly name: string;
  /** What breaks the rule; a string says why the rule doesn't apply. */
  readonly broken: (manifest: ResourceManifest) => readonly RuleFault[] | string;
  /** If the frontmatter can't be read, another check reports it for every skill. */
  readonly isOfFrontmatter?: boolean;
};

const clause = 'Resource Metadata';
/** A reverse-domain prefix. */
const prefixed = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//i;

function fieldOf({ frontmatter }: ResourceManifest, field: string): string | undefined {
  const value = frontmatter === null ? undefined : own(frontmatter, field);
  return typeof value === 'string' ? value : undefined;
}

/** Compares the resource's name or description with the frontmatter's. */
const asInFile =
  (field: 'name' | 'description'): MetadataRule['broken'] =>
  (manifest) => {
    const { uri, listed } = manifest;
    if (listed === null) return `resources/list doesn't include ${uri}, which is allowed.`;
    const expected = fieldOf(manifest, field);
    if (expected === undefined) return `SKILL.md has no ${field} to compare with.`;
    const { item, from } = listed;
    const actual = own(item, field);
    if (actual === expected) return [];
    const [is, says] = [describe(actual), describe(expected)];
    const said = `its ${field} is ${is}, but its frontmatter says ${says}`;
    return [{ subject: uri, said, from, part: item }];
  };

const metadataRules: readonly MetadataRule[] = [
  {
    name: 'skillmd-mimetype',
    clause,
    level: 'SHOULD',
    words: 'The mimeType of a SKILL.md is text/markdown.',
    fix: 'Set mimeType to text/markdown.',
    broken({ uri, listed, read, content }) {
      const type = own(content, 'mimeType') ?? own(listed?.item ?? {}, 'mimeType');
      return type === 'text/markdown'
        ? []
        : [{ subject: uri, said: `mimeType is ${describe(type)}`, from: read }];
    },
  },
  {
    name: 'skillmd-metadata-name',
    clause,
    level: 'SHOULD',
    words: 'The name of the resource is the name in its frontmatter.',
    fix: 'Set name in resources/list from the frontmatter.',
    broken: asInFile('name'),
  },
  {
    name: 'skillmd-metadata-description',
    clause,
    level: 'SHOULD',
    words: 'The description of the resource is the description in its frontmatter.',
    fix: 'Set description in resources/list from the frontmatter.',
    broken: asInFile('description'),
  },
  {
    name: 'final-segment-equals-name',
    clause: 'Resource Mapping',
    level: 'MUST',
    words: 'The folder of a SKILL.md has the name in its frontmatter.',
    fix: 'Name the folder after the skill, or the skill after its folder.',
    isOfFrontmatter: true,
    broken(manifest) {
      const { uri, read, frontmatter } = manifest;
      const name = fieldOf(manifest, 'name');
      if (name === nameSegment(uri)) return [];
      // A file that never loaded says nothing. A refused one has no name, as in the official suite.
      if (!read.reply.ok) {
        if (read.reply.error.reason !== 'error-response') return "Couldn't read SKILL.md.";
        const fix = 'Return the text of the file from resources/read for this URI.';
        return [{ subject: uri, said: `it ${failureOf(read)}`, from: read, fix }];
      }
      const said =
        name === undefined
          ? 'its frontmatter has no readable name'
          : `the folder is "${nameSegment(uri)}", the name "${name}"`;
      return [{ subject: uri, said, from: read, ...(frontmatter && { part: { frontmatter } }) }];
    },
  },
  {
    name: 'meta-prefix',
    clause,
    level: 'SHOULD',
    words: 'The _meta keys of a skill resource have the prefix io.modelcontextprotocol.skills/.',
    fix: 'Write the key as io.modelcontextprotocol.skills/<key>.',
    broken({ uri, listed, read, content }) {
      const places = [...(listed === null ? [] : [listed]), { item: content, from: read }];
      const bare = new Map<string, (typeof places)[number]>();
      for (const place of places) {
        const meta = own(place.item, '_meta');
        for (const key of isRecord(meta) ? Object.keys(meta) : [])
          if (!prefixed.test(key) && !bare.has(key)) bare.set(key, place);
      }
      return [...bare].map(([key, { item, from }]) => ({
        subject: uri,
        said: `_meta has the key ${key} without a prefix`,
        from,
        part: item,
      }));
    },
  },
];

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
  ({ name, broken, clause, level, words, fix }: MetadataRule): ConformanceCheck => ({
    id: `sep-2640-${name}`,
    clause,
    level,
    words,
    fix,
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
    fix,
    isOfFrontmatter,
  }: MetadataRule): ConformanceCheck => ({
    id: `skillgate/${name}`,
    clause,
    level,
    fix,
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
