import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';
import { isExecutable } from '../requests.ts';
import { pathFromUri } from '../skill-place.ts';
import { languageOf } from './file-type.ts';

/**
 * The path by which preview and rules choose a file's language: the shown one, unless the path in
 * the URI implies code. An attacker could serve `document/run.sh` as `notes.md`, so that a script
 * is treated as prose. SKILL.md always counts as instructions.
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

/** How likely a name means that a file runs: plain text, prose, data, code. */
function weightOf(path: string): number {
  if (isExecutable(path)) return 3;
  const language = languageOf(path);
  return prose.get(language) ?? (data.has(language) ? 2 : 3);
}
