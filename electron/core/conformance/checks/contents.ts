import { exactSize, counted } from '../../../../shared/size-text.ts';
import { isDigest } from '../../digest.ts';
import { isRecord, own } from '../../json.ts';
import { compareFrontmatter } from '../../frontmatter/differences.ts';
import { parseFrontmatter, byteOrderMark, markBefore } from '../../frontmatter/frontmatter.ts';
import { notUtf8 } from '../../verification/verify.ts';
import type { RefusalReason } from '../../frontmatter/fences.ts';
import {
  codeOf,
  looked,
  fixOf,
  skipped,
  type ConformanceCheck,
  type RuleFault,
  failureOf,
} from '../check.ts';
import { isGenerated, listedDigest, skillIn, notDeclared } from '../served-entry.ts';
import {
  type CheckExchange,
  type CheckTranscript,
  type FileRead,
  resultOf,
  type ListPages,
} from '../transcript.ts';
import { describe } from '../../problem.ts';

type Rule = Omit<ConformanceCheck, 'look'> & {
  readonly of?: (file: FileRead) => boolean;
  readonly broken: (file: FileRead, seen: CheckTranscript) => readonly string[];
  /** The rule is about a file's size or digest, so a change of its bytes can explain a fault. */
  readonly weighs?: boolean;
  /**
   * Bytes with another digest than the entry's are another content, whose size and frontmatter the
   * entry doesn't describe: the digest is the one fault then.
   */
  readonly followsDigest?: (file: FileRead) => boolean;
};

const wasRead = ({ problem }: FileRead): boolean => problem === null;

/** A rule about every file that was read, or about those that `of` selects. */
const eachFile = ({ of = wasRead, broken, ...rule }: Rule): ConformanceCheck => ({
  ...rule,
  look(seen) {
    const files = seen.deeper.files.filter(of);
    if (files.length === 0) return skipped('There was no file to check.');
    const faults: RuleFault[] = [];
    const covered = new Map<string, string>();
    for (const file of files)
      for (const said of broken(file, seen)) {
        const why = coveredBy(rule, file, seen);
        if (why === null) faults.push(faultOf(rule, file, said, seen));
        else covered.set(file.uri, why);
      }
    const [first] = covered.values();
    if (faults.length > 0 || first === undefined) return looked(faults, files[0]?.from ?? null);
    const more = covered.size === 1 ? '' : ` The same goes for ${covered.size - 1} more.`;
    return skipped(`${first}${more}`);
  },
});

/** Which check reports the cause of the fault, if it isn't this one. */
function coveredBy(
  rule: Pick<Rule, 'weighs' | 'followsDigest'>,
  file: FileRead,
  seen: CheckTranscript,
): string | null {
  const follows = rule.followsDigest?.(file) === true;
  if (!differsIn(file).digest || !(follows || rule.weighs === true)) return null;
  if (isGenerated(file, seen))
    return `See skillgate/steady-content: each read of ${file.uri} has other content.`;
  // The content changed between the two listings, and the second has its digest.
  if (listedDigest(seen, file.skill, file.uri) === file.actual)
    return `See skillgate/steady-listing: ${file.uri} changed during the run.`;
  return follows
    ? `See skillgate/file-digest: ${file.uri} has another digest than its entry.`
    : null;
}

const faultOf = (
  rule: Pick<Rule, 'fix' | 'weighs'>,
  file: FileRead,
  said: string,
  seen: CheckTranscript,
): RuleFault => ({
  subject: file.uri,
  said,
  from: file.from,
  // A SKILL.md's text is the evidence; for other files, only the size is kept.
  ...(rule.weighs !== true && isMain(file) && file.text !== null ? { part: file.text } : {}),
  ...(said === notUtf8 ? { fix: 'Save the file as UTF-8.' } : {}),
  ...(codeOf(file.from) === null ? {} : { fix: refusalMend(rule, file, seen) }),
  ...(rule.weighs === true ? causeOf(file) : {}),
});

