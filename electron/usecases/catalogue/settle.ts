import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';
import type { Context } from '../context.ts';
import type { Server, Skill } from './world.ts';

/**
 * What a *Read all* found, or the unpacking of an archive. From then on it is what the skill
 * consists of, as far as anybody knows.
 */
export interface Reading {
  readonly files: readonly FileEntry[];
  /** Of SKILL.md, as read. */
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly integrity: 'archive' | 'self-computed';
  /** The digest that vouches for all files, of the archive that they were unpacked from. */
  readonly archive: string | null;
}

/** Whether the server itself says what every file is, or says that nothing can be said. */
export const isComplete = ({ integrity, files }: SkillEntry): boolean =>
  integrity === 'manifest' || files === 'dynamic';

/** The files of the skill have to be read once more before anything can be bound to them. */
export const needsReadAll = (skill: Skill): boolean =>
  !isComplete(skill.listed) && skill.reading === null;

/** The digest of the archive that the entry announces; null without an archive or a digest. */
export const archiveDigestOf = ({ archives }: SkillEntry): string | null =>
  archives[0]?.digest ?? null;

/**
 * Makes the held entry out of what the server listed and what was read of it. A skill without a
 * manifest consists of what the last *Read all* found, else of what was approved, corrected by
 * every later observation: so whatever differs shows as a change.
 */
export function settle(ctx: Context, server: Server, skill: Skill): void {
  const { listed } = skill;
  const entry = isComplete(listed) ? listed : known(ctx, server, skill);
  if (entry !== skill.entry) skill.setDigest = undefined;
  skill.entry = entry;
}

function known(ctx: Context, server: Server, skill: Skill): SkillEntry {
  const { listed, reading } = skill;
  const record = server.identity === null ? null : ctx.approvals.find(server.identity, listed.uri);
  if (listed.archives.length > 0 && archiveDigestOf(listed) !== null) {
    if (reading !== null && reading.archive === archiveDigestOf(listed))
      return { ...listed, files: reading.files };
    // The same archive by its digest is the same files: nothing need be read to know them.
    const same =
      record?.decision === 'approved' &&
      listed.archives.some(({ digest }) => digest === archiveOf(record));
    return record !== null && same ? { ...listed, files: filesOf(record, listed) } : listed;
  }
  const base =
    reading?.files ??
    (record !== null && record.decision === 'approved' && record['integrity'] === 'self-computed'
      ? filesOf(record, listed)
      : null);
  const frontmatter =
    reading?.frontmatter ??
    (base === null ? listed.frontmatter : (record?.frontmatter ?? listed.frontmatter));
  if (base === null) return listed;
  const files = new Map(base.map((file) => [file.uri, file]));
  if (typeof listed.files !== 'string') {
    // The server lists all paths: what it no longer lists is gone, what is new has no digest yet.
    const paths = new Map(listed.files.map((file) => [file.uri, file]));
    for (const uri of [...files.keys()]) if (!paths.has(uri)) files.delete(uri);
    for (const [uri, file] of paths) if (!files.has(uri)) files.set(uri, file);
  }
  for (const file of listed.known ?? [])
    if (file.digest !== undefined && files.get(file.uri)?.digest !== file.digest)
      files.set(file.uri, file);
  for (const [uri, file] of skill.observed)
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
