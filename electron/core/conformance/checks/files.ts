import { exactSize } from '../../../../shared/size-text.ts';
import { isDigest } from '../../digest.ts';
import { own } from '../../json.ts';
import { limits } from '../../limits.ts';
import { describe } from '../../problem.ts';
import { looked, skipped, type ConformanceCheck, type RuleFault } from '../check.ts';
import { noEntries, servedIn } from '../served-entry.ts';
import { folderOf, type ServedEntry, type CheckTranscript } from '../transcript.ts';

/** The digest of a file's served bytes; undefined if it wasn't read. */
type ServedDigest = (uri: unknown) => string | undefined;

interface Manifest {
  readonly servedDigest: ServedDigest;
  readonly uri: string | undefined;
  readonly files: readonly Readonly<Record<string, unknown>>[];
}
interface Broken {
  readonly said: string;
  /** The file's URI, if the fault is about one. */
  readonly file?: unknown;
  readonly part?: unknown;
}
type Rule = Omit<ConformanceCheck, 'look'> & {
  readonly broken: (manifest: Manifest) => readonly Broken[];
};

/** What breaks a rule in the files of one entry; empty if the entry doesn't list them. */
export function manifestFaults(
  { broken }: Pick<Rule, 'broken'>,
  entry: ServedEntry,
  servedDigest: ServedDigest = () => undefined,
): RuleFault[] {
  const { uri, resources, label, from, value } = entry;
  if (resources === undefined || resources === 'dynamic') return [];
  return broken({ uri, files: resources, servedDigest }).map(({ said, file, part }) => ({
    subject: typeof file === 'string' ? file : label,
    said,
    from,
    part: part ?? value,
  }));
}

/** A rule about the files of each entry that lists them. */
const eachManifest = ({ broken, ...rule }: Rule): ConformanceCheck => ({
  ...rule,
  look(seen: CheckTranscript) {
    const why = noEntries(seen);
    if (why !== null) return skipped(why);
    const entries = servedIn(seen).filter(({ resources }) => Array.isArray(resources));
    if (entries.length === 0) return skipped('No entry lists files.');
    const digests = new Map(
      seen.deeper.files.flatMap(({ uri, actual, problem }) =>
        problem === null ? [[uri, actual] as const] : [],
      ),
    );
    const served: ServedDigest = (uri) => digests.get(String(uri));
    const faults = entries.flatMap((entry) => manifestFaults({ broken }, entry, served));
    return looked(faults, entries[0]?.from ?? null);
  },
});

/** Describes the digest, and says what is wrong if its form is a common one. */
function digestWords(part: Readonly<Record<string, unknown>>): string {
  const digest = own(part, 'digest');
  if (typeof digest !== 'string') return describe(digest);
  const why = isDigest(digest.toLowerCase())
    ? ', which has uppercase letters'
    : isDigest(`sha256:${digest.toLowerCase()}`)
      ? ', which lacks sha256:'
      : /^(?:sha256[:=-])?[A-Za-z0-9+/]{43}=$/.test(digest)
        ? ', which is base64 and not hexadecimal'
        : '';
  return `${describe(digest)}${why}`;
}

/** The rules for the files of an entry. */
export const manifestRules: readonly Rule[] = [
  {
    id: 'sep-2640-resources-complete',
    clause: 'Resources',
    level: 'MUST',
    words: 'resources lists every file once, including SKILL.md itself.',
    fix: 'List SKILL.md with its own digest and size, and each file once.',
    broken({ uri, files }) {
      const found: Broken[] = [];
      const uris = files.map((file) => own(file, 'uri'));
      if (uri !== undefined && uri !== '' && !uris.includes(uri))
        found.push({ said: "no file has the skill's own URI" });
      const seen = new Set<unknown>();
      const twice = new Set<unknown>();
      for (const one of uris) if (typeof one === 'string') (seen.has(one) ? twice : seen).add(one);
      for (const file of twice) found.push({ said: 'the file is listed more than once', file });
      return found;
    },
  },
  {
    id: 'sep-2640-resources-uri-within-skill',
    clause: 'Resources',
    level: 'MUST',
    words: "Every listed file is the skill's SKILL.md or is in its folder.",
    fix: 'List only files below the folder of SKILL.md, each by its full URI.',
    broken({ uri, files }) {
      const folder = uri === undefined ? undefined : folderOf(uri);
      if (folder === undefined) return [];
      return files.flatMap((part): Broken[] => {
        const file = own(part, 'uri');
        if (typeof file !== 'string') return [{ said: 'a file has no uri', part }];
        return file === uri || file.startsWith(`${folder}/`)
          ? []
          : [{ said: `it's outside ${folder}/`, file, part }];
      });
    },
  },
  {
    id: 'sep-2640-resources-digest-format',
    clause: 'Integrity and Verification',
    level: 'MUST',
    words: 'A digest is sha256: followed by 64 lowercase hexadecimal characters.',
    fix: 'Write the SHA-256 of the raw bytes as sha256:<lowercase hex>.',
    broken: ({ files, servedDigest }) =>
      files.flatMap((part) => {
        if (isDigest(own(part, 'digest'))) return [];
        const file = own(part, 'uri');
        const right = servedDigest(file);
        const correct = right === undefined ? '' : `; the file has ${right}`;
        return [{ said: `digest is ${digestWords(part)}${correct}`, file, part }];
      }),
  },
  {
    id: 'sep-2640-resources-size-required',
    clause: 'Resources',
    level: 'MUST',
    words: 'Every file has a size: the number of bytes that the digest covers.',
    fix: 'Set size to the length of the raw content in bytes, not in characters.',
    broken: ({ files }) =>
      files.flatMap((part) => {
        const size = own(part, 'size');
        return typeof size === 'number' && Number.isInteger(size) && size >= 0
          ? []
          : [{ said: `size is ${describe(size)}`, file: own(part, 'uri'), part }];
      }),
  },
  {
    id: 'sep-2640-limit-resources-per-skill',
    clause: 'Limits',
    level: 'SHOULD',
    words: `A skill has at most ${limits.skillFiles} files.`,
    fix: "Split the skill, or serve fewer files: apps don't have to accept more.",
    broken: ({ files }) =>
      files.length > limits.skillFiles ? [{ said: `it lists ${files.length} files` }] : [],
  },
  {
    id: 'sep-2640-limit-total-size',
    clause: 'Limits',
    level: 'SHOULD',
    words: `The files of a skill total at most ${exactSize(limits.skillBytes)}.`,
    fix: "Serve smaller files, or leave some out: apps don't have to accept more.",
    broken({ files }) {
      const sizes = files.map((file) => own(file, 'size'));
      const total = sizes.reduce(
        (sum: number, size) => sum + (typeof size === 'number' ? size : 0),
        0,
      );
      return total > limits.skillBytes ? [{ said: `they total ${exactSize(total)}` }] : [];
    },
  },
];

export const fileChecks: readonly ConformanceCheck[] = manifestRules.map(eachManifest);
