import { sha256 } from '../../core/digest.ts';
import { approvedPath } from '../../core/skill-state/standing.ts';
import { own } from '../../core/json.ts';
import { foldedForm } from '../../core/normal-form.ts';
import { pathInFolder, skillFolder } from '../../core/uri.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { JsonObject } from './message.ts';
import { addressesOf, addressKey, longestAddress, type LooseAddress } from './address.ts';

/** One file as a host knows it, and where the server has it. */
interface ServedFile {
  readonly uri: string;
  /** The URI in the approved record, with which the server is asked. */
  readonly source: string;
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
}

/** An approved skill in the final shape, whatever dialect its server speaks. */
export interface ServedSkill {
  readonly uri: string;
  /** The URI in the approved record. */
  readonly source: string;
  readonly frontmatter: JsonObject;
  readonly files: readonly ServedFile[];
  readonly dialect: string;
  /** What vouches for the digests. */
  readonly integrity: string;
}

/** Why an approved skill can't be given to hosts. */
export type BridgeFailure =
  /** No name or description that the final shape allows. */
  | 'frontmatter'
  /** A size or the frontmatter that nobody has said: a file was not read yet. */
  | 'unread'
  /** A file of the record that the skill does not have by now. */
  | 'files';

/** What a file that was read says beyond what its dialect does. */
export interface LearnedFile {
  /** Bytes. */
  readonly size: number;
  /** Of a SKILL.md; null where it has none that can be used. */
  readonly frontmatter: JsonObject | null;
}

interface BridgeFacts {
  /** What was learned by reading approved bytes, by their digest. */
  readonly learned: ReadonlyMap<string, LearnedFile>;
  /** Another skill of this server would have the same plain address. */
  readonly isContested: (uri: string) => boolean;
}

const ownShape: ReadonlySet<string> = new Set(['skills-ext', 'skills-ext-draft']);
const nameShape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const longestName = 64;

/**
 * The skill as its approval describes it: digests and frontmatter are the record's, never the
 * entry's of now, which only says where in the skill each file lies.
 */
export function servedAs(
  record: ApprovalRecord,
  entry: SkillEntry,
  { learned, isContested }: BridgeFacts,
): Result<ServedSkill, BridgeFailure> {
  const paths = pathsIn(record, entry);
  const main = [...(paths ?? [])].find(([, path]) => path === 'SKILL.md')?.[0];
  const digest = record.resources.find(({ uri }) => uri === main)?.digest;
  if (paths === null || main === undefined || digest === undefined) return err('files');
  // What the file itself says, where the listing may have left something out.
  const isPart = entry.frontmatterIsPart === true || !isNamed(entry.frontmatter);
  const read = learned.get(digest);
  if (isPart && read === undefined) return err('unread');
  const frontmatter = isPart ? (read?.frontmatter ?? {}) : record.frontmatter;
  const name = own(frontmatter, 'name');
  if (typeof name !== 'string' || !isNamed(frontmatter)) return err('frontmatter');
  const named = hostUris(record.uri, paths, name, entry, isContested);
  if (named === null) return err('frontmatter');
  const files: ServedFile[] = [];
  for (const { uri: source, digest: of, size = learned.get(of)?.size } of record.resources) {
    const uri = named.get(source);
    if (uri === undefined) return err('files');
    if (size === undefined) return err('unread');
    files.push({ uri, source, digest: of, size });
  }
  const uri = named.get(main);
  if (uri === undefined) return err('files');
  return ok({
    uri,
    source: record.uri,
    frontmatter,
    files,
    dialect: record.dialect,
    integrity: record['integrity'] as string,
  });
}

const isNamed = (frontmatter: JsonObject): boolean =>
  typeof own(frontmatter, 'name') === 'string' &&
  typeof own(frontmatter, 'description') === 'string';

/**
 * The path of each file of the record; null where the entry in force has another set, or two files
 * have one path. Where a server states paths apart from URIs, they are those of the record.
 */
function pathsIn({ resources }: ApprovalRecord, entry: SkillEntry): Map<string, string> | null {
  const { files } = entry;
  if (files.kind !== 'listed' || files.files.length !== resources.length) return null;
  const now = new Map(files.files.map(({ uri, path }) => [uri, path]));
  const isStated = entry.pathsAreStated === true;
  const paths = new Map<string, string>();
  for (const resource of resources) {
    const path = now.get(resource.uri);
    if (path === undefined) return null;
    paths.set(resource.uri, isStated ? approvedPath(resource, entry) : path);
  }
  const names = [...paths.values()].map((path) => (isStated ? foldedForm(path) : path));
  return new Set(names).size === paths.size ? paths : null;
}

/**
 * What hosts call each file: its own URI where the final shape allows it, else an alias that the
 * same skill has every time. A strict client wants the folder to have the skill's name.
 */
function hostUris(
  uri: string,
  paths: ReadonlyMap<string, string>,
  name: string,
  { dialect }: SkillEntry,
  isContested: BridgeFacts['isContested'],
): Map<string, string> | null {
  if (ownShape.has(dialect) || isFinalShape(uri, name, paths))
    return new Map([...paths.keys()].map((source) => [source, source]));
  if (!nameShape.test(name) || name.length > longestName) return null;
  const plain = `skill://${name}`;
  const folder = isContested(plain) ? `${plain}~${sha256(uri).slice(7, 15)}/${name}` : plain;
  return new Map(
    [...paths].map(([source, path]) => [
      source,
      `${folder}/${path.split('/').map(encodeURIComponent).join('/')}`,
    ]),
  );
}

