import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { err, ok, type Result } from '../../../shared/result.ts';
import { exactSize } from '../../../shared/size-text.ts';
import { sha256 } from '../../core/digest.ts';
import { parseFrontmatter } from '../../core/frontmatter/frontmatter.ts';
import { limits } from '../../core/limits.ts';
import type { LeftOutEntry } from '../../engine/ports/session.ts';
import { readBounded, stampOf, type FileStamp } from '../disk/bounded-read.ts';
import {
  findSkillFolders,
  isMain,
  ofGit,
  searchedIfNamed,
  walkSkillFolder,
  type LeftOutPath,
  type UnwalkedReason,
} from './skill-folders.ts';

/** One file as it was when the folder was read. */
export interface FolderFile {
  readonly uri: string;
  /** Absolute, without links. */
  readonly path: string;
  readonly digest: string;
  readonly size: number;
}

/** A skill's folder as a server would list it. */
export interface FolderSkill {
  readonly uri: string;
  /** Absolute. */
  readonly folder: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly files: readonly FolderFile[];
}

/** A folder that stands for a server: one skill, or a folder of skills. */
export interface FolderSource {
  /** As it was named. */
  readonly label: string;
  /** Without links. */
  readonly path: string;
  readonly skills: readonly FolderSkill[];
  readonly left: readonly LeftOutEntry[];
}

/**
 * Reads a folder as a server would serve it, and changes nothing. The attacker writes the folder:
 * links out of it aren't followed, what is no regular file is never opened, and every read has an
 * end. The error is one line that says what was tried.
 */
export async function openFolderSource(
  from: { readonly cwd: string; readonly home: string },
  given: string,
): Promise<Result<FolderSource, string>> {
  const found = await findFolder(from, given);
  if (!found.ok) return found;
  const { named, top } = found.value;
  const label = given.replace(/(?<=[^\\/])[\\/]+$/, '');
  const { skills, left } = await readFolder(top);
  if (skills.length === 0 && !left.some(({ isUnseen }) => isUnseen))
    return err(`There's no SKILL.md in ${pathText(given, named)} or its subfolders.`);
  return ok({ label, path: top, skills, left });
}

/** A path as given, and what it means if it counts from a folder. */
const pathText = (given: string, named: string): string =>
  isAbsolute(given) ? given : `${given} (${named})`;

/** The folder that a person named, `~` for their home. `top` is without links. */
export async function findFolder(
  { cwd, home }: { readonly cwd: string; readonly home: string },
  given: string,
): Promise<Result<{ readonly named: string; readonly top: string }, string>> {
  const named = resolve(
    cwd,
    given.replace(/^~(?=$|[\\/])/, () => home),
  );
  // The person named this path, so a link here is followed.
  const path = await realpath(named).catch(() => null);
  const stats = path === null ? null : await lstat(path).catch(() => null);
  if (path === null || stats === null)
    return err(
      `${given} can't be read: there's nothing ${isAbsolute(given) ? 'there' : `at ${named}`}.`,
    );
  if (!stats.isDirectory() && !(stats.isFile() && isMain(basename(path))))
    return err(`${pathText(given, named)} is neither a folder nor a SKILL.md.`);
  return ok({ named, top: stats.isDirectory() ? path : dirname(path) });
}

/** A file whose digest is known as long as its stamp is this one. */
interface KnownDigest {
  readonly stamp: FileStamp;
  readonly digest: string;
  readonly size: number;
}

/** By path. Whoever finds another digest deletes it. */
export type KnownDigests = Map<string, KnownDigest>;

/** A second change this soon after the first one may leave the stamp as it was (ms). */
const racyMs = 2_000;

/**
 * What a folder has now; `top` is without links. `known` has the digests of the last time, and then
 * those of this one: of a folder that's watched, only what changed is read again.
 */
