import type { SightingKind } from '../../../../shared/model/not-listed.ts';
import type { DialectId, SkillEntry } from '../../../../shared/model/skill.ts';
import { listedFiles } from '../../stated-paths.ts';
import { rootOf } from '../../skill-place.ts';
import { skillFolder } from '../../uri.ts';
import type { ResourceInventory } from '../dialect.ts';
import { isRefused, type RefusedPlaces } from './refusals.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import { problem } from '../../problem.ts';
import { visible } from '../../text.ts';

/** Skill-like items outside the list of a server that lists its skills itself. */
export interface UnlistedSkill {
  readonly uri: string;
  readonly name: string;
  readonly sighting: SightingKind;
}

const ending = '/SKILL.md';
const indexes: ReadonlySet<DialectId> = new Set([
  'index-2026-06',
  'index-2026-04',
  'index-documents',
]);

/** An entry of another dialect, recorded by how it was seen and by the server's name for it. */
export function besideOf(
  { uri, name: folder, dialect, archives }: SkillEntry,
  { resources }: ResourceInventory,
): UnlistedSkill {
  const name = resources.get(uri)?.name || folder;
  const [archive] = archives;
  if (archive !== undefined && !uri.endsWith(ending))
    return { uri: archive.url, name, sighting: 'archive' };
  return { uri, name, sighting: indexes.has(dialect) ? 'index' : 'resource' };
}

/**
 * Every `SKILL.md` in `resources/list` that is neither a listed skill, nor one of its files, nor at
 * a refused entry's place. The attacker is a server that lists what a check refuses and keeps the
 * same text beside it: such a text is reported but never becomes a skill. One pass; folders are
 * looked up per segment, because a server may have very many of both.
 */
export function* mainFilesBeside(
  { resources }: ResourceInventory,
  listed: ReadonlyMap<string, SkillEntry>,
  refused: { readonly uris: Iterable<string>; readonly places: RefusedPlaces },
): Generator<UnlistedSkill> {
  const found = [...resources.values()].filter(
    ({ uri }) =>
      uri.endsWith(ending) &&
      !listed.has(uri) &&
      !isRefused(refused.places, uri) &&
      skillFolder(uri).ok,
  );
  // Most servers list nothing extra; this avoids scanning ten thousand skills for nothing.
  if (found.length === 0) return;
  const around = new Map([...listed.values()].map((entry) => [rootOf(entry), entry]));
  const refusedFolders = new Set(
    [...refused.uris].flatMap((uri) => (uri.endsWith(ending) ? [folderOf(uri)] : [])),
  );
  for (const { uri, name } of found) {
    const folders = [...foldersAbove(uri)];
    const isFile = folders.some((folder) => {
      const entry = around.get(folder);
      return entry !== undefined && listedFiles(entry).some((file) => file.uri === uri);
    });
    if (isFile) continue;
    const isBelow = folders.some((folder) => refusedFolders.has(folder));
    yield { uri, name, sighting: isBelow ? 'refused-folder' : 'resource' };
  }
}

const folderOf = (uri: string): string => uri.slice(0, -ending.length);

function* foldersAbove(uri: string): Generator<string> {
  for (let slash = uri.lastIndexOf('/'); slash > 0; slash = uri.lastIndexOf('/', slash - 1))
    yield uri.slice(0, slash);
}

