import { describe } from '../../problem.ts';
import { isDigest } from '../../digest.ts';
import { canonicalJson } from '../../canonical-json.ts';
import { isRecord, own } from '../../json.ts';
import { pathInFolder, skillFolder, twinKey } from '../../uri.ts';
import {
  codeOf,
  failureOf,
  isUnsent,
  looked,
  methodNotFound,
  skipped,
  whyUnsent,
  type ConformanceCheck,
  type RuleFault,
} from '../check.ts';
import {
  listedLater,
  noEntries,
  notDeclared,
  served,
  servedIn,
  skillIn,
  unlistedIn,
} from '../served-entry.ts';
import { entryFault, entryRules } from './entries.ts';
import { hasDigest } from './contents.ts';
import { filesComplete, nestedSkills } from './complete.ts';
import { manifestFaults, manifestRules } from './files.ts';
import { foldersAgree } from './directory.ts';
import type { CheckExchange, ServedEntry, CheckTranscript } from '../transcript.ts';

/** An entry as one string, whatever the order of its files. */
function meaning({ frontmatter, resources }: ServedEntry): string {
  const files = Array.isArray(resources)
    ? resources.map(written).toSorted((a, b) => (a < b ? -1 : 1))
    : resources;
  return written({ frontmatter: frontmatter ?? null, resources: files ?? null });
}

/** A value without a canonical form, such as a lone surrogate, still equals itself. */
function written(value: unknown): string {
  try {
    return canonicalJson(value);
  } catch {
    return JSON.stringify(value);
  }
}

/**
 * Whether the listing has a file's digest wrong and `skills/get` has it right: the content changed
 * after the listing was made, which the check of digests reports.
 */
const isListedBefore = (
  skill: ServedEntry,
  from: CheckExchange,
  { deeper: { files } }: CheckTranscript,
): boolean =>
  files.some(
    (file) =>
      file.skill === skill &&
      file.problem === null &&
      isDigest(file.digest) &&
      file.digest !== file.actual &&
      hasDigest(from, file),
  );

