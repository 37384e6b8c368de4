import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';
import { archiveDigestOf, isComplete, type HeldSkill } from './skill.ts';

/**
 * The entry in force: what the server lists, and what is known of it besides. A skill without a
 * manifest consists of what the last *Read all* found, else of what was approved, corrected by
 * every later observation: so whatever differs shows as a change.
 */
export function inForce(held: HeldSkill, record: ApprovalRecord | null): SkillEntry {
  const { listed } = held;
  if (isComplete(listed)) return listed;
  const announced = archiveDigestOf(listed);
  if (announced === null) return pieced(held, record);
  const files = unpackedFiles(held, record, announced);
  return files === null ? listed : { ...listed, files };
}

/** Files of the archive with this digest, as far as they were unpacked or approved before. */
function unpackedFiles(
  { listed, reading }: HeldSkill,
  record: ApprovalRecord | null,
  announced: string,
): readonly FileEntry[] | null {
  if (reading !== null && reading.archive === announced) return reading.files;
  if (record?.decision !== 'approved') return null;
  // The same archive by its digest is the same files: nothing need be read to know them.
  const approved = archiveOf(record);
  return listed.archives.some(({ digest }) => digest === approved) ? filesOf(record, listed) : null;
}

function pieced(held: HeldSkill, record: ApprovalRecord | null): SkillEntry {
  const { listed, reading } = held;
  const approved =
    record?.decision === 'approved' && record['integrity'] === 'self-computed' ? record : null;
  const base = reading?.files ?? (approved === null ? null : filesOf(approved, listed));
  if (base === null) return listed;
  const frontmatter = reading?.frontmatter ?? approved?.frontmatter ?? listed.frontmatter;
  const files = new Map(base.map((file) => [file.uri, file]));
  if (typeof listed.files !== 'string') {
    // The server lists all paths: what it lists no longer is gone, what is new has no digest yet.
    const paths = new Map(listed.files.map((file) => [file.uri, file]));
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
    files: [...files.values()],
    integrity: 'self-computed',
    ...(listed.frontmatterIsPart === true ? described(listed, frontmatter) : {}),
  };
}

/** Name and description from the file, where the listing had none to give. */
function described(
  listed: SkillEntry,
  frontmatter: Readonly<Record<string, unknown>>,
): Pick<SkillEntry, 'name' | 'description' | 'frontmatter'> {
  const { name, description } = frontmatter;
  return {
    frontmatter,
    name:
      listed.frontmatter['name'] === undefined && typeof name === 'string' && name !== ''
        ? name
        : listed.name,
    description:
      listed.frontmatter['description'] === undefined && typeof description === 'string'
        ? description
        : listed.description,
  };
}

/** Digest of the archive that an approval was made from. */
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
  return record.resources.map(({ uri, digest, size }) => {
    const file: FileEntry = { uri, digest, path: pathOf(uri, listed) };
    if (size !== undefined) file.size = size;
    return file;
  });
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
