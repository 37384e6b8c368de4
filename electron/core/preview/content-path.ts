import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';
import { isExecutable } from '../requests.ts';
import { pathFromUri } from '../skill-place.ts';
import { languageOf } from './language.ts';

/**
 * The path by which a file's content is read: preview and rules choose the language by it. That is
 * the one that is shown, unless the path in the URI says more. The attacker serves `document/run.sh`
 * and calls it `notes.md`, so that a script is looked at as prose. SKILL.md is instructions wherever
 * it lies.
 */
export function contentPathOf(
  entry: Pick<SkillEntry, 'uri' | 'root' | 'pathsAreStated'>,
  { uri, path }: Pick<FileEntry, 'uri' | 'path'>,
): string {
  if (entry.pathsAreStated !== true || uri === entry.uri) return path;
  const own = pathFromUri(entry, uri);
  return own.ok && weightOf(own.value) > weightOf(path) ? own.value : path;
}

const prose = new Map([
  ['plaintext', 0],
  ['markdown', 1],
]);
const data = new Set(['json', 'yaml', 'ini', 'xml', 'html', 'css', 'scss', 'less', 'mdx']);

/** How much a name says of what may run: nothing, prose, data, code. */
function weightOf(path: string): number {
  if (isExecutable(path)) return 3;
  const language = languageOf(path);
  return prose.get(language) ?? (data.has(language) ? 2 : 3);
}
