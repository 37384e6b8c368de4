import { exactSize } from '../../../../shared/size-text.ts';
import { isDigest } from '../../digest.ts';
import { compareFrontmatter } from '../../frontmatter/differences.ts';
import { parseFrontmatter } from '../../frontmatter/frontmatter.ts';
import { notUtf8 } from '../../verification/verify.ts';
import type { RefusalReason } from '../../frontmatter/refusal.ts';
import {
  codeOf,
  looked,
  mendOf,
  skipped,
  type ConformanceCheck,
  type RuleFault,
} from '../check.ts';
import type { FileRead } from '../transcript.ts';

type Rule = Omit<ConformanceCheck, 'look'> & {
  readonly of?: (file: FileRead) => boolean;
  readonly broken: (file: FileRead) => readonly string[];
  /** The rule is about a file's size or digest, so a change of its bytes can explain a fault. */
  readonly weighs?: boolean;
};

const wasRead = ({ problem }: FileRead): boolean => problem === null;

/** A rule about every file that was read, or about those that `of` selects. */
const eachFile = ({ of = wasRead, broken, weighs, ...rule }: Rule): ConformanceCheck => ({
  ...rule,
  look(seen) {
    const files = seen.deeper.files.filter(of);
    if (files.length === 0) return skipped('There was no file to check.');
    const faults = files.flatMap((file) =>
      broken(file).map((said): RuleFault => ({
        subject: file.uri,
        said,
        from: file.from,
        // A SKILL.md's text is the evidence; for other files, only the size is kept.
        ...(of === isMain && file.text !== null ? { part: file.text } : {}),
        ...(said === notUtf8 ? { mend: 'Save the file as UTF-8.' } : {}),
        ...(codeOf(file.from) === null ? {} : { mend: mendOf(file.from) ?? rule.mend }),
        ...(weighs === true ? { skill: file.skill.uri, explanation: file.explanation } : {}),
      })),
    );
    return looked(faults, files[0]?.from ?? null);
  },
});
const isMain = (file: FileRead): boolean => file.isMain;

/** For every reader, such a file has no YAML frontmatter. With other refusals, readers differ. */
const refusedReasons: ReadonlySet<RefusalReason> = new Set([
  'missing',
  'unterminated',
  'yaml',
  'not-a-mapping',
]);

/** Checks of every file of every skill, read and compared. */
export const contentChecks: readonly ConformanceCheck[] = [
  eachFile({
    id: 'skillgate/files-readable',
    clause: 'Reading Skill Content',
    level: 'MUST',
    words: 'Every listed file can be read as one content with its own URI, as text or base64.',
    mend: 'For every URI in resources, return one content with that URI from resources/read.',
    of: () => true,
    broken: ({ problem }) => (problem === null ? [] : [problem]),
  }),
  eachFile({
    id: 'skillgate/file-size',
    weighs: true,
    clause: 'Verification on Read',
    level: 'MUST',
    words: 'Every file has the size that its entry states.',
    mend: 'Compute size from the served bytes; for text, count its UTF-8 bytes.',
    broken: ({ size, bytes }) =>
      typeof size === 'number' && size !== bytes
        ? [`the entry says ${exactSize(size)}, but it has ${exactSize(bytes)}`]
        : [],
  }),
  eachFile({
    id: 'skillgate/file-digest',
    weighs: true,
    clause: 'Verification on Read',
    level: 'MUST',
    words: 'Every file has the digest that its entry states.',
    mend: 'Compute the digest from the bytes exactly as they are served.',
    broken: ({ digest, actual }) =>
      isDigest(digest) && digest !== actual
        ? [`the entry says ${digest}, but it has ${actual}`]
        : [],
  }),
  eachFile({
    id: 'skillgate/frontmatter-identical',
    clause: 'Frontmatter Verification',
    level: 'MUST',
    words: "Every SKILL.md, including a dynamic skill's, has the same frontmatter as its entry.",
    mend: 'Build the entry from the file: parse every field of its YAML with the 1.2 core schema.',
    of: isMain,
    broken({ text, skill }) {
      if (text === null) return [notUtf8];
      const parsed = parseFrontmatter(text);
      if (!parsed.ok) return refusedReasons.has(parsed.error.reason) ? [parsed.error.message] : [];
      return compareFrontmatter(skill.frontmatter ?? {}, parsed.value.frontmatter).map(
        ({ field, expected, actual }) =>
          `${field}: ${expected ?? 'absent'} in the entry, ${actual ?? 'absent'} in the file`,
      );
    },
  }),
  eachFile({
    id: 'skillgate/frontmatter-readers',
    clause: 'Frontmatter Verification',
    level: 'SHOULD',
    words: 'All common YAML readers read the frontmatter of a SKILL.md the same way.',
    mend: 'Quote the value, and leave out tags, anchors, merge keys and second documents.',
    of: isMain,
    broken({ text }) {
      if (text === null) return [];
      const parsed = parseFrontmatter(text);
      return parsed.ok || refusedReasons.has(parsed.error.reason) ? [] : [parsed.error.message];
    },
  }),
];
