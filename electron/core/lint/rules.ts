import { exactSize } from '../../../shared/size-text.ts';
import { hiddenCharacters } from '../hidden.ts';
import { isRecord, own } from '../json.ts';
import { limits } from '../limits.ts';
import { linkPlacesIn } from '../links.ts';
import { normalForm } from '../normal-form.ts';
import { describe } from '../problem.ts';
import { twinKey } from '../uri.ts';
import {
  fieldsOf,
  frontmatterOf,
  lineOf,
  mainOf,
  placeIn,
  type LintFault,
  type LintFile,
  type LintSkill,
} from './skill-files.ts';

/** A rule over a skill's folder. */
export interface LintRule {
  readonly id: string;
  readonly clause: string;
  readonly level: 'MUST' | 'SHOULD';
  readonly words: string;
  readonly mend: string;
  look(skill: LintSkill): readonly LintFault[];
}

const main = 'SKILL.md';
/** As the official suite reads Agent Skills: ASCII. */
const inSuite = /^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;
/** As the reference checker of Agent Skills does: letters and digits of any writing. */
const inReference = /^(?!-)(?!.*--)[\p{L}\p{N}-]{1,64}(?<!-)$/u;
/** What the reference checker takes; it refuses every other field. */
const known = ['name', 'description', 'license', 'allowed-tools', 'metadata', 'compatibility'];

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';
const atField = (skill: LintSkill, field: string, said: string): LintFault => ({
  path: main,
  said,
  line: lineOf(skill, field),
  column: 1,
});

/** Agent Skills and the limits of the extension, over files. */
export const lintRules: readonly LintRule[] = [
  {
    id: 'skillgate/skill-md',
    clause: 'Skill Format',
    level: 'MUST',
    words: 'A skill has a SKILL.md in its folder, as UTF-8 text.',
    mend: 'Name the file SKILL.md, in capitals, and save it as UTF-8.',
    look(skill) {
      const file = mainOf(skill);
      if (file === undefined) return [{ path: main, said: 'there is no such file' }];
      return file.text === null && file.isUnread !== true
        ? [{ path: main, said: 'it is no UTF-8 text' }]
        : [];
    },
  },
  {
    id: 'skillgate/frontmatter',
    clause: 'Skill Format',
    level: 'MUST',
    words: 'SKILL.md begins with YAML frontmatter that every reader in use takes alike.',
    mend: 'Begin with a line ---, plain fields, and a line ---; quote what YAML could take otherwise.',
    look(skill) {
      const parsed = frontmatterOf(skill);
      if (parsed === null || parsed.ok) return [];
      const { message, where } = parsed.error;
      return [{ path: main, said: message, ...where }];
    },
  },
  {
    id: 'skillgate/name',
    clause: 'Resource Mapping',
    level: 'MUST',
    words: 'The name has 1 to 64 lowercase ASCII letters, digits and single hyphens inside.',
    mend: 'Rename the skill and its folder.',
    look(skill) {
      const name = nameOf(skill);
      if (name === null || (typeof name === 'string' && inSuite.test(name))) return [];
      const also = takenByReference(name) ? '; the reference checker takes it' : '';
      return [atField(skill, 'name', `the name is ${describe(name)}${also}`)];
    },
  },
  {
    id: 'skillgate/name-reference',
    clause: 'Skill Format',
    level: 'MUST',
    words: 'The reference checker of Agent Skills takes the name.',
    mend: 'Use lowercase letters and digits, with single hyphens inside.',
    look(skill) {
      const name = nameOf(skill);
      return name === null || takenByReference(name)
        ? []
        : [atField(skill, 'name', `the name is ${describe(name)}`)];
    },
  },
  {
    id: 'skillgate/name-folder',
    clause: 'Resource Mapping',
    level: 'MUST',
    words: 'The name is that of the folder.',
    mend: 'Rename the folder, or the skill.',
    look(skill) {
      const name = nameOf(skill);
      return !isText(name) || name === skill.name
        ? []
        : [atField(skill, 'name', `the name is "${name}", the folder "${skill.name}"`)];
    },
  },
  {
    id: 'skillgate/description',
    clause: 'Skill Format',
    level: 'MUST',
    words: 'The description is a text of 1 to 1,024 characters.',
    mend: 'Say in a sentence or two what the skill does and when to use it.',
    look(skill) {
      if (frontmatterOf(skill)?.ok !== true) return [];
      const description = own(fieldsOf(skill), 'description');
      if (!isText(description))
        return [atField(skill, 'description', `it is ${describe(description)}`)];
      const { length } = [...description];
      return length > 1024 ? [atField(skill, 'description', `it has ${length} characters`)] : [];
    },
  },
  {
    id: 'skillgate/fields',
    clause: 'Skill Format',
    level: 'SHOULD',
    words: 'The fields are those of Agent Skills, each of its type.',
    mend: 'Move own fields under metadata.',
    look(skill) {
      const fields = fieldsOf(skill);
      const faults = Object.keys(fields)
        .filter((field) => !known.includes(field))
        .map((field) => atField(skill, field, `the reference checker refuses the field ${field}`));
      const compatibility = own(fields, 'compatibility');
      if (
        compatibility !== undefined &&
        !(typeof compatibility === 'string' && [...compatibility].length <= 500)
      )
        faults.push(atField(skill, 'compatibility', 'it is no text of at most 500 characters'));
      const tools = own(fields, 'allowed-tools');
      const isList = Array.isArray(tools) && tools.every((one) => typeof one === 'string');
      if (tools !== undefined && typeof tools !== 'string' && !isList)
        faults.push(atField(skill, 'allowed-tools', 'it is neither a text nor a list of texts'));
      return faults;
    },
  },
  {
    id: 'skillgate/reserved-metadata',
    clause: 'Frontmatter',
    level: 'SHOULD',
    words: 'Keys of metadata do not begin with io.modelcontextprotocol/, which is reserved.',
    mend: 'Give the key a prefix of your own domain.',
    look(skill) {
      const metadata = own(fieldsOf(skill), 'metadata');
      return (isRecord(metadata) ? Object.keys(metadata) : [])
        .filter((key) => key.startsWith('io.modelcontextprotocol/'))
        .map((key) => atField(skill, 'metadata', `it has the key ${key}`));
    },
  },
  {
    id: 'skillgate/links',
    clause: 'Relative References',
    level: 'SHOULD',
    words: 'Links of a markdown file lead to a file of the skill.',
    mend: "Write the path from the skill's folder, as it is spelled there, or add the file.",
    look(skill) {
      const paths = placesOf(skill.files);
      return skill.files.flatMap(({ path, text }) =>
        text === null || !/\.(?:md|markdown)$/i.test(path) ? [] : lostLinks(path, text, paths),
      );
    },
  },
  {
    id: 'skillgate/limits',
    clause: 'Limits',
    level: 'SHOULD',
    words: `A skill has at most ${limits.skillFiles} files with ${exactSize(limits.skillBytes)} together.`,
    mend: 'Split the skill, or leave files out: no host has to take more.',
    look({ files }) {
      const total = files.reduce((sum, { size }) => sum + size, 0);
      return [
        ...(files.length > limits.skillFiles
          ? [{ path: main, said: `it has ${files.length} files` }]
          : []),
        ...(total > limits.skillBytes
          ? [{ path: main, said: `the files have ${exactSize(total)}` }]
          : []),
      ];
    },
  },
  {
    id: 'skillgate/file-twins',
    clause: 'Resources',
    level: 'SHOULD',
    words: 'No two files have paths that can be taken for each other.',
    mend: 'Rename one: case and Unicode form tell no two files apart on many disks.',
    look({ files }) {
      const first = new Map<string, string>();
      return files.flatMap(({ path }): LintFault[] => {
        const other = first.get(twinKey(path)) ?? path;
        first.set(twinKey(path), other);
        return other === path ? [] : [{ path, said: `it can be taken for ${other}` }];
      });
    },
  },
  {
    id: 'skillgate/hidden-characters',
    clause: 'Security Considerations',
    level: 'SHOULD',
    words: 'Texts hold nothing that a reader cannot see, or takes for something else.',
    mend: 'Delete the character, or write it as an escape.',
    look: ({ files }) =>
      files.flatMap(({ path, text }) =>
        text === null
          ? []
          : hiddenCharacters(text, 20).map(({ line, column, name, codePoint }) => ({
              path,
              said: `${name} (${codePoint})`,
              line,
              column,
            })),
      ),
  },
];

