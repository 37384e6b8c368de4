import { lstat, open, readFile, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { LintFile, LintSkill } from '../../core/lint/skill-files.ts';
import { CommandError } from '../call/command.ts';

/**
 * Limits for reading a disk; whatever exceeds them is reported. `allBytes` covers the texts of one
 * run.
 */
const limits = {
  ...{ depth: 12, folders: 2_000, files: 5_000 },
  ...{ textBytes: 4 * 1_048_576, allBytes: 128 * 1_048_576 },
} as const;
/** Git's own folder, which nobody serves. */
const ofGit = '.git';
/**
 * Folders searched for skills only when named. Inside a skill's folder they are ordinary folders.
 */
const left: ReadonlySet<string> = new Set([ofGit, 'node_modules']);

export interface FoundSkills {
  readonly skills: readonly LintSkill[];
  readonly unfinished: readonly string[];
}

/**
 * Finds the skills at a path: its own if it's a skill folder or a SKILL.md, else those in all its
 * subfolders, in any case of the name. Doesn't follow links, as they may lead anywhere;
 * `unfinished` lists what was skipped. Throws a CommandError if there is no skill.
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
  const folders = found.isFile() ? [dirname(path)] : await foldersIn(path, unfinished);
  if (folders.length === 0)
    throw new CommandError(`found no SKILL.md in ${given} or its subfolders`, 'bad-input');
  const skills: LintSkill[] = [];
  for (const folder of folders) skills.push(await skillIn(cwd, folder, unfinished, budget));
  return { skills, unfinished };
}

async function foldersIn(top: string, unfinished: string[]): Promise<string[]> {
  const found: string[] = [];
  const waiting = [{ path: top, depth: 0 }];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const { path, depth } = folder;
    const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
    if (entries === null) unfinished.push(`${path} cannot be read.`);
    const names = entries ?? [];
    const inner = names.filter((one) => one.isDirectory() && !left.has(one.name));
    const isBelow = found.some((skill) => path.startsWith(`${skill}${sep}`));
    // Inside a skill's folder, skill.md is an ordinary file; anywhere else it was meant to be
    // SKILL.md.
    const isSkill = names.some(({ name }) => (isBelow ? name === 'SKILL.md' : isMain(name)));
    if (isSkill) found.push(path);
    const isInSkill = isBelow || isSkill;
    // A skill's own unfinished items are reported with its files.
    if (!isInSkill)
      for (const { name } of names.filter((one) => one.isSymbolicLink() && !left.has(one.name)))
        if (await mayBeFolder(join(path, name)))
          unfinished.push(`${join(path, name)} is a link, so it wasn't searched for skills.`);
    const count = found.length + waiting.length + inner.length;
    if (inner.length > 0 && (depth >= limits.depth || count > limits.folders))
      unfinished.push(`${path}: too many folders; the rest wasn't checked.`);
    else waiting.push(...inner.map(({ name }) => ({ path: join(path, name), depth: depth + 1 })));
  }
  return found.toSorted();
}

/** SKILL.md in any case, so that a wrong one can be reported. */
const isMain = (name: string): boolean => name.toLowerCase() === 'skill.md';

const mayBeFolder = async (link: string): Promise<boolean> =>
  (await stat(link).catch(() => null))?.isFile() !== true;

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
  const waiting = [''];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => null);
    if (entries === null) say(at, 'cannot be read.');
    for (const entry of entries ?? []) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (files.length >= limits.files) {
        unfinished.push(`${shown}: too many files; the rest wasn't checked.`);
        return { folder: shown, name: basename(folder), files };
      }
      if (entry.isDirectory()) {
        if (entry.name !== ofGit) waiting.push(path);
      } else if (entry.isFile()) files.push(await fileAt(folder, path, say, budget));
      else if (entry.isSymbolicLink()) say(path, "is a link, so it wasn't followed.");
      else say(path, 'is neither a file nor a folder.');
    }
  }
  return { folder: shown, name: basename(folder), files: files.toSorted(byPath) };
}

const byPath = (a: LintFile, b: LintFile): number => (a.path < b.path ? -1 : 1);

/** How many bytes may still be read, because the texts of all skills are in memory at once. */
export interface ReadBudget {
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
        `was not read: ${size > limits.textBytes ? 'it exceeds' : 'all texts together exceed'} the size limit.`,
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
