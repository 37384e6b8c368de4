import { lstat, open, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { LintFile, LintSkill } from '../../core/lint/skill-files.ts';
import { findSkillFolders, isMain, walkSkillFolder } from '../../storage/folders/skill-folders.ts';
import { CommandError } from '../call/command.ts';
import type { ConformanceReport, ReportedFault } from '../../../shared/model/report.ts';

/** How much text one run reads, in bytes; whatever exceeds it is reported. */
const limits = { textBytes: 4 * 1_048_576, allBytes: 128 * 1_048_576 } as const;

interface FoundSkills {
  readonly skills: readonly LintSkill[];
  readonly unfinished: readonly string[];
}

/**
 * Finds the skills at a path: its own if it's a skill folder or a SKILL.md, else those in all its
 * subfolders, in any case of the name. Doesn't follow links, as they may lead anywhere;
 * `unfinished` lists what was skipped. Throws a CommandError if there's none.
 * @param budget shared by all paths of one run.
 */
export async function skillsAt(
  cwd: string,
  given: string,
  budget: ReadBudget = newBudget(),
): Promise<FoundSkills> {
  const path = resolve(cwd, given);
  const found = await lstat(path).catch(() => null);
  if (found === null) throw new CommandError(`${given} cannot be read`, 'bad-input');
  if (found.isFile() && !isMain(basename(path)))
    throw new CommandError(`${given} is neither a folder nor a SKILL.md`, 'bad-input');
  const unfinished: string[] = [];
  const { folders, left } = found.isFile()
    ? { folders: [dirname(path)], left: [] }
    : await findSkillFolders(path);
  for (const { path: at, reason } of left)
    if (reason === 'unreadable') unfinished.push(`${at} cannot be read.`);
    else if (reason === 'link')
      unfinished.push(`${at} is a link, so it wasn't searched for skills.`);
    else if (reason === 'too-many-folders')
      unfinished.push(`${at}: too many folders; the rest wasn't checked.`);
  if (folders.length === 0)
    throw new CommandError(`found no SKILL.md in ${given} or its subfolders`, 'bad-input');
  const skills: LintSkill[] = [];
  for (const folder of folders) skills.push(await skillIn(cwd, folder, unfinished, budget));
  return { skills, unfinished };
}

async function skillIn(
  cwd: string,
  folder: string,
  unfinished: string[],
  budget: ReadBudget,
): Promise<LintSkill> {
  const files: LintFile[] = [];
  const shown = relative(cwd, folder).split(sep).join('/');
  const say = (path: string, what: string): void => {
    unfinished.push(`${[shown, path].filter((part) => part !== '').join('/') || '.'} ${what}`);
  };
  const { paths, left } = await walkSkillFolder(folder);
  for (const { path, reason } of left)
    if (reason === 'unreadable') say(path, 'cannot be read.');
    else if (reason === 'link') say(path, "is a link, so it wasn't followed.");
    else if (reason === 'special') say(path, 'is neither a file nor a folder.');
    else if (reason === 'too-many-files')
      unfinished.push(`${shown}: too many files; the rest wasn't checked.`);
  for (const path of paths) files.push(await fileAt(folder, path, say, budget));
  return { folder: shown, name: basename(folder), files: files.toSorted(byPath) };
}

const byPath = (a: LintFile, b: LintFile): number => (a.path < b.path ? -1 : 1);

/** How many bytes may still be read, because the texts of all skills are in memory at once. */
interface ReadBudget {
  left: number;
}
export const newBudget = (): ReadBudget => ({ left: limits.allBytes });

type Say = (path: string, what: string) => void;

async function fileAt(
  folder: string,
  path: string,
  say: Say,
  budget: ReadBudget,
): Promise<LintFile> {
  const whole = join(folder, path);
  try {
    const { size } = await lstat(whole);
    const unread: LintFile = { path, size, text: null, isUnread: true };
    if (size > limits.textBytes || size > budget.left) {
      if (!isNamedText(path) && (await isBinary(whole))) return { path, size, text: null };
      say(
        path,
        'was not read: ' +
          `${size > limits.textBytes ? 'it exceeds' : 'all texts together exceed'} ` +
          'the size limit.',
      );
      return unread;
    }
    const bytes = await readFile(whole);
    const text = textOf(bytes);
    if (text !== null) budget.left -= bytes.byteLength;
    // SKILL.md has its own rule for that.
    else if (path !== 'SKILL.md' && (isNamedText(path) || !bytes.includes(0)))
      say(path, "isn't UTF-8 text, so it wasn't checked.");
    return { path, size, text };
  } catch {
    say(path, 'cannot be read.');
    return { path, size: 0, text: null, isUnread: true };
  }
}

/**
 * File names that a reader or a model takes for text whatever they contain. The attacker puts one
 * odd byte into a text so that it passes for a picture.
 */
const isNamedText = (path: string): boolean =>
  /\.(?:md|markdown|mdx|txt|rst|adoc|html?|xml|svg|css|csv|tsv|json[c5l]?|ya?ml|toml|ini|cfg|conf|env|sh|bash|zsh|fish|ps1|bat|cmd|py|[cm]?[jt]sx?|rb|pl|php|lua|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|sql|r|jl|tex|log)$/i.test(
    path,
  ) || /(?:^|\/)(?:SKILL|README|LICENSE|NOTICE|Makefile|Dockerfile)$/i.test(path);

/** True if a file begins like a binary: text has no null byte. */
async function isBinary(whole: string): Promise<boolean> {
  const file = await open(whole, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8_192), 0, 8_192, 0);
    return buffer.subarray(0, bytesRead).includes(0);
  } finally {
    await file.close();
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

interface FileOnDisk {
  /** Relative to where the command runs. */
  readonly path: string;
  readonly text: string | null;
}

/**
 * Finds the file on a disk for a URI that a server sends, so that an annotation has a place to
 * stand. The attacker writes the URI: it's only compared with the files that were found, and never
 * opened.
 */
type FilePlaces = (uri: string) => FileOnDisk | null;

/** The files of every skill in a folder. Throws a CommandError if it has none. */
export async function placesIn(cwd: string, folder: string): Promise<FilePlaces> {
  const { skills } = await skillsAt(cwd, folder);
  const files = skills.flatMap((skill) => skill.files.map((file) => onDisk(skill, file)));
  const byEnding = new Map<string, FileOnDisk[]>();
  for (const { ending, ...file } of files)
    byEnding.set(ending, [...(byEnding.get(ending) ?? []), file]);
  return (uri) => fileOf(uri, byEnding);
}

/** `ending`: its path from the skill's own folder on, which the URI ends with. */
function onDisk(
  { folder, name }: LintSkill,
  { path, text }: LintFile,
): FileOnDisk & { readonly ending: string } {
  const isMain = path === 'SKILL.md';
  return {
    path: folder === '' ? path : `${folder}/${path}`,
    ending: `${name}/${path}`,
    text: isMain ? text : null,
  };
}

/** The longest way in which the URI ends with the path of one file; null if several do. */
function fileOf(
  uri: string,
  byEnding: ReadonlyMap<string, readonly FileOnDisk[]>,
): FileOnDisk | null {
  const segments = segmentsOf(uri);
  for (let from = 0; from < segments.length - 1; from += 1) {
    const found = byEnding.get(segments.slice(from).join('/')) ?? [];
    if (found.length === 0) continue;
    // Two folders of one name: the one whose parents are the URI's.
    const common = found.map(({ path }) => commonEnd(path.split('/'), segments));
    const most = Math.max(...common);
    const best = found.filter((_, index) => common[index] === most);
    return best.length === 1 ? (best[0] ?? null) : null;
  }
  return null;
}

const mostSegments = 64;

function segmentsOf(uri: string): readonly string[] {
  const at = uri.indexOf('://');
  if (at < 0) return [];
  const segments = uri
    .slice(at + 3)
    .split('/')
    .slice(-mostSegments);
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return segments;
  }
}

