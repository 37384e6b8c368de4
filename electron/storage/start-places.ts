import { mkdir, opendir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { joinedPath, type LoginShellPath } from '../core/start/login-path.ts';
import { programPath } from '../core/start/program.ts';
import { isWholePath, relativePart, startFolderOf } from '../core/start/start-folder.ts';
import type { NoStartFolder, StartCommand, StartPlaces } from '../engine/ports/servers.ts';
import { quoted } from '../../shared/quote-text.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { checkFolder, isFile, isProgram, type MachineInfo, messageOf } from './disk/data-folder.ts';

interface Where {
  readonly place: MachineInfo;
  readonly dataFolder: string;
  /** The folder of this process. */
  readonly cwd: string;
  /**
   * A gateway for a stored server: the host chose the folder of this process and would have started
   * the server there itself. Only a command that means the same in every folder starts there: the
   * attacker's repository is the host's folder, with a `run.sh` beside the one that was shown.
   */
  readonly isHosts: boolean;
  readonly userId?: number | undefined;
  /** A desktop app's: its PATH lacks what the login shell adds. */
  readonly usesLoginShell?: boolean;
}

/** The folder in the data folder that servers without one of their own start in. */
export const emptyFolderName = 'start-folder';
const namesShown = 3;

/**
 * Where servers start. Never the folder of this process: the attacker has it cloned, and puts a
 * `node_modules`, an `.npmrc`, a Python package or a Makefile there that a package runner takes in
 * place of the server that the person allowed.
 */
export function openStartPlaces(where: Where): StartPlaces {
  const { place, cwd, dataFolder, isHosts } = where;
  const { platform } = place;
  const empty = join(dataFolder, emptyFolderName);
  const relativeIn: StartPlaces['relativeIn'] = (command) => {
    const folder = startFolderOf(command);
    return folder !== null && isWholePath(folder, platform)
      ? null
      : relativePart(command, platform, (path) => isFile(resolve(cwd, path)));
  };
  let asked: Promise<LoginShellPath> | null = null;
  const loginShell = (): Promise<LoginShellPath> =>
    (asked ??= import('./login-shell.ts').then(({ askLoginShell }) => askLoginShell(place)));
  const searchPath = async (): Promise<string | null> => {
    if (where.usesLoginShell !== true) return null;
    const { folders } = await loginShell();
    return folders.length === 0 ? null : joinedPath(folders, place.env['PATH']);
  };
  // Asked at once, so that the first start needn't wait.
  if (where.usesLoginShell === true) void loginShell();
  const programIn = async (command: StartCommand, folder: string): Promise<string | null> => {
    const path = await searchPath();
    const given = { ...place.env, ...(path === null ? {} : { PATH: path }), ...command.env };
    return programPath(command.command, { platform, env: given, folder, isProgram });
  };
  return {
    relativeIn,
    async folderFor(command) {
      const folder = startFolderOf(command);
      if (folder !== null && isWholePath(folder, platform))
        return ownFolder(folder, where.userId ?? process.getuid?.());
      const relative = relativeIn(command);
      if (relative !== null) return err(isRelative(relative));
      if (!isHosts) return emptyFolder(dataFolder, empty);
      // A relative folder on the PATH is one in the host's folder.
      return (await programIn(command, cwd)) === (await programIn(command, empty))
        ? ok(undefined)
        : err(isRelative(command.command));
    },
    programOf: (command) => programIn(command, startFolderOf(command) ?? empty),
    searchPath,
    loginShell,
  };
}

const isRelative = (part: string): NoStartFolder => ({
  text: `${quoted(part)} is relative to the folder that the server starts in, and none is set`,
  spawn: { why: 'relative' },
});

/** A folder that somebody named. One that is not there is told of by the start itself. */
async function ownFolder(
  folder: string,
  userId: number | undefined,
): Promise<Result<string, NoStartFolder>> {
  const problem = await sharingOf(folder, userId);
  if (problem === null) return ok(folder);
  const text =
    problem === 'foreign'
      ? `its start folder ${folder} belongs to another user`
      : `other users can write to its start folder ${folder}`;
  return err({ text, spawn: { why: 'open-folder', path: folder } });
}

/**
 * Whether another user of this machine can put files into a folder, and how; null where nobody can.
 */
export async function sharingOf(
  folder: string,
  userId: number | undefined,
): Promise<'foreign' | 'writable' | null> {
  const facts = await stat(folder).catch(() => null);
  if (facts === null || userId === undefined) return null;
  // The superuser may be working in a person's folder (a container with a mounted home).
  if (userId !== 0 && facts.uid !== userId && facts.uid !== 0) return 'foreign';
  // By convention a group with its owner's number has no other members (`umask 002`).
  const isShared = (facts.mode & 0o020) !== 0 && facts.gid !== facts.uid;
  return isShared || (facts.mode & 0o002) !== 0 ? 'writable' : null;
}

/** Made with no right to write, so that no server fills it by accident. */
async function emptyFolder(
  dataFolder: string,
  path: string,
): Promise<Result<string, NoStartFolder>> {
  const unusable = (text: string): Result<string, NoStartFolder> =>
    err({ text, spawn: { why: 'own-folder', path } });
  const parent = await checkFolder(dataFolder);
  if (!parent.ok) return unusable(parent.error.message);
  try {
    await mkdir(path, { mode: 0o500 }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
    const checked = await checkFolder(path);
    if (!checked.ok) return unusable(checked.error.message);
    const names = await namesIn(path);
    if (names.length === 0) return ok(path);
    const more = names.length > namesShown ? ' and more' : '';
    const listed = names.slice(0, namesShown).map((name) => quoted(name));
    return unusable(
      `the folder ${path} that servers start in must be empty, ` +
        `but contains ${listed.join(', ')}${more}`,
    );
  } catch (error) {
    return unusable(`the folder ${path} that servers start in can’t be used: ${messageOf(error)}`);
  }
}

async function namesIn(path: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of await opendir(path)) {
    names.push(name);
    if (names.length > namesShown) break;
  }
  return names;
}