/** How many UTF-16 units are scanned. */
export const instructionsRead = 256 * 1024;
const mostMentions = 100;
const longest = 2_048;
const delimiters = /[\s"'<>`|(){}[\]]+/;
const schemeCharacter = /[A-Za-z0-9+.-]/;
/** These lead outside the server's own resources. */
const elsewhere = new Set(['http', 'https', 'file', 'data', 'javascript', 'blob', 'about']);

/**
 * `SKILL.md` URIs that a server's `instructions` mention, in order, without repeats ("Pointer from
 * Server Instructions"). Only a hint: each must be confirmed with `skills/get`. Scans the first 256
 * KiB and returns at most `most`, in one pass without backtracking, because the server writes the
 * text.
 */
export function mentionedUris(instructions: string, most: number = mostMentions): string[] {
  const found = new Set<string>();
  for (const word of instructions.slice(0, instructionsRead).split(delimiters)) {
    if (found.size >= most) break;
    const colon = word.indexOf('://');
    if (colon < 1) continue;
    const end = word.indexOf(ending, colon + 3);
    if (end === -1) continue;
    const after = word[end + ending.length];
    const next = word[end + ending.length + 1];
    // `…/SKILL.md.` ends a sentence; `…/SKILL.md.bak` and `…/SKILL.md/x` are other files.
    if (
      after !== undefined &&
      (/[A-Za-z0-9_%/~-]/.test(after) ||
        (after === '.' && next !== undefined && /[A-Za-z0-9]/.test(next)))
    )
      continue;
    let start = colon;
    while (start > 0 && schemeCharacter.test(word[start - 1] ?? '')) start -= 1;
    const uri = word.slice(start, end + ending.length);
    if (uri.length > longest) continue;
    const folder = skillFolder(uri);
    if (folder.ok && !elsewhere.has(folder.value.scheme.toLowerCase())) found.add(uri);
  }
  return [...found];
}

/** What a server has that no dialect turned into a skill. All of it is the server's text. */
interface UnclaimedResources {
  /** URIs of `resources/list`. */
  readonly resources: readonly string[];
  /** Templates whose expansion can be a skill. */
  readonly templates: readonly string[];
  /** Names of tools that give skills. */
  readonly tools: readonly string[];
}

const maxNamed = 3;
const clause = 'Listing Skills';
const expected = 'skills/list';
const fix =
  'Serve the files as resources and answer skills/list with uri, frontmatter and resources.';

/** Scheme and authority of an address in small letters, found in one pass: the server writes it. */
function partsOf(uri: string): { readonly scheme: string; readonly authority: string } {
  const [, scheme = '', authority = ''] = /^([a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(uri) ?? [];
  return { scheme: scheme.toLowerCase(), authority: authority.toLowerCase() };
}

/** `gw-skill://refunds`, `skills://catalog`, `resource://skillz/refunds/guide.md`. */
function isLikeSkills(uri: string): boolean {
  const { scheme, authority } = partsOf(uri);
  return scheme.includes('skill') || (/^[a-z]/.test(scheme) && authority.includes('skill'));
}

/**
 * Where the skills of a server with an empty list may be, each place reported once with evidence,
 * so that nobody concludes that it has none. Goes by names alone: nothing is read and no tool is
 * called.
 */
export function skillsElsewhere({ resources, templates, tools }: UnclaimedResources): Problem[] {
  const like = resources.filter(isLikeSkills);
  const said: Problem[] = [];
  const say = (field: string, actual: string, message: string): void =>
    void said.push(
      problem('older-dialect', `${message} ${fix}`, { field, expected, actual, clause }),
    );
  if (templates.length > 0)
    say(
      'resources/templates/list',
      examples(templates),
      `The server lists no skills. To open one, fill in ${examples(templates)}.`,
    );
  if (like.length > 0)
    say(
      'resources/list',
      examples(like),
      'The server has resources that look like parts of skills, in an unknown layout: ' +
        `${examples(like)}. If one is a complete SKILL.md, open it by its URI.`,
    );
  if (tools.length > 0)
    say(
      'tools/list',
      examples(tools),
      `The server provides skills through tools, which Skillgate doesn’t call: ${examples(tools)}.`,
    );
  return said;
}

/**
 * The same for a server with skills: addresses with a scheme such as `gw-skill:` that belong to
 * none of them, as `isKnown` tells. Addresses under `skill:` are reported where their dialect is
 * known.
 */
export function oddSchemes(
  resources: Iterable<string>,
  isKnown: (uri: string) => boolean,
): Problem[] {
  const odd = [...resources].filter((uri) => isOddScheme(partsOf(uri).scheme) && !isKnown(uri));
  if (odd.length === 0) return [];
  const actual = examples(odd);
  const message =
    'Besides its skills, the server has resources that look like parts of others, ' +
    `in an unknown layout: ${actual}. If one is a complete SKILL.md, open it by its URI. ${fix}`;
  return [problem('older-dialect', message, { field: 'resources/list', expected, actual, clause })];
}
const isOddScheme = (scheme: string): boolean => scheme !== 'skill' && scheme.includes('skill');

function examples(texts: readonly string[]): string {
  const first = texts.slice(0, maxNamed).map((text) => `“${visible(text, 60)}”`);
  return texts.length > maxNamed
    ? `${first.join(', ')} and ${texts.length - maxNamed} more`
    : first.join(', ');
}
