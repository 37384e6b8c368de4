import { isRecord, own } from '../../json.ts';
import { describe } from '../../problem.ts';
import { failureOf, type ConformanceCheck, type RuleFault } from '../check.ts';
import type { ResourceManifest } from '../manifests.ts';
import { nameSegment } from '../transcript.ts';

/** A rule about what is said of one `SKILL.md` as a resource. */
export type MetadataRule = Pick<ConformanceCheck, 'clause' | 'level' | 'words' | 'mend'> & {
  /** The check's id without its prefix. */
  readonly name: string;
  /** What breaks it; in words, why it says nothing of this one. */
  readonly broken: (manifest: ResourceManifest) => readonly RuleFault[] | string;
  /** Where the frontmatter cannot be read, another check says so of every skill. */
  readonly isOfFrontmatter?: boolean;
};

const clause = 'Resource Metadata';
/** A reverse-domain prefix. */
const prefixed = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//i;

function fieldOf({ frontmatter }: ResourceManifest, field: string): string | undefined {
  const value = frontmatter === null ? undefined : own(frontmatter, field);
  return typeof value === 'string' ? value : undefined;
}

/** Name or description of the resource against the frontmatter's. */
const asInFile =
  (field: 'name' | 'description'): MetadataRule['broken'] =>
  (manifest) => {
    const { uri, listed } = manifest;
    if (listed === null) return `resources/list does not have ${uri}, which it need not.`;
    const expected = fieldOf(manifest, field);
    if (expected === undefined) return `SKILL.md has no ${field} to compare with.`;
    const { item, from } = listed;
    const actual = own(item, field);
    if (actual === expected) return [];
    const said = `its ${field} is ${describe(actual)}, in its frontmatter ${describe(expected)}`;
    return [{ subject: uri, said, from, part: item }];
  };

export const metadataRules: readonly MetadataRule[] = [
  {
    name: 'skillmd-mimetype',
    clause,
    level: 'SHOULD',
    words: 'The mimeType of a SKILL.md is text/markdown.',
    mend: 'Set mimeType to text/markdown.',
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
    words: 'The name of the resource is the name of the frontmatter.',
    mend: 'Set name in resources/list from the frontmatter.',
    broken: asInFile('name'),
  },
  {
    name: 'skillmd-metadata-description',
    clause,
    level: 'SHOULD',
    words: 'The description of the resource is the description of the frontmatter.',
    mend: 'Set description in resources/list from the frontmatter.',
    broken: asInFile('description'),
  },
  {
    name: 'final-segment-equals-name',
    clause: 'Resource Mapping',
    level: 'MUST',
    words: 'The folder of a SKILL.md has the name that its frontmatter gives.',
    mend: 'Serve the skill in a folder of its name, or give it the name of its folder.',
    isOfFrontmatter: true,
    broken(manifest) {
      const { uri, read, frontmatter } = manifest;
      const name = fieldOf(manifest, 'name');
      if (name === nameSegment(uri)) return [];
      // Of what never came nothing is known. One that is refused has no name, says the suite, too.
      if (!read.reply.ok) {
        if (read.reply.error.reason !== 'error-response') return 'SKILL.md could not be read.';
        const mend = 'Answer resources/read of this URI with the text of the file.';
        return [{ subject: uri, said: `it ${failureOf(read)}`, from: read, mend }];
      }
      const said =
        name === undefined
          ? 'its frontmatter has no name that could be read'
          : `the folder is "${nameSegment(uri)}", the name "${name}"`;
      return [{ subject: uri, said, from: read, ...(frontmatter && { part: { frontmatter } }) }];
    },
  },
  {
    name: 'meta-prefix',
    clause,
    level: 'SHOULD',
    words: 'Keys of _meta on a skill resource have the prefix io.modelcontextprotocol.skills/.',
    mend: 'Write the key as io.modelcontextprotocol.skills/<key>.',
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
        said: `_meta has the bare key ${key}`,
        from,
        part: item,
      }));
    },
  },
];
