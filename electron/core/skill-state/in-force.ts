import { asListed } from '../files.ts';
import { isPathInSkill } from '../stated-paths.ts';
import type { ApprovalRecord, BoundResource } from '../../../shared/model/approval.ts';
import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';
import { archiveDigestOf, isComplete, type SkillState, type WholeSkillRead } from './skill.ts';

/**
 * The effective entry: what the server lists plus everything else known. A skill without a manifest
 * consists of what the last *Read all* found, else of what was approved, corrected by every later
 * observation, so that any difference shows as a change.
 */
export function inForce(held: SkillState, record: ApprovalRecord | null): SkillEntry {
  const { listed } = held;
  if (isComplete(listed)) return listed;
  const announced = archiveDigestOf(listed);
  if (announced === null) return pieced(held, record);
  const unpacked = unpackedFiles(held, record, announced);
  return unpacked === null
    ? listed
    : { ...listed, ...described(listed, unpacked.frontmatter), files: asListed(unpacked.files) };
}

/** The archive with this digest, as far as it was unpacked or approved before. */
function unpackedFiles(
  { listed, reading }: SkillState,
  record: ApprovalRecord | null,
  announced: string,
): Pick<WholeSkillRead, 'files' | 'frontmatter'> | null {
  if (reading !== null && reading.archive === announced) return reading;
  if (record?.decision !== 'approved') return null;
  // An archive with the same digest has the same files, so they're known without reading.
  const approved = archiveOf(record);
  return listed.archives.some(({ digest }) => digest === approved)
    ? { files: filesOf(record, listed), frontmatter: record.frontmatter }
    : null;
}

function pieced(held: SkillState, record: ApprovalRecord | null): SkillEntry {
  const { listed, reading } = held;
  const approved =
    record?.decision === 'approved' && record['integrity'] === 'self-computed' ? record : null;
  const base = reading?.files ?? (approved === null ? null : filesOf(approved, listed));
  if (base === null) return listed;
  const frontmatter = reading?.frontmatter ?? approved?.frontmatter ?? listed.frontmatter;
  const files = new Map(base.map((file) => [file.uri, file]));
  if (listed.files.kind === 'listed') {
    // The server lists all paths: unlisted ones are gone, new ones have no digest yet.
    const paths = new Map(listed.files.files.map((file) => [file.uri, file]));
    for (const uri of [...files.keys()]) if (!paths.has(uri)) files.delete(uri);
    for (const [uri, file] of paths) if (!files.has(uri)) files.set(uri, file);
  }
  for (const file of listed.known ?? [])
    if (file.digest !== undefined && files.get(file.uri)?.digest !== file.digest)
      files.set(file.uri, file);
  for (const [uri, file] of held.observed)
    files.set(uri, { ...file, path: files.get(uri)?.path ?? file.path });
  return {
    ...listed,
    files: asListed([...files.values()]),
    integrity: 'self-computed',
    ...described(listed, frontmatter),
  };
}

/**
 * What the file says, if the listing repeats only part of it. The listing takes precedence: a
 * server that now describes the skill differently must not hide behind what was read.
 */
function described(
  listed: SkillEntry,
  read: Readonly<Record<string, unknown>>,
): Pick<SkillEntry, 'name' | 'description' | 'frontmatter'> {
  const frontmatter =
    listed.frontmatterIsPart === true ? { ...read, ...listed.frontmatter } : listed.frontmatter;
  const { name, description } = frontmatter;
  return {
    frontmatter,
    name: typeof name === 'string' && name !== '' ? name : listed.name,
    description: typeof description === 'string' ? description : listed.description,
  };
}

/** Digest of the archive behind an approval. */
export function archiveOf(record: ApprovalRecord): string | null {
  const archive = record['archive'];
  return typeof archive === 'object' &&
    archive !== null &&
    'digest' in archive &&
    typeof archive.digest === 'string'
    ? archive.digest
    : null;
}

function filesOf(record: ApprovalRecord, listed: SkillEntry): FileEntry[] {
  return record.resources.map(({ uri, digest, size, path }) => {
    const file: FileEntry = { uri, digest, path: approvedPath({ uri, path }, listed) };
    if (size !== undefined) file.size = size;
    return file;
  });
}

/**
 * The path of a file in an approval: the approved one, else the one in its URI. An imported or
 * edited record's path counts only if a server could have stated it.
 */
export function approvedPath(
  { uri, path }: Pick<BoundResource, 'uri' | 'path'>,
  listed: SkillEntry,
): string {
  return typeof path === 'string' && uri !== listed.uri && isPathInSkill(path)
    ? path
    : pathOf(uri, listed);
}

function pathOf(uri: string, listed: SkillEntry): string {
  if (uri === listed.uri) return 'SKILL.md';
  const hash = uri.indexOf('#');
  if (hash !== -1) return uri.slice(hash + 1);
  const root = listed.root ?? listed.uri.replace(/\/SKILL\.md$/, '');
  if (!uri.startsWith(`${root}/`)) return uri;
  try {
    return decodeURIComponent(uri.slice(root.length + 1));
  } catch {
    return uri.slice(root.length + 1);
  }
}
