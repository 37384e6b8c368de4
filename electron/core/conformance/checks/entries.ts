import { isRecord, own } from '../../json.ts';
import { describe } from '../../problem.ts';
import { looked, skipped, type ConformanceCheck, type RuleFault } from '../check.ts';
import { noEntries, servedIn } from '../served-entry.ts';
import { nameSegment, type ServedEntry, type CheckTranscript } from '../transcript.ts';

/** A name by Agent Skills: letters, digits, and single hyphens inside. */
const naming = /^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;
/** RFC 3986, 3.2.2. */
const regName = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;

type Rule = Omit<ConformanceCheck, 'look'> & {
  readonly broken: (entry: ServedEntry) => string | null;
};

/** What breaks a rule in one entry. */
export function entryFault({ broken }: Pick<Rule, 'broken'>, entry: ServedEntry): RuleFault[] {
  const said = broken(entry);
  return said === null ? [] : [{ subject: entry.label, said, from: entry.from, part: entry.value }];
}

/** A rule about each entry on its own. */
const eachEntry = ({ broken, ...rule }: Rule): ConformanceCheck => ({
  ...rule,
  look(seen: CheckTranscript) {
    const why = noEntries(seen);
    if (why !== null) return skipped(why);
    const entries = servedIn(seen);
    const faults = entries.flatMap((entry) => entryFault({ broken }, entry));
    return looked(faults, entries[0]?.from ?? null);
  },
});

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** The rules for every entry. */
export const entryRules: readonly Rule[] = [
  {
    id: 'sep-2640-entry-uri-required',
    clause: 'Skill URIs',
    level: 'MUST',
    words: 'Every entry has the full URI of its SKILL.md.',
    fix: 'Set uri to the URI that resources/read accepts for the SKILL.md.',
    broken: ({ uri, value }) =>
      isText(uri) ? null : `uri is ${describe(isRecord(value) ? own(value, 'uri') : value)}`,
  },
  {
    id: 'sep-2640-entry-frontmatter-required',
    clause: 'Frontmatter',
    level: 'MUST',
    words: 'Every entry has the frontmatter of its SKILL.md, with a name and a description.',
    fix: 'Parse the frontmatter of the SKILL.md and put the whole object into the entry.',
    broken({ frontmatter }) {
      if (frontmatter === undefined) return "frontmatter is missing or isn't an object";
      const empty = ['name', 'description'].filter((field) => !isText(own(frontmatter, field)));
      return empty.length === 0 ? null : `frontmatter has no ${empty.join(' and no ')}`;
    },
  },
  {
    id: 'sep-2640-entry-uri-matches-frontmatter-name',
    clause: 'Frontmatter',
    level: 'MUST',
    words: "The folder in the entry's URI has the name in the frontmatter.",
    fix: 'Name the folder after the skill, or the skill after its folder.',
    broken({ uri, frontmatter }) {
      const name = frontmatter === undefined ? undefined : own(frontmatter, 'name');
      if (uri === undefined || typeof name !== 'string') return null;
      const segment = nameSegment(uri);
      if (segment === undefined) return 'the URI does not end in /SKILL.md inside a folder';
      return segment === name ? null : `the folder is "${segment}", the name "${name}"`;
    },
  },
  {
    id: 'sep-2640-skill-uri-scheme',
    clause: 'Resource Mapping',
    level: 'SHOULD',
    words: 'Skills are served under skill://. Another scheme is permitted.',
    fix: 'Serve the skill under skill://, unless the other scheme is native to the server.',
    broken: ({ uri }) =>
      uri === undefined || uri.startsWith('skill://') ? null : 'it has a different scheme',
  },
  {
    id: 'sep-2640-entry-resources-required',
    clause: 'Resources',
    level: 'MUST',
    words: 'Every entry has resources: an array of its files, or "dynamic".',
    fix: 'List every file with uri, digest and size, or use "dynamic" if content is generated.',
    broken: ({ resources, value }) =>
      resources === undefined
        ? `resources is ${describe(isRecord(value) ? own(value, 'resources') : undefined)}`
        : null,
  },
  {
    id: 'sep-2640-metadata-reserved-prefix',
    clause: 'Frontmatter',
    level: 'SHOULD',
    words: 'No metadata key starts with io.modelcontextprotocol/, which is reserved.',
    fix: 'Start the key with your own domain.',
    broken({ frontmatter }) {
      const metadata = frontmatter === undefined ? undefined : own(frontmatter, 'metadata');
      const keys = isRecord(metadata)
        ? Object.keys(metadata).filter((key) => key.startsWith('io.modelcontextprotocol/'))
        : [];
      return keys.length === 0 ? null : `metadata has ${keys.join(', ')}`;
    },
  },
  {
    id: 'sep-2640-name-naming-rules',
    clause: 'Resource Mapping',
    level: 'MUST',
    words:
      "The folder, which is the skill's name, " +
      'has 1 to 64 lowercase letters, digits and single hyphens.',
    fix: 'Rename the folder and the name in the frontmatter.',
    broken({ uri }) {
      const name = uri === undefined ? undefined : nameSegment(uri);
      return name === undefined || naming.test(name) ? null : `the name is "${name}"`;
    },
  },
  {
    id: 'sep-2640-authority-reg-name',
    clause: 'Resource Mapping',
    level: 'SHOULD',
    words: 'The first segment is a valid reg-name (RFC 3986).',
    fix: 'Write the first segment with letters, digits and hyphens, or percent-encode it.',
    broken({ uri }) {
      const at = uri === undefined ? -1 : uri.indexOf('://');
      if (uri === undefined || at < 0) return null;
      const first = uri
        .slice(at + 3)
        .split('/')
        .find((segment) => segment !== '');
      return first === undefined || regName.test(first) ? null : `the first segment is "${first}"`;
    },
  },
];

/** Those rules as checks, and the checks that compare entries. */
export const entryChecks: readonly ConformanceCheck[] = [
  ...entryRules.map(eachEntry),
  {
    id: 'sep-2640-names-should-be-unique',
    clause: 'Names',
    level: 'SHOULD',
    words: 'Names are unique within a listing.',
    fix:
      "Rename one, or remove it if it shouldn't be listed: " +
      'apps can tell them apart only by path.',
    look(seen) {
      const why = noEntries(seen);
      if (why !== null) return skipped(why);
      const entries = servedIn(seen);
      const first = new Map<string, string>();
      const faults = entries.flatMap(({ uri, from, value }): RuleFault[] => {
        const name = uri === undefined ? undefined : nameSegment(uri);
        if (uri === undefined || name === undefined) return [];
        const other = first.get(name);
        first.set(name, other ?? uri);
        return other === undefined
          ? []
          : [
              {
                subject: uri,
                ...(other === uri
                  ? { said: 'its entry is listed more than once', fix: 'List each skill once.' }
                  : { said: `"${name}" is also served at ${other}` }),
                ...{ from, part: value },
              },
            ];
      });
      return looked(faults, entries[0]?.from ?? null);
    },
  },
];