export async function readFolder(
  top: string,
  known: KnownDigests = new Map(),
): Promise<Pick<FolderSource, 'skills' | 'left'>> {
  const { folders, left } = await findSkillFolders(top);
  const leftOut: LeftOutEntry[] = [];
  for (const one of left) leftOut.push(await describeLeft({ top, folders }, one.path, one));
  const skills: FolderSkill[] = [];
  const before = new Map(known);
  known.clear();
  for (const folder of folders) {
    const skill = await readSkill({ top, folders }, folder, leftOut, { before, known });
    if (skill !== null) skills.push(skill);
  }
  return { skills, left: boundedLeft(top, leftOut) };
}

const reasons: Readonly<Record<Exclude<UnwalkedReason, 'link'>, string>> = {
  ignored: 'it holds no skills (Git and installed packages).',
  special: "it's neither a file nor a folder.",
  unreadable: "it can't be read.",
  'too-many-folders': "it has too many folders; the rest wasn't read.",
  'too-many-files': "it has too many files, so the skill wasn't read.",
};

/** Where skills were searched for, and those that were found. */
interface Searched {
  readonly top: string;
  readonly folders: readonly string[];
}

/** A link into the folder leads to what is read there anyway, if it is. */
async function describeLeft(
  searched: Searched,
  path: string,
  { reason }: LeftOutPath,
): Promise<LeftOutEntry> {
  if (reason !== 'link')
    return {
      ...{ path, why: reasons[reason], isUnseen: reason !== 'ignored' },
      isSkill: reason === 'too-many-files',
    };
  const target = await realpath(path).catch(() => null);
  if (target === null)
    return {
      ...{ path, why: 'it’s a link to nothing, or to itself.' },
      ...{ isUnseen: false, isSkill: false },
    };
  const isUnseen = !isRead(searched, target);
  const why = isUnseen ? "which wasn't followed" : 'which is read there';
  return { path, why: `it’s a link to ${target}, ${why}.`, isUnseen, isSkill: false };
}

/** The attacker keeps a skill where Skillgate doesn't look, and leads the app there by a link. */
function isRead({ top, folders }: Searched, path: string): boolean {
  if (!isInside(top, path)) return false;
  const skill = folders.find((folder) => isInside(folder, path));
  const ignored = skill === undefined ? searchedIfNamed : [ofGit];
  return !relative(skill ?? top, path)
    .split(sep)
    .some((part) => ignored.includes(part));
}

/** The most that is named; the attacker fills a folder with links to hide a skill among them. */
const mostLeft = 500;

function boundedLeft(top: string, left: readonly LeftOutEntry[]): readonly LeftOutEntry[] {
  if (left.length <= mostLeft) return left;
  const weight = ({ isSkill, isUnseen }: LeftOutEntry): number => (isSkill ? 0 : isUnseen ? 1 : 2);
  const sorted = left.toSorted((a, b) => weight(a) - weight(b));
  const rest = sorted.slice(mostLeft);
  const why = `${rest.length} more files or folders in it weren't read, or were left out.`;
  const isUnseen = rest.some((one) => one.isUnseen);
  return [...sorted.slice(0, mostLeft), { path: top, why, isUnseen, isSkill: false }];
}

const isInside = (top: string, path: string): boolean =>
  path === top || path.startsWith(top.endsWith(sep) ? top : `${top}${sep}`);

/** Files read at once; each may be as large as a skill, and is in memory until then. */
const atOnce = 4;

/** `isMain` has its text read whatever is known. */
async function readFile(
  path: string,
  most: number,
  isMain: boolean,
  { before, known }: { readonly before: KnownDigests; readonly known: KnownDigests },
): Promise<
  Result<{ readonly digest: string; readonly size: number; readonly text: string }, string>
