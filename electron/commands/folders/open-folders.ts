import { sep } from 'node:path';
import { localSwitches } from '../../../shared/model/folder-text.ts';
import { openFolderSource, type FolderSource } from '../../storage/folders/folder-source.ts';
import { CommandError, type CommandContext } from '../call/command.ts';

/** Most addresses that an error lists. */
const mostNamed = 10;

/**
 * Reads the folders that a command names, each once. Throws a CommandError for one that it can't.
 */
export async function openFolders(
  { cwd, place }: Pick<CommandContext, 'cwd' | 'place'>,
  given: readonly string[],
): Promise<readonly FolderSource[]> {
  const byPath = new Map<string, FolderSource>();
  for (const word of given) {
    const source = await openFolderSource({ cwd, home: place.home }, word);
    if (!source.ok) throw new CommandError(source.error, 'bad-input');
    if (!byPath.has(source.value.path)) byPath.set(source.value.path, source.value);
  }
  return [...byPath.values()];
}

/** The one skill that a command over folders is about, by the label of its folder. */
export function oneSkillIn(
  folders: readonly FolderSource[],
  uri: string | undefined,
): { readonly server: string; readonly uri: string } {
  const [folder, second] = folders;
  if (folder === undefined || second !== undefined)
    throw new CommandError('The command takes one folder at a time.');
  const { label, skills, left } = folder;
  if (uri !== undefined) return { server: label, uri };
  const [only, other] = skills;
  if (only !== undefined && other === undefined) return { server: label, uri: only.uri };
  if (only === undefined) {
    const first = left.find(({ isUnseen }) => isUnseen);
    throw new CommandError(
      `${label} has no skill that can be read` +
        (first === undefined ? '' : `: ${first.path}: ${first.why}`),
      'bad-input',
    );
  }
  const named = skills.slice(0, mostNamed).map((skill) => skill.uri);
  const more = skills.length > mostNamed ? `, and ${skills.length - mostNamed} more` : '';
  throw new CommandError(
    `${label} has ${skills.length} skills. ` +
      `Name one with --uri, or its own folder: ${named.join(', ')}${more}`,
  );
}

/** What a skill's own folder has that wasn't read: no decision about the skill covers it. */
export const uncoveredLines = (folders: readonly FolderSource[], uri: string): string[] =>
  folders.flatMap(({ skills, left }) => {
    const folder = skills.find((skill) => skill.uri === uri)?.folder;
    if (folder === undefined) return [];
    return left
      .filter(({ path, isUnseen }) => isUnseen && path.startsWith(`${folder}${sep}`))
      .map(({ path, why }) => `not covered: ${path}: ${why}`);
  });

/** What of the folders wasn't read, in one line each, and what was left out on purpose. */
export const leftOutLines = (folders: readonly FolderSource[]): string[] =>
  folders.flatMap(({ left }) =>
    left.map(({ path, why, isUnseen }) => `${isUnseen ? 'not read' : 'left out'}  ${path}: ${why}`),
  );

/** The same for programs. */
export const leftOutOf = (
  folders: readonly FolderSource[],
): readonly { readonly path: string; readonly why: string; readonly isUnseen: boolean }[] =>
  folders.flatMap(({ left }) => left.map(({ path, why, isUnseen }) => ({ path, why, isUnseen })));

/** What was left out on purpose, or is read elsewhere. */
export const ignoredLines = (folders: readonly FolderSource[]): string[] =>
  leftOutLines(folders.map((one) => ({ ...one, left: one.left.filter((l) => !l.isUnseen) })));

/** What a decision about a folder does, since no app asks about it. */
export const folderDecisionLines: readonly string[] = [
  'Apps read this folder from the disk and don’t ask Skillgate, ' +
    'and the gateway isn’t in between: the decision',
  'is for you, `show`, `diff` and CI. ' +
    '`skillgate sync HOST --by-name` keeps it in the settings of an app, by the',
  `skill’s name alone: ${localSwitches}.`,
];