function commonEnd(one: readonly string[], two: readonly string[]): number {
  let count = 0;
  while (count < Math.min(one.length, two.length) && one.at(-1 - count) === two.at(-1 - count))
    count += 1;
  return count;
}

/** The report with a file and a line for each problem of a file on the disk. */
export const withPlaces = (report: ConformanceReport, places: FilePlaces): ConformanceReport => ({
  ...report,
  checks: report.checks.map((check) => ({
    ...check,
    faults: check.faults.map((fault) => placed(check.id, fault, places)),
  })),
});

function placed(id: string, fault: ReportedFault, places: FilePlaces): ReportedFault {
  const file = places(fault.subject);
  if (file === null) return fault;
  const line = file.text === null ? 1 : lineOf(file.text, fieldsIn(id, fault));
  return { ...fault, place: { file: file.path, line, column: 1 } };
}

/** Names of frontmatter fields that the problem may be about, the surest first. */
const fieldsIn = (id: string, { said }: ReportedFault): readonly string[] => [
  ...(/^([\w-]+)\b/.exec(said)?.slice(1) ?? []),
  ...(id.includes('description') ? ['description'] : []),
  ...(/name/.test(id) ? ['name'] : []),
];

/** The line of the first of these fields in the frontmatter, from 1; 1 if it has none. */
function lineOf(text: string, fields: readonly string[]): number {
  const lines = text.split(/\r?\n/);
  const end = lines.indexOf('---', 1);
  const frontmatter = end < 0 ? [] : lines.slice(0, end);
  for (const field of fields) {
    const at = frontmatter.findIndex((line) => line.startsWith(`${field}:`));
    if (at >= 0) return at + 1;
  }
  return 1;
}