/** Checks that a server says the same about one thing in two places. */
export const agreementChecks: readonly ConformanceCheck[] = [
  {
    id: 'skillgate/copies-agree',
    clause: 'Skill URIs',
    level: 'MUST',
    words: 'If a URI is listed more than once, all its entries are the same.',
    fix: 'List each skill once: its URI identifies it.',
    look(seen) {
      const why = noEntries(seen);
      if (why !== null) return skipped(why);
      const first = new Map<string, ServedEntry>();
      const faults: RuleFault[] = [];
      for (const entry of servedIn(seen)) {
        if (entry.uri === undefined) continue;
        const before = first.get(entry.uri);
        if (before === undefined) first.set(entry.uri, entry);
        else if (meaning(before) !== meaning(entry))
          faults.push({
            subject: entry.label,
            said: `entries ${before.index} and ${entry.index} have this URI but differ`,
            from: entry.from,
            part: entry.value,
          });
      }
      return looked(faults, seen.listing.exchanges[0] ?? null);
    },
  },
  {
    id: 'skillgate/uri-syntax',
    clause: 'Resource Mapping',
    level: 'MUST',
    words: 'URIs are well formed, and / separates the folders in them.',
    fix:
      'Write each URI as scheme://path/file, ' +
      'with / between folders and other characters percent-encoded.',
    look(seen) {
      const why = noEntries(seen);
      if (why !== null) return skipped(why);
      const entries = servedIn(seen);
      return looked(entries.flatMap(malformed), entries[0]?.from ?? null);
    },
  },
  {
    id: 'skillgate/uri-twins',
    clause: 'Skill URIs',
    level: 'SHOULD',
    words:
      'No two skills, and no two files of a skill, have URIs that can be mistaken for each other.',
    fix: 'Rename one: apps and disks may ignore case, Unicode form and percent-encoding.',
    look(seen) {
      const why = noEntries(seen);
      if (why !== null) return skipped(why);
      const entries = servedIn(seen);
      const skills = entries.flatMap(({ uri, from }) => (uri === undefined ? [] : [{ uri, from }]));
      const files = entries.map(({ resources, from }) =>
        (Array.isArray(resources) ? resources : []).flatMap((file) => {
          const uri = own(file, 'uri');
          return typeof uri === 'string' ? [{ uri, from }] : [];
        }),
      );
      return looked([skills, ...files].flatMap(twins), entries[0]?.from ?? null);
    },
  },
  {
    id: 'skillgate/get-agrees',
    clause: 'Getting a Skill',
    level: 'MUST',
    words: 'For every listed skill, skills/get returns the same entry as the listing.',
    fix: 'Build both responses from the same entry.',
    look(seen) {
      const why = noEntries(seen);
      if (why !== null) return skipped(why);
      const { gets } = seen.deeper;
      if (!gets.some(({ from }) => from.reply.ok)) return skipped('skills/get returned no entry.');
      const older: string[] = [];
      const faults = gets.flatMap(({ skill, from }): RuleFault[] => {
        const fault = (said: string): RuleFault[] => [
          { subject: skill.label, said, from, part: skillIn(from) },
        ];
        if (!from.reply.ok) return fault(`it ${failureOf(from)}`);
        const entry = skillIn(from);
        if (!isRecord(entry) || own(entry, 'uri') !== skill.uri)
          return fault('it returned no entry with this URI');
        if (meaning(served(entry, 0, from)) === meaning(skill)) return [];
        const later = listedLater(seen, skill);
        if (later !== undefined && meaning(served(entry, 0, from)) === meaning(later))
          older.push(`See skillgate/steady-listing: ${skill.label} changed during the run.`);
        else if (isListedBefore(skill, from, seen))
          older.push(
            `See skillgate/file-digest: the listing of ${skill.label} is older than its content.`,
          );
        else return fault(`it differs from the listing in ${differing(skill, entry)}`);
        return [];
      });
      const [first] = older;
      if (faults.length === 0 && first !== undefined) return skipped(first);
      return looked(faults, gets[0]?.from ?? null);
    },
  },
  {
    id: 'skillgate/get-unlisted',
    clause: 'Getting a Skill',
    level: 'MUST',
    words:
      'skills/get returns each skill that is named elsewhere but not listed, under its own URI.',
    fix:
      'Return the whole entry from skills/get for every skill, ' +
      "listed or not, or don't name the skill.",
    look(seen) {
      const { elsewhere } = seen.deeper;
      if (elsewhere.length === 0) return skipped(noneNamed(seen));
      const [first] = elsewhere;
      if (first !== undefined && elsewhere.every((from) => codeOf(from) === methodNotFound)) {
        const fault = { subject: 'skills/get', said: `it ${failureOf(first)}`, from: first };
        return looked([{ ...fault, fix: 'Register a handler for skills/get.' }]);
      }
      return looked(
        elsewhere.flatMap((from): RuleFault[] => {
          const uri = String(from.params['uri']);
          const skill = skillIn(from);
          if (!from.reply.ok) return [{ subject: uri, said: `it ${failureOf(from)}`, from }];
          if (isRecord(skill) && own(skill, 'uri') === uri) return [];
          const said = isRecord(skill)
            ? `skill.uri is ${describe(own(skill, 'uri'))}`
            : `skill is ${describe(skill)}`;
          return [{ subject: uri, said, from, part: skill }];
        }),
        elsewhere[0] ?? null,
      );
    },
  },
  {
    id: 'skillgate/unlisted-entry',
    clause: 'Getting a Skill',
    level: 'MUST',
    words: 'The entry of an unlisted skill follows the same rules as a listed one.',
    fix:
      'Build it like the entries of skills/list: ' +
      'frontmatter, and each file with its digest and size.',
    look(seen) {
      const { elsewhere } = seen.deeper;
      if (elsewhere.length === 0) return skipped(noneNamed(seen));
      const entries = unlistedIn(elsewhere);
      const [first] = entries;
      if (first === undefined) return skipped(noEntryOf(elsewhere));
      return looked(entries.flatMap(entryFaults), first.from);
    },
  },
  {
    id: 'skillgate/respelled-uri',
    clause: 'Skill URIs',
    level: 'SHOULD',
    words: 'A URI spelled differently does not name the same skill.',
    fix: 'Compare URIs exactly, without decoding them.',
    look({ deeper: { respelled } }) {
      if (respelled === null) return skipped('No listed entry has a URI.');
      if (!isRecord(skillIn(respelled))) return looked([], respelled);
      const said =
        `skills/get also answers for ${String(respelled.params['uri'])}. ` +
        "A decision about one spelling doesn't cover the other.";
      return { kind: 'info', why: said, from: respelled };
    },
  },
  foldersAgree,
  filesComplete,
  nestedSkills,
];

