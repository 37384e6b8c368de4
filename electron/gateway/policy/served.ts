import { sha256 } from '../../core/digest.ts';
import { own } from '../../core/json.ts';
import { pathInFolder, skillFolder } from '../../core/uri.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { Json } from './message.ts';

/** One file as a host knows it, and where the server has it. */
export interface ServedFile {
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
  readonly frontmatter: Json;
  readonly files: readonly ServedFile[];
  readonly dialect: string;
  /** What vouches for the digests. */
  readonly integrity: string;
}

/** Why an approved skill can not be given to hosts. */
export type Unbridged =
  /** No name or description that the final shape allows. */
  | 'frontmatter'
  /** A file whose size nobody has said; it was not read yet. */
  | 'size'
  /** A file of the record that the skill does not have by now. */
  | 'files';

export interface Bridging {
  /** Sizes in bytes that were learned by reading, by digest. */
  readonly sizes: ReadonlyMap<string, number>;
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
  { sizes, isContested }: Bridging,
): Result<ServedSkill, Unbridged> {
  const name = own(entry.frontmatter, 'name');
  if (typeof name !== 'string' || typeof own(entry.frontmatter, 'description') !== 'string')
    return err('frontmatter');
  const paths = pathsIn(record, entry);
  if (paths === null) return err('files');
  const named = hostUris(record.uri, paths, name, entry, isContested);
  if (named === null) return err('frontmatter');
  const files: ServedFile[] = [];
  for (const { uri: source, digest, size = sizes.get(digest) } of record.resources) {
    const uri = named.get(source);
    if (uri === undefined) return err('files');
    if (size === undefined) return err('size');
    files.push({ uri, source, digest, size });
  }
  const main = [...paths].find(([, path]) => path === 'SKILL.md')?.[0];
  const uri = main === undefined ? undefined : named.get(main);
  if (uri === undefined) return err('files');
  return ok({
    uri,
    source: record.uri,
    frontmatter: record.frontmatter,
    files,
    dialect: record.dialect,
    integrity: record['integrity'] as string,
  });
}

/** The path of each file of the record; null where the entry in force has another set. */
function pathsIn({ resources }: ApprovalRecord, { files }: SkillEntry): Map<string, string> | null {
  if (files.kind !== 'listed' || files.files.length !== resources.length) return null;
  const paths = new Map(files.files.map(({ uri, path }) => [uri, path]));
  return resources.every(({ uri }) => paths.has(uri)) ? paths : null;
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
  isContested: Bridging['isContested'],
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
  if (!folder.ok || folder.value.name !== name) return false;
  return [...paths].every(([source, path]) => {
    const inside = pathInFolder(folder.value, source);
    return inside.ok && inside.value === path;
  });
}

/** The entry that `skills/list` and `skills/get` give: the record's own words and digests. */
export function entryFor(skill: ServedSkill): Json {
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
const provenance = ({ source, dialect, integrity }: ServedSkill): Json => ({
  'example.skillgate/source': { uri: source, dialect, digests: integrity },
});