> {
  const last = before.get(path);
  if (!isMain && last !== undefined) {
    const stats = await lstat(path, { bigint: true }).catch(() => null);
    if (stats?.isFile() === true && stampOf(stats) === last.stamp) {
      known.set(path, last);
      return ok({ ...last, text: '' });
    }
  }
  const now = Date.now();
  const read = await readBounded(path, most, { own: false });
  if (!read.ok) return err(read.error.reason);
  const { bytes, stamp } = read.value;
  const digest = sha256(bytes);
  const size = bytes.byteLength;
  // Its last field is when the file changed (ns), which nobody can set.
  const changedAt = Number(stamp.split(' ').at(-1)) / 1_000_000;
  if (now - changedAt > racyMs) known.set(path, { stamp, digest, size });
  return ok({ digest, size, text: isMain ? bytes.toString('utf8') : '' });
}

/** Null if it isn't served; `left` then says why. */
async function readSkill(
  searched: Searched,
  folder: string,
  left: LeftOutEntry[],
  digests: { readonly before: KnownDigests; readonly known: KnownDigests },
): Promise<FolderSkill | null> {
  const { paths, left: leftOut } = await walkSkillFolder(folder);
  for (const one of leftOut) left.push(await describeLeft(searched, join(folder, one.path), one));
  const refuse = (why: string): null => {
    left.push({ path: folder, why, isUnseen: true, isSkill: true });
    return null;
  };
  if (leftOut.some(({ reason }) => reason === 'too-many-files')) return null;
  if (!paths.includes('SKILL.md'))
    return refuse('it has no regular file called SKILL.md (in this case of letters).');
  if (paths.length > limits.skillFiles)
    return refuse(`it has ${paths.length} files, and a skill has at most ${limits.skillFiles}.`);
  const files: (FolderFile & { readonly relative: string })[] = [];
  let main = '';
  let bytes = 0;
  const sorted = paths.toSorted();
  for (let at = 0; at < sorted.length; at += atOnce) {
    const group = sorted
      .slice(at, at + atOnce)
      .map((path) => ({ path, whole: join(folder, path) }));
    const most = limits.skillBytes - bytes;
    const reads = await Promise.all(
      group.map(({ path, whole }) => readFile(whole, most, path === 'SKILL.md', digests)),
    );
    for (const [index, { path, whole }] of group.entries()) {
      const read = reads[index];
      if (read === undefined || (!read.ok && read.error !== 'too-large')) {
        left.push({ path: whole, why: "it can't be read.", isUnseen: true, isSkill: false });
        continue;
      }
      bytes += read.ok ? read.value.size : Infinity;
      if (!read.ok || bytes > limits.skillBytes)
        return refuse(
          `its files are larger than ${exactSize(limits.skillBytes)}, ` +
            'the most that a skill may have.',
        );
      const { digest, size, text } = read.value;
      if (path === 'SKILL.md') main = text;
      files.push({ uri: '', path: whole, relative: path, digest, size });
    }
  }
  const parsed = parseFrontmatter(main);
  if (!parsed.ok) return refuse(`its frontmatter is refused. ${parsed.error.message}`);
  const { frontmatter } = parsed.value;
  const at = uriOf(searched.top, folder, frontmatter['name']);
  return {
    uri: `${at}/SKILL.md`,
    folder,
    frontmatter,
    files: files.map(({ relative: path, ...file }) => ({
      ...file,
      uri: `${at}/${path.split('/').map(encodeURIComponent).join('/')}`,
    })),
  };
}

/**
 * The address that a server of this folder would give the skill. Apps that read folders load a
 * skill whose name isn't its folder's, so the name counts where it is one.
 */
function uriOf(top: string, folder: string, name: unknown): string {
  const inner = relative(top, folder);
  const parents = inner === '' ? [] : inner.split(sep).slice(0, -1);
  const own =
    typeof name === 'string' && /^[a-z0-9][a-z0-9-]{0,63}$/.test(name) ? name : basename(folder);
  return `skill://${[...parents, own].map(encodeURIComponent).join('/')}`;
}