/** What makes a skill's URI, or one of a file in its folder, one that apps refuse. */
function malformed({ label, uri, resources, from, value }: ServedEntry): RuleFault[] {
  if (uri === undefined) return [];
  const folder = skillFolder(uri);
  if (!folder.ok)
    return folder.error.rule === 'uri-malformed'
      ? [{ subject: label, said: folder.error.message, from, part: value }]
      : [];
  return (Array.isArray(resources) ? resources : []).flatMap((part): RuleFault[] => {
    const subject = own(part, 'uri');
    // A file in another folder is a fault of its own.
    if (typeof subject !== 'string' || !subject.startsWith(`${folder.value.folder}/`)) return [];
    const path = pathInFolder(folder.value, subject);
    return path.ok ? [] : [{ subject, said: path.error.message, from, part }];
  });
}

/** Why no skill is known to be named but not listed. A list that broke off may name some. */
function noneNamed(seen: CheckTranscript): string {
  const undeclared = notDeclared(seen);
  if (undeclared !== null) return undeclared;
  const { exchanges, end } = seen.resources;
  const last = exchanges.at(-1);
  if (end === 'failed' && last !== undefined && codeOf(last) !== methodNotFound)
    return isUnsent(last.reply)
      ? whyUnsent(last)
      : `Skills named only in resources/list are unknown: it ${failureOf(last)}`;
  if (end === 'endless' || end === 'too-large')
    return "Couldn't read all of resources/list, so skills named only there are unknown.";
  return 'No SKILL.md is named outside the listing.';
}

/** Why skills/get returned no entry for any of them. */
function noEntryOf(elsewhere: readonly CheckExchange[]): string {
  const failed = elsewhere.find(({ reply }) => !reply.ok);
  if (failed === undefined) return 'skills/get returned no entry for an unlisted skill.';
  return isUnsent(failed.reply) ? whyUnsent(failed) : `skills/get ${failureOf(failed)}`;
}

/** What breaks a MUST for entries, or for their files, in one entry. */
const entryFaults = (entry: ServedEntry): RuleFault[] => [
  ...entryRules.filter(isMust).flatMap((rule) => entryFault(rule, entry)),
  ...manifestRules.filter(isMust).flatMap((rule) => manifestFaults(rule, entry)),
];
const isMust = ({ level }: Pick<ConformanceCheck, 'level'>): boolean => level === 'MUST';

function twins(uris: readonly { uri: string; from: RuleFault['from'] }[]): RuleFault[] {
  const first = new Map<string, string>();
  return uris.flatMap(({ uri, from }) => {
    const key = twinKey(uri);
    const other = first.get(key) ?? uri;
    first.set(key, other);
    return other === uri ? [] : [{ subject: uri, said: `it can be mistaken for ${other}`, from }];
  });
}

function differing(skill: ServedEntry, entry: Readonly<Record<string, unknown>>): string {
  const one = served(entry, 0, skill.from);
  const isSame = written(one.frontmatter ?? null) === written(skill.frontmatter ?? null);
  return isSame ? 'resources' : 'frontmatter';
}
