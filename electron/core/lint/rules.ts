import { exactSize } from '../../../shared/size-text.ts';
import { byteOrderMark, markBefore } from '../frontmatter/frontmatter.ts';
import { fieldRules, type FieldRule } from '../frontmatter/field-rules.ts';
import { writingOf } from '../../../shared/confusables/writing.ts';
import { hiddenCharacters } from '../hidden.ts';
import { languageOf } from '../preview/file-type.ts';
import { isRecord, own } from '../json.ts';
import { limits } from '../limits.ts';
import { isTakenByReference } from '../skill-place.ts';
import { describe } from '../problem.ts';
import { visible } from '../text.ts';
import { twinKey } from '../uri.ts';
import { lostLinks } from './lost-links.ts';
import {
  fieldsOf,
  frontmatterOf,
  lineOf,
  mainOf,
  type LintFault,
  type LintSkill,
  type LintFile,
} from './skill-files.ts';

/** A rule about a skill's folder. */
export interface LintRule {
  readonly id: string;
  readonly clause: string;
  readonly level: 'MUST' | 'SHOULD';
  readonly words: string;
  readonly fix: string;
  /** Skips a skill whose frontmatter can't be read, which another rule reports. */
  readonly isOfFrontmatter?: true;
  look(skill: LintSkill): readonly LintFault[];
}

