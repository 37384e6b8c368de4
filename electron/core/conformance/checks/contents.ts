import { exactSize } from '../../../../shared/size-text.ts';
import { isDigest } from '../../digest.ts';
import { compareFrontmatter } from '../../frontmatter/differences.ts';
import { parseFrontmatter } from '../../frontmatter/frontmatter.ts';
import { notUtf8 } from '../../verification/verify.ts';
import type { RefusalReason } from '../../frontmatter/refusal.ts';
import { looked, skipped, type ConformanceCheck, type RuleFault } from '../check.ts';
import type { FileRead } from '../transcript.ts';

type Rule = Omit<ConformanceCheck, 'look'> & {
  readonly of?: (file: FileRead) => boolean;
  readonly broken: (file: FileRead) => readonly string[];
  /** It is about the size or the digest of a file, so that what changed the bytes explains it. */
  readonly weighs?: boolean;
};

const wasRead = ({ problem }: FileRead): boolean => problem === null;

/** A rule over every file that was read, or over those of a kind. */
const eachFile = ({ of = wasRead, broken, weighs, ...rule }: Rule): ConformanceCheck => ({
  ...rule,
  look(seen) {
    const files = seen.deeper.files.filter(of);
    if (files.length === 0) return skipped('There was no file to look at.');
    const faults = files.flatMap((file) =>
      broken(file).map((said): RuleFault => ({
        subject: file.uri,
        said,
        from: file.from,
        // Of a SKILL.md its text is the evidence: of other files only the size is kept.
        ...(of === isMain && file.text !== null ? { part: file.text } : {}),
        ...(said === notUtf8 ? { mend: 'Save the file as UTF-8.' } : {}),
        ...(weighs === true ? { skill: file.skill.uri, explanation: file.explanation } : {}),
      })),
    );
    return looked(faults, files[0]?.from ?? null);
  },
});
const isMain = (file: FileRead): boolean => file.isMain;

/** No YAML frontmatter at all, whoever reads it; other refusals are of texts that readers differ on. */
const none: ReadonlySet<RefusalReason> = new Set([
  'missing',
  'unterminated',
  'yaml',
  'not-a-mapping',
]);

/** Every file of every skill, read and compared. */
export const contentChecks: readonly ConformanceCheck[] = [
  eachFile({
    id: 'skillgate/files-readable',
    clause: 'Reading Skill Content',
    level: 'MUST',
    words: 'Every listed file can be read: one content, with its own URI, as text or base64.',
    mend: 'Answer resources/read of every URI in resources with one content of this URI.',
    of: () => true,
    broken: ({ problem }) => (problem === null ? [] : [problem]),
  }),
  eachFile({
    id: 'skillgate/file-size',
    weighs: true,
    clause: 'Verification on Read',
    level: 'MUST',
    words: 'Every file has the size that its entry says.',
    mend: 'Take size from the bytes that are served; text is counted as UTF-8.',
    broken: ({ size, bytes }) =>
      typeof size === 'number' && size !== bytes
        ? [`the entry says ${exactSize(size)}, and it has ${exactSize(bytes)}`]
        : [],
  }),
  eachFile({
    id: 'skillgate/file-digest',
    weighs: true,
    clause: 'Verification on Read',
    level: 'MUST',
    words: 'Every file has the digest that its entry says.',
    mend: 'Take the digest from the bytes that are served, when they are served as they are.',
    broken: ({ digest, actual }) =>
      isDigest(digest) && digest !== actual
        ? [`the entry says ${digest}, and it has ${actual}`]
        : [],
  }),
  eachFile({
    id: 'skillgate/frontmatter-identical',
    clause: 'Frontmatter Verification',
    level: 'MUST',
    words: "Every SKILL.md has the frontmatter of its entry, a dynamic skill's, too.",
    mend: 'Make the entry from the file: parse its YAML with the 1.2 core schema, every field.',
    of: isMain,
    broken({ text, skill }) {
      if (text === null) return [notUtf8];
      const parsed = parseFrontmatter(text);
      if (!parsed.ok) return none.has(parsed.error.reason) ? [parsed.error.message] : [];
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
    words: 'Every YAML reader in use takes the frontmatter of a SKILL.md alike.',
    mend: 'Quote the value, and leave out tags, anchors, merge keys and second documents.',
    of: isMain,
    broken({ text }) {
      if (text === null) return [];
      const parsed = parseFrontmatter(text);
      return parsed.ok || none.has(parsed.error.reason) ? [] : [parsed.error.message];
    },
  }),
];