/** What fixes a listed file that the server refuses, by what it answered for it elsewhere. */
function refusalMend(
  rule: Pick<Rule, 'fix'>,
  file: FileRead,
  { deeper: { respelledFile } }: CheckTranscript,
): string {
  if (respelledFile?.from.reply.ok === true && isEncoded(file) === isEncoded(respelledFile.file))
    return isEncoded(file)
      ? 'Decode the URI before you look for the file: ' +
          `resources/read answers for ${String(respelledFile.from.params['uri'])}.`
      : 'List the URI percent-encoded, as resources/read answers for it: ' +
          `${String(respelledFile.from.params['uri'])}.`;
  const fix = fixOf(file.from);
  return fix === null
    ? rule.fix
    : "Leave the file out of the entry if you don't serve it. " +
        'Otherwise, find out why resources/read returns an error for it.';
}

const isEncoded = ({ uri }: FileRead): boolean => uri.includes('%');

/** Why a file's bytes differ from its entry, as far as that's certain, and what fixes the cause. */
function causeOf({
  skill,
  explanation,
  replaced,
  isMain,
}: FileRead): Pick<RuleFault, 'skill' | 'explanation' | 'fix'> {
  const asBlob = 'Return the bytes of the file as blob (base64): text can only hold UTF-8.';
  const whole =
    'Decode the file as one piece: a character that is split between two chunks becomes U+FFFD. ' +
    'If the file itself has other bytes than UTF-8, return it as blob (base64).';
  const fix =
    explanation?.id === 'other-file'
      ? 'Return the content of the file that the URI names.'
      : explanation?.id === 'decoded-wrongly'
        ? isMain
          ? 'Save the file as UTF-8, and return it unchanged.'
          : asBlob
        : explanation === null && replaced !== null
          ? replaced === 'text'
            ? whole
            : asBlob
          : null;
  return { skill: skill.uri, explanation, ...(fix === null ? {} : { fix }) };
}

const differsIn = ({
  size,
  bytes,
  digest,
  actual,
}: FileRead): { readonly size: boolean; readonly digest: boolean } => ({
  size: typeof size === 'number' && size !== bytes,
  digest: isDigest(digest) && digest !== actual,
});

/** What else shows why the digest differs, if nothing explains it exactly. */
function clueOf(file: FileRead, { deeper: { gets } }: CheckTranscript): string {
  if (file.explanation !== null) return '';
  if (file.replaced !== null)
    return ". It came as text with U+FFFD, which programs put in place of bytes that aren't UTF-8";
  const got = gets.find(({ skill }) => skill === file.skill);
  if (got !== undefined && hasDigest(got.from, file))
    return '. skills/get has the right digest, so the listing is older than the content';
  const fields = file.text === null ? [] : frontmatterDifferences(file, file.text);
  return fields.length === 0
    ? ''
    : `. The frontmatter differs, too (${fields.map(({ field }) => field).join(', ')}), ` +
        'so the entry is of another version of the file';
}

/** Whether the entry that `skills/get` returned has the digest of the file as it was read. */
export function hasDigest(from: CheckExchange, { uri, actual }: FileRead): boolean {
  const entry = skillIn(from);
  const resources = isRecord(entry) ? own(entry, 'resources') : undefined;
  return (
    Array.isArray(resources) &&
    resources.some(
      (one: unknown) => isRecord(one) && own(one, 'uri') === uri && own(one, 'digest') === actual,
    )
  );
}

