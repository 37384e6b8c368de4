import type { Problem } from '../../shared/model/problem.ts';
import type { SkillEntry } from '../../shared/model/skill.ts';
import { ok, type Result } from '../../shared/result.ts';
import { decodeText, pathInSkill, resolveInSkill } from './uri.ts';
import { listedFile } from './verification/listed-file.ts';
import { normalForm } from './normal-form.ts';

/**
 * Where a skill's files are, in any dialect. Most are beside `SKILL.md`; some servers keep them
 * under a separate root, and an archive's files are `<archive url>#<path>`.
 */

const suffix = '/SKILL.md';

/** The folder of the skill's files, without a trailing slash. */
export function rootOf(entry: Pick<SkillEntry, 'uri' | 'root'>): string {
  if (entry.root !== undefined) return entry.root;
  return entry.uri.endsWith(suffix) ? entry.uri.slice(0, -suffix.length) : entry.uri;
}

/** The URI of the skill's own `SKILL.md` file: the unpacked one if there is an archive. */
export function mainFileOf(entry: SkillEntry): string {
  const [archive] = entry.archives;
  return archive === undefined ? entry.uri : `${archive.url}#SKILL.md`;
}

/** The path of a file in its skill, decoded once. Error: the file is outside the skill. */
export function pathInEntry(entry: SkillEntry, fileUri: string): Result<string, Problem> {
  const listed = listedFile(entry, fileUri);
  if (listed !== undefined) return ok(listed.path);
  if (fileUri === mainFileOf(entry) || fileUri === entry.uri) return ok('SKILL.md');
  const [archive] = entry.archives;
  if (archive !== undefined && fileUri.startsWith(`${archive.url}#`))
    return ok(fileUri.slice(archive.url.length + 1));
  return pathFromUri(entry, fileUri);
}

/** The path that the URI itself has in the skill's folder, whatever path the server states. */
export const pathFromUri = (
  entry: Pick<SkillEntry, 'uri' | 'root'>,
  fileUri: string,
): Result<string, Problem> => pathInSkill(`${rootOf(entry)}${suffix}`, fileUri);

/** The URI that a reference in the skill's text points to. Error: it leaves the skill's folder. */
export function resolveInEntry(entry: SkillEntry, ref: string): Result<string, Problem> {
  const [archive] = entry.archives;
  if (archive === undefined) {
    if (ref === 'SKILL.md' || ref === './SKILL.md') return ok(entry.uri);
    return resolveInSkill(`${rootOf(entry)}${suffix}`, ref);
  }
  if (ref.startsWith(`${archive.url}#`)) return ok(ref);
  // Resolved as in any folder, then moved into the archive.
  const inside = resolveInSkill('archive://x/SKILL.md', ref);
  return inside.ok
    ? ok(`${archive.url}#${decodeText(inside.value.slice('archive://x/'.length))}`)
    : inside;
}

/** Agent Skills as its reference checker reads it: letters and digits of any script. */
const inReference = /^(?!-)(?!.*--)[\p{L}\p{N}-]{1,64}(?<!-)$/u;
/** Alphabets with letters that look the same. */
const alikeScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

/** Whether the reference checker of Agent Skills accepts the name. */
export function isTakenByReference(name: string): boolean {
  const form = normalForm(name.trim(), 'NFKC');
  return inReference.test(form) && form === form.toLowerCase();
}

/**
 * Whether a name in another script can be listed: the reference checker accepts it as it's written,
 * so that all readers compare the same characters. The attacker is a server that writes another
 * skill's name with letters of two alphabets that look alike.
 */
export const isNameInOtherScript = (name: string): boolean =>
  name === normalForm(name, 'NFKC') &&
  name === name.trim() &&
  isTakenByReference(name) &&
  alikeScripts.filter((script) => script.test(name)).length < 2;
