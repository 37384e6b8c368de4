import { parseFrontmatter } from '../../frontmatter/frontmatter.ts';
import { isRecord, own } from '../../json.ts';
import { describe } from '../../problem.ts';
import { looked, skipped, type Check, type Look } from '../check.ts';
import { notDeclared } from '../served.ts';
import { nameSegment, settingsOf, textOf, type ReadResource } from '../transcript.ts';

const clause = 'Resource Metadata';
/** A reverse-domain prefix. */
const prefixed = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//i;

const over =
  (look: (manifest: ReadResource) => Look): Check['look'] =>
  (seen) => {
    const why = notDeclared(seen);
    if (why !== null) return skipped(why);
    if (!isRecord(settingsOf(seen.capabilities)))
      return skipped('What is declared is no object of settings.');
    if (seen.manifest === null) return skipped('No SKILL.md is listed, as a resource or a skill.');
    return look(seen.manifest);
  };

function fieldOf({ read }: ReadResource, field: string): string | undefined {
  const text = textOf(read)?.text;
  const parsed = text === undefined ? null : parseFrontmatter(text);
  const value = parsed?.ok === true ? own(parsed.value.frontmatter, field) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Name or description of the resource against the frontmatter's. */
const asInFile = (field: 'name' | 'description'): Check['look'] =>
  over((manifest) => {
    const { uri, listed } = manifest;
    if (listed === null) return skipped(`resources/list does not have ${uri}, which it need not.`);
    const expected = fieldOf(manifest, field);
    if (expected === undefined) return skipped(`SKILL.md has no ${field} to compare with.`);
    const { item, from } = listed;
    const actual = own(item, field);
    return looked(
      actual === expected
        ? []
        : [{ subject: uri, said: `its ${field} is ${describe(actual)}`, from, part: item }],
      from,
    );
  });

/** What is said of a `SKILL.md` as a resource. */
export const metadataChecks: readonly Check[] = [
  {
    id: 'sep-2640-skillmd-mimetype',
    clause,
    level: 'SHOULD',
    words: 'The mimeType of a SKILL.md is text/markdown.',
    mend: 'Set mimeType to text/markdown.',
    look: over(({ uri, listed, read }) => {
      const type =
        own(textOf(read)?.content ?? {}, 'mimeType') ?? own(listed?.item ?? {}, 'mimeType');
      return looked(
        type === 'text/markdown'
          ? []
          : [{ subject: uri, said: `mimeType is ${describe(type)}`, from: read }],
        read,
      );
    }),
  },
  {
    id: 'sep-2640-skillmd-metadata-name',
    clause,
    level: 'SHOULD',
    words: 'The name of the resource is the name of the frontmatter.',
    mend: 'Set name in resources/list from the frontmatter.',
    look: asInFile('name'),
  },
  {
    id: 'sep-2640-skillmd-metadata-description',
    clause,
    level: 'SHOULD',
    words: 'The description of the resource is the description of the frontmatter.',
    mend: 'Set description in resources/list from the frontmatter.',
    look: asInFile('description'),
  },
  {
    id: 'sep-2640-final-segment-equals-name',
    clause: 'Resource Mapping',
    level: 'MUST',
    words: 'The folder of a SKILL.md has the name that its frontmatter gives.',
    mend: 'Serve the skill in a folder of its name, or give it the name of its folder.',
    look: over((manifest) => {
      const { uri, read } = manifest;
      const name = fieldOf(manifest, 'name');
      const said =
        name === undefined
          ? 'its frontmatter has no name that could be read'
          : `the folder is "${nameSegment(uri)}", the name "${name}"`;
      return looked(name === nameSegment(uri) ? [] : [{ subject: uri, said, from: read }], read);
    }),
  },
  {
    id: 'sep-2640-meta-prefix',
    clause,
    level: 'SHOULD',
    words: 'Keys of _meta on a skill resource have the prefix io.modelcontextprotocol.skills/.',
    mend: 'Write the key as io.modelcontextprotocol.skills/<key>.',
    look: over(({ uri, listed, read }) => {
      const places = [
        ...(listed === null ? [] : [listed]),
        { item: textOf(read)?.content ?? {}, from: read },
      ];
      const bare = new Map<string, (typeof places)[number]>();
      for (const place of places) {
        const meta = own(place.item, '_meta');
        for (const key of isRecord(meta) ? Object.keys(meta) : [])
          if (!prefixed.test(key) && !bare.has(key)) bare.set(key, place);
      }
      const faults = [...bare].map(([key, { item, from }]) => ({
        subject: uri,
        said: `_meta has the bare key ${key}`,
        from,
        part: item,
      }));
      return looked(faults, read);
    }),
  },
];