function frontmatterDifferences(
  { skill }: FileRead,
  text: string,
): ReturnType<typeof compareFrontmatter> {
  const parsed = parseFrontmatter(text);
  return parsed.ok ? compareFrontmatter(skill.frontmatter ?? {}, parsed.value.frontmatter) : [];
}

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
    fix: 'For every URI in resources, return one content with that URI from resources/read.',
    of: () => true,
    broken: ({ problem, otherUri }) =>
      problem === null ? [] : [otherUri === null ? problem : `its content has the URI ${otherUri}`],
  }),
  eachFile({
    id: 'skillgate/file-size',
    weighs: true,
    clause: 'Verification on Read',
    level: 'MUST',
    words: 'Every file has the size that its entry states.',
    fix: 'Compute size from the served bytes; for text, count its UTF-8 bytes.',
    followsDigest: () => true,
    broken: (file) =>
      differsIn(file).size
        ? [`the entry says ${exactSize(Number(file.size))}, but it has ${exactSize(file.bytes)}`]
        : [],
  }),
  eachFile({
    id: 'skillgate/file-digest',
    weighs: true,
    clause: 'Verification on Read',
    level: 'MUST',
    words: 'Every file has the digest that its entry states.',
    fix: 'Compute the digest from the bytes exactly as they are served.',
    broken(file, seen) {
      const { digest, actual, size, bytes } = file;
      const differs = differsIn(file);
      if (!differs.digest) return [];
      const [wanted, got] = differs.size
        ? [` and ${exactSize(Number(size))}`, ` and ${exactSize(bytes)}`]
        : ['', ''];
      const clue = clueOf(file, seen);
      return [`the entry says ${String(digest)}${wanted}, but it has ${actual}${got}${clue}`];
    },
  }),
  eachFile({
    id: 'skillgate/frontmatter-identical',
    clause: 'Frontmatter Verification',
    level: 'MUST',
    words: "Every SKILL.md, including a dynamic skill's, has the same frontmatter as its entry.",
    fix: 'Build the entry from the file: parse every field of its YAML with the 1.2 core schema.',
    of: isMain,
    // A file without frontmatter is wrong whatever its entry says.
    followsDigest: ({ text }) => text !== null && parseFrontmatter(text).ok,
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
    fix:
      'Quote the value, and leave out tags, anchors, ' +
      'merge keys, second documents and a byte order mark.',
    of: isMain,
    broken({ text }) {
      if (text === null) return [];
      if (text.startsWith(byteOrderMark)) return [markBefore];
      const parsed = parseFrontmatter(text);
      return parsed.ok || refusedReasons.has(parsed.error.reason) ? [] : [parsed.error.message];
    },
  }),
];

const methodNotFound = -32_601;

/** What `resources/list` needs so that a SKILL.md that only it names can be found. */
export const resourceChecks: readonly ConformanceCheck[] = [
  {
    id: 'skillgate/resources-listing',
    clause: 'Protocol Revision',
    level: 'MUST',
    words: 'resources/list ends, and each nextCursor leads to the next page.',
    fix:
      'Answer resources/list and return the right page for each cursor; ' +
      'leave nextCursor out of the last page.',
    look(seen) {
      const why = notDeclared(seen);
      if (why !== null) return skipped(why);
      const { exchanges } = seen.resources;
      const [first] = exchanges;
      if (first === undefined) return skipped("The request wasn't sent.");
      if (codeOf(first) === methodNotFound)
        return skipped("resources/list isn't implemented, which is allowed.");
      return looked([...shapeFaults(exchanges), ...endFaults(seen.resources)], first);
    },
  },
];

const fault = (said: string, from: CheckExchange | undefined, part?: unknown): RuleFault => ({
  subject: 'resources/list',
  said,
  from,
  ...(part === undefined ? {} : { part }),
});

const shapeFaults = (exchanges: readonly CheckExchange[]): RuleFault[] =>
  exchanges.flatMap((from) => {
    const resources = own(resultOf(from), 'resources');
    return !from.reply.ok || Array.isArray(resources)
      ? []
      : [fault(`resources is ${describe(resources)}`, from)];
  });

function endFaults({ exchanges, end }: ListPages): RuleFault[] {
  const last = exchanges.at(-1);
  const pages = exchanges.length;
  switch (end) {
    case 'failed':
      return [
        fault(pages === 1 ? `it ${failureOf(last)}` : `page ${pages} ${failureOf(last)}`, last),
      ];
    case 'endless':
      return [
        fault(
          `it didn't end within ${counted(pages, 'page')}`,
          last,
          own(resultOf(last), 'nextCursor'),
        ),
      ];
    // A listing that is too large counts as not checked.
    case 'too-large':
    case 'whole':
      return [];
  }
}
