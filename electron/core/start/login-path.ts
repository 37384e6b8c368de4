/** Why a folder on the login shell's PATH isn't searched. */
export type LeftOutReason = 'relative' | 'unreadable' | 'missing' | 'writable' | 'too-many';

/** Why the login shell's PATH isn't used. */
export type NoShellPath =
  | 'windows'
  | 'off'
  | 'no-shell'
  | 'unknown-shell'
  | 'timeout'
  | 'too-long'
  | 'no-answer';

/** What the login shell's PATH adds to that of a desktop app. */
export interface LoginShellPath {
  /** The shell that was asked; null: none. */
  readonly shell: string | null;
  readonly folders: readonly string[];
  readonly leftOut: readonly { readonly folder: string; readonly why: LeftOutReason }[];
  /** Null where the shell answered. */
  readonly problem: NoShellPath | null;
}

const problemTexts: Readonly<Record<NoShellPath, string>> = {
  windows: 'not asked, because Windows has none',
  off: 'not asked, because SKILLGATE_LOGIN_SHELL is off',
  'no-shell': 'not asked, because it isn’t a program that can run',
  'unknown-shell': 'not asked, because Skillgate doesn’t know how to ask it',
  timeout: 'it didn’t answer in time',
  'too-long': 'it printed too much',
  'no-answer': 'it ended before it answered',
};
const leftOutTexts: Readonly<Record<LeftOutReason, string>> = {
  relative: 'not a full path',
  unreadable: 'contains characters that can’t be shown',
  missing: 'not a folder',
  writable: 'every user can write to it',
  'too-many': 'one folder too many',
};

/** What the login shell adds, in lines for people. */
export function describeLoginShell(found: LoginShellPath): readonly string[] {
  const { shell, folders, leftOut, problem } = found;
  const who = `login shell${shell === null ? '' : ` ${shell}`}`;
  if (problem !== null)
    return [`${who}: ${problemTexts[problem]}; the app searches only its own PATH`];
  return [
    `${who}: the app searches its PATH first`,
    ...folders.map((folder) => `  ${folder}`),
    ...leftOut.map(({ folder, why }) => `  left out: ${folder} (${leftOutTexts[why]})`),
  ];
}

/** Shells that take `-i -l -c COMMAND`, or `-i -c COMMAND` where `-l` must stand alone. */
const shells: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['sh', 'bash', 'zsh', 'dash', 'ash', 'ksh', 'mksh', 'fish', 'nu'].map((name) => [
      name,
      ['-i', '-l', '-c'],
    ]),
  ),
  csh: ['-i', '-c'],
  tcsh: ['-i', '-c'],
};

/**
 * The arguments that make a shell read a person's settings and print its PATH between two marks;
 * null for an unknown shell. `sh` prints it, so that it's one text in every shell.
 */
export function shellArguments(shell: string, mark: string): readonly string[] | null {
  const name = shell.slice(shell.lastIndexOf('/') + 1);
  if (!Object.hasOwn(shells, name)) return null;
  return [...(shells[name] ?? []), `/bin/sh -c 'printf "%s" "${mark}\${PATH}${mark}"'`];
}

const mostFolders = 256;

/**
 * The folders in what a shell printed, around which a person's settings may print anything; null
 * without an answer. Folders that count from another one, and texts that are no path, are left out.
 */
export function foldersIn(
  printed: string,
  mark: string,
): Pick<LoginShellPath, 'folders' | 'leftOut'> | null {
  const [, path, after] = printed.split(mark, 3);
  if (path === undefined || after === undefined) return null;
  const folders: string[] = [];
  const leftOut: LoginShellPath['leftOut'][number][] = [];
  for (const folder of new Set(path.split(':').filter((one) => one !== ''))) {
    const why = problemOf(folder) ?? (folders.length < mostFolders ? null : 'too-many');
    if (why === null) folders.push(folder);
    else if (leftOut.length < mostFolders) leftOut.push({ folder, why });
  }
  return { folders, leftOut };
}

const problemOf = (folder: string): LeftOutReason | null =>
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/u.test(folder)
    ? 'unreadable'
    : folder.startsWith('/')
      ? null
      : 'relative';

/**
 * The PATH to search: first as in a terminal, so that a command means the same as there, then what
 * only the app was given.
 */
export function joinedPath(login: readonly string[], own: string | undefined): string {
  const known = new Set(login);
  const others = own === undefined ? [] : own.split(':').filter((folder) => !known.has(folder));
  return [...login, ...others].join(':');
}