const main = 'SKILL.md';
/** Agent Skills as the official suite reads it: ASCII. */
const inSuite = /^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/** What follows ` #` in an unquoted description of one line. */
const inComment = /^description:[ \t]+(?!["'|>&!#])[^\n]{1,2000}?[ \t]#([^\n]*)$/m;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';
const atField = (skill: LintSkill, field: string, said: string): LintFault => ({
  path: main,
  said,
  line: lineOf(skill, field),
  column: 1,
});

/** A rule about the frontmatter, if it can be read. */
const overFields = ({ broken, ...rule }: FieldRule): LintRule => ({
  ...rule,
  isOfFrontmatter: true,
  look: (skill) =>
    frontmatterOf(skill)?.ok === true
      ? broken(fieldsOf(skill)).map(({ field, said }) => atField(skill, field, said))
      : [],
});

/** The rules of Agent Skills and the limits of the extension, for files. */
export const lintRules: readonly LintRule[] = [
  {
    id: 'skillgate/skill-md',
    clause: 'Skill Format',
    level: 'MUST',
    words: 'A skill has a SKILL.md in its folder, as UTF-8 text.',
    fix: 'Name the file SKILL.md, in capitals, and save it as UTF-8.',
    look(skill) {
      const file = mainOf(skill);
      if (file === undefined) return [noMain(skill)];
      return file.text === null && file.isUnread !== true
        ? [{ path: main, said: "it isn't UTF-8 text" }]
        : [];
    },
  },
  {
    id: 'skillgate/byte-order-mark',
    clause: 'Skill Format',
    level: 'SHOULD',
    words: 'SKILL.md starts with its frontmatter, without a byte order mark.',
    fix: 'Save the file as UTF-8 without a byte order mark.',
    look: (skill) =>
      mainOf(skill)?.text?.startsWith(byteOrderMark) === true
        ? [{ path: main, said: markBefore }]
        : [],
  },
  {
    id: 'skillgate/frontmatter',
    clause: 'Skill Format',
    level: 'MUST',
    words: 'SKILL.md starts with YAML frontmatter that all common readers read the same way.',
    fix:
      'Start with a --- line, plain fields and another --- line; ' +
      'quote values that YAML readers could read differently.',
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
    words: 'The name has 1 to 64 lowercase ASCII letters and digits, with single hyphens inside.',
    fix: 'Rename the skill and its folder.',
    isOfFrontmatter: true,
    look(skill) {
      const name = nameOf(skill);
      if (name === null || (typeof name === 'string' && inSuite.test(name))) return [];
      const also = takenByReference(name) ? '; the reference checker accepts it' : '';
      return [atField(skill, 'name', `the name is ${describe(name)}${also}`)];
    },
  },
  {
    id: 'skillgate/name-reference',
    clause: 'Skill Format',
    level: 'MUST',
    words: 'The reference checker of Agent Skills accepts the name.',
    fix: 'Use lowercase letters and digits, with single hyphens inside.',
    isOfFrontmatter: true,
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
    words: "The name is the folder's name.",
    fix: 'Rename the folder or the skill.',
    isOfFrontmatter: true,
    look(skill) {
      const name = nameOf(skill);
      return !isText(name) || name === skill.name
        ? []
        : [atField(skill, 'name', `the name is "${name}", the folder "${skill.name}"`)];
    },
  },
  overFields(fieldRules.description),
  {
    id: 'skillgate/description-comment',
    clause: 'Skill Format',
    level: 'SHOULD',
    words: 'No comment cuts the description short.',
    fix: 'Put the description in quotes, or remove the text after " #".',
    isOfFrontmatter: true,
    look(skill) {
      const parsed = frontmatterOf(skill);
      const cut = parsed?.ok === true ? inComment.exec(parsed.value.yaml)?.[1] : undefined;
      return cut === undefined
        ? []
        : [
            atField(
              skill,
              'description',
              `the text after " #" is a comment and isn't part of it: "${visible(cut.trim(), 80)}"`,
            ),
          ];
    },
  },
  overFields(fieldRules.known),
  overFields(fieldRules.types),
  {
    id: 'skillgate/reserved-metadata',
    clause: 'Frontmatter',
    level: 'SHOULD',
    words: 'No metadata key starts with io.modelcontextprotocol/, which is reserved.',
    fix: 'Start the key with your own domain.',
    isOfFrontmatter: true,
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
    words: 'Links in a Markdown file lead to files of the skill.',
    fix: "Use the path from the skill's folder, spelled the same way, or add the file.",
    look: ({ files }) => lostLinks(files),
  },
  {
    id: 'skillgate/limits',
    clause: 'Limits',
    level: 'SHOULD',
    words:
      `A skill has at most ${limits.skillFiles} files, ` +
      `which total at most ${exactSize(limits.skillBytes)}.`,
    fix: "Split the skill, or leave files out: apps don't have to accept more.",
    look({ files }) {
      const total = files.reduce((sum, { size }) => sum + size, 0);
      return [
        ...(files.length > limits.skillFiles
          ? [{ path: main, said: `it has ${files.length} files` }]
          : []),
        ...(total > limits.skillBytes
          ? [{ path: main, said: `the files total ${exactSize(total)}` }]
          : []),
      ];
    },
  },
  {
    id: 'skillgate/file-twins',
    clause: 'Resources',
    level: 'SHOULD',
    words: 'No two files have paths that can be mistaken for each other.',
    fix: 'Rename one: many disks ignore case and Unicode form.',
    look({ files }) {
      const first = new Map<string, string>();
      return files.flatMap(({ path }): LintFault[] => {
        const other = first.get(twinKey(path)) ?? path;
        first.set(twinKey(path), other);
        return other === path ? [] : [{ path, said: `it can be mistaken for ${other}` }];
      });
    },
  },
  {
    id: 'skillgate/hidden-characters',
    clause: 'Security Considerations',
    level: 'SHOULD',
    words:
      'Texts and names of files have no characters ' +
      'that a reader cannot see or mistakes for others.',
    fix:
      'Delete the character, or write it as an escape sequence; ' +
      'if it is in a name, rename the file.',
    look: ({ files }) => [
      ...hiddenInNames(files),
      ...files.flatMap(({ path, text }) =>
        text === null
          ? []
          : hiddenCharacters(text, 20, writingOf(languageOf(path, text))).map(
              ({ line, column, name, codePoint }) => ({
                path,
                said: `${name} (${codePoint})`,
                line,
                column,
              }),
            ),
      ),
    ],
  },
];

/**
 * Reports a missing SKILL.md. A disk that ignores case finds another spelling, but no host does.
 */
function noMain({ files }: LintSkill): LintFault {
  const other = files.find(({ path }) => path.toLowerCase() === 'skill.md');
  return other === undefined
    ? { path: main, said: 'there is no such file' }
    : { path: other.path, said: "it isn't spelled SKILL.md, so no app finds it" };
}

/** The name; null if the frontmatter can't be read. */
const nameOf = (skill: LintSkill): unknown =>
  frontmatterOf(skill)?.ok === true ? own(fieldsOf(skill), 'name') : null;

const takenByReference = (name: unknown): boolean =>
  typeof name === 'string' && isTakenByReference(name);

/** The most reported for one path. */
const maxCount = 20;
/** Tabs and line breaks are ordinary in a text, but not in a name. */
const control = /[\t\n\r]/;

/** Finds characters in paths of files that a reader can't see or mistakes for others. */
const hiddenInNames = (files: readonly LintFile[]): LintFault[] =>
  files.flatMap(({ path }) => {
    const found = hiddenCharacters(path, maxCount).map(({ name, codePoint }) => ({
      path,
      said: `its name has ${name}${codePoint === '' ? '' : ` (${codePoint})`}`,
    }));
    const end = control.exec(path)?.[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return end === undefined
      ? found
      : [...found, { path, said: `its name has a tab or a line break (U+${end})` }];
  });