function isFinalShape(uri: string, name: string, paths: ReadonlyMap<string, string>): boolean {
  const folder = skillFolder(uri);
  if (!folder.ok || folder.value.scheme !== 'skill' || folder.value.name !== name) return false;
  return [...paths].every(([source, path]) => {
    const inside = pathInFolder(folder.value, source);
    return inside.ok && inside.value === path;
  });
}

/** The entry that `skills/list` and `skills/get` give: the record's own words and digests. */
export function entryFor(skill: ServedSkill): JsonObject {
  const { uri, frontmatter, files } = skill;
  const bridged = uri === skill.source ? {} : { _meta: provenance(skill) };
  return {
    uri,
    frontmatter,
    resources: files.map(({ uri: file, digest, size }) => ({ uri: file, digest, size })),
    ...bridged,
  };
}

/** Under a prefix of our own: the specification keeps its own for itself. */
const provenance = ({ source, dialect, integrity }: ServedSkill): JsonObject => ({
  'example.skillgate/source': { uri: source, dialect, digests: integrity },
});

/** What a URI of a host's or of a server's leads to. */
export type UriTarget =
  | { readonly kind: 'file'; readonly skill: ServedSkill; readonly file: ServedFile }
  /** A folder in which files of approved skills are. */
  | { readonly kind: 'folder' }
  | { readonly kind: 'withheld' }
  | { readonly kind: 'other' };

/** What of a server's resources is skills, approved or not, at one moment. A value. */
export interface ServedSkills {
  /** Approved ones, in the order in which they are listed. */
  readonly skills: readonly ServedSkill[];
  /** By the URI that a host knows them by. */
  readonly byUri: ReadonlyMap<string, ServedSkill>;
  /** Of files of approved skills: these bytes may pass under any address. */
  readonly approvedDigests: ReadonlySet<string>;
  /** Of files that only skills have which are not approved: their bytes pass under no name. */
  readonly withheldDigests: ReadonlySet<string>;
  whereabouts(uri: string): UriTarget;
}

interface KnownSkills {
  readonly approved: readonly ServedSkill[];
  /**
   * `SKILL.md` URIs, or other places, of every skill that is known of, whatever stands about it.
   */
  readonly skills: Iterable<string>;
  /** Digests of the files of those that are not approved. */
  readonly digests: Iterable<string>;
}

/** Sorts URIs; built once for every change of what is known. */
export function shelfOf({ approved, skills, digests }: KnownSkills): ServedSkills {
  const files = new Map<string, { readonly skill: ServedSkill; readonly file: ServedFile }>();
  const folders = new Set<string>();
  const addresses = new Set<string>();
  let deepest = 0;
  const approvedDigests = new Set<string>();
  const withheldDigests = new Set(digests);
  for (const skill of approved)
    for (const file of skill.files) {
      const { uri } = file;
      approvedDigests.add(file.digest);
      withheldDigests.delete(file.digest);
      // A nested skill's file is a file of both; the one that lies deeper has its own entry.
      if (!files.has(uri) || skill.uri === uri) files.set(uri, { skill, file });
      for (let at = uri.lastIndexOf('/'); at > 0 && uri[at - 1] !== '/';) {
        folders.add(uri.slice(0, at));
        at = uri.lastIndexOf('/', at - 1);
      }
    }
  for (const uri of skills)
    for (const address of addressesOf(uri)) {
      addresses.add(addressKey(address));
      deepest = Math.max(deepest, address.segments.length);
      if (address.segments.at(-1) === 'skill.md')
        addresses.add(addressKey({ segments: address.segments.slice(0, -1) }));
    }
  addresses.delete('');
  const isInSkill = ({ segments }: LooseAddress): boolean => {
    let key = '';
    for (const segment of segments.slice(0, deepest)) {
      key = key === '' ? segment : `${key}/${segment}`;
      if (addresses.has(key)) return true;
    }
    return false;
  };
  return {
    skills: approved,
    approvedDigests,
    withheldDigests,
    byUri: new Map(approved.map((skill) => [skill.uri, skill])),
    whereabouts(uri) {
      const file = files.get(uri);
      if (file !== undefined) return { kind: 'file', ...file };
      if (folders.has(uri)) return { kind: 'folder' };
      // It has its content in it: there's nothing that a host would read from the server.
      if (uri.length > longestAddress && /^data:/i.test(uri)) return { kind: 'other' };
      return addressesOf(uri).some((address) => isAlwaysWithheld(address) || isInSkill(address))
        ? { kind: 'withheld' }
        : { kind: 'other' };
    },
  };
}

/**
 * A policy, not a verdict: what has no scheme, what has one that speaks of skills, what is called
 * `SKILL.md` wherever it lies, and the places where skills are announced to clients of the web.
 */
function isAlwaysWithheld({ scheme, segments }: LooseAddress): boolean {
  if (scheme === '' || scheme.includes('skill')) return true;
  if (segments.at(-1) === 'skill.md') return true;
  const at = segments.indexOf('.well-known');
  return at !== -1 && /^(?:agent-)?skills$/.test(segments[at + 1] ?? '');
}