/** The name; null where the frontmatter cannot be read. */
const nameOf = (skill: LintSkill): unknown =>
  frontmatterOf(skill)?.ok === true ? own(fieldsOf(skill), 'name') : null;

function takenByReference(name: unknown): boolean {
  if (typeof name !== 'string') return false;
  const form = normalForm(name.trim(), 'NFKC');
  return inReference.test(form) && form === form.toLowerCase();
}

/** Links of one file that are told: each is looked for in the text from its start. */
const mostLost = 100;

function lostLinks(path: string, text: string, paths: ReadonlySet<string>): LintFault[] {
  const found: LintFault[] = [];
  for (const { link, start } of linkPlacesIn(text)) {
    if (found.length >= mostLost) break;
    if (!leads(link, path, paths))
      found.push({ path, said: `there is no ${link}`, ...placeIn(text, start) });
  }
  return found;
}

/** Resolved against the skill's folder, as hosts do, or against the file's own, as editors do. */
function leads(link: string, from: string, places: ReadonlySet<string>): boolean {
  const own = from.split('/').slice(0, -1);
  return [resolved([], link), resolved(own, link)].some(
    (path) => path !== null && places.has(path),
  );
}

/** Every file and every folder that has one, so that a link costs the same however many there are. */
function placesOf(files: readonly LintFile[]): ReadonlySet<string> {
  const places = new Set<string>();
  for (const { path } of files) {
    places.add(path);
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (places.has(folder)) break;
      places.add(folder);
    }
  }
  return places;
}

function resolved(base: readonly string[], link: string): string | null {
  let decoded = link;
  try {
    decoded = decodeURIComponent(link);
  } catch {
    // As it is written.
  }
  const parts = [...base];
  for (const step of decoded.split('/')) {
    if (step === '..') {
      if (parts.pop() === undefined) return null;
    } else if (step !== '.' && step !== '') parts.push(step);
  }
  return parts.join('/');
}
