import type { ArchiveContents } from '../../core/archive/archive.ts';
import { sha256 } from '../../core/digest.ts';
import { encodePath } from '../../core/dialects/forms/foreign-entry.ts';
import { unknownFiles } from '../../core/files.ts';
import { parseFrontmatter } from '../../core/frontmatter/frontmatter.ts';
import { problem } from '../../core/problem.ts';
import { mainFileOf, rootOf } from '../../core/skill-place.ts';
import { fileBytes } from '../../core/verification/contents.ts';
import { verifyContent } from '../../core/verification/verify.ts';
import { counted } from '../../../shared/count-text.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import type { ServerLinks } from '../link/index.ts';
import { readArchive } from '../../core/archive/read-archive.ts';
import type { ArchiveFailure } from '../../core/skill-state/read.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { ask, verdictOnCall, type ReadingWay } from './ask.ts';
import type { SkillContext } from '../contexts.ts';

// An archive against every other form in which its server has the same skill.

/**
 * Differences between the archive and another source of the same files; the first few, in words.
 */
export function difference(
  contents: ArchiveContents,
  other: ReadonlyMap<string, string>,
  where: string,
): Problem | null {
  const words: string[] = [];
  const mine = new Map(contents.files.map(({ path, digest }) => [path, digest]));
  for (const [path, digest] of mine) {
    const theirs = other.get(path);
    if (theirs === undefined) words.push(`${path} is only in the archive`);
    else if (theirs !== digest) words.push(`${path} differs`);
  }
  for (const path of other.keys()) if (!mine.has(path)) words.push(`${path} isn’t in the archive`);
  if (words.length === 0) return null;
  const more = words.length > 5 ? ` and ${words.length - 5} more` : '';
  return problem(
    'archive-differs',
    `The archive and the other form of this skill differ: ${words.slice(0, 5).join('; ')}${more}.`,
    {
      field: where,
      expected: 'the same files',
      actual: counted(words.length, 'difference'),
      clause: 'Archives',
    },
  );
}

/** The archive against the files that can be read one by one. */
export async function compareLive(
  links: ServerLinks,
  server: CatalogueServer,
  entry: SkillEntry,
  contents: ArchiveContents,
  signal: AbortSignal | undefined,
): Promise<Problem | null> {
  const live = new Map<string, string>();
  await Promise.all(
    contents.files.map(async (file) => {
      const { path } = file;
      const uri = path === 'SKILL.md' ? entry.uri : `${rootOf(entry)}/${encodePath(path)}`;
      const answer = await links.call(
        server,
        { method: 'resources/read', params: { uri } },
        { signal },
      );
      const content = answer.ok ? fileBytes(answer.value, uri, 'exactly', file) : null;
      if (content?.ok === true && links.spend(server, content.value.bytes.byteLength).ok)
        live.set(path, sha256(content.value.bytes));
    }),
  );
  // What the server lists beside them belongs to the skill as much.
  for (const uri of server.inventory.resources.keys()) {
    const path = uri.startsWith(`${rootOf(entry)}/`)
      ? decodeURIComponentSafely(uri.slice(rootOf(entry).length + 1))
      : '';
    if (path !== '' && !contents.files.some((file) => file.path === path)) live.set(path, '');
  }
  const promised = entry.known?.[0]?.digest;
  const main = contents.files.find(({ path }) => path === 'SKILL.md');
  if (promised !== undefined && main !== undefined && promised !== main.digest)
    live.set('SKILL.md', promised);
  return difference(contents, live, entry.uri);
}

/** SKILL.md of the archive against what the index says of it. */
export function checkMain(
  listed: SkillEntry,
  archive: ListedArchive,
  contents: ArchiveContents,
): Result<Readonly<Record<string, unknown>>, NotUnpacked> {
  const main = contents.files.find(({ path }) => path === 'SKILL.md');
  const parsed =
    main === undefined ? null : parseFrontmatter(Buffer.from(main.bytes).toString('utf8'));
  const verdict =
    main === undefined
      ? null
      : verifyContent(
          { ...listed, files: unknownFiles, known: [] },
          mainFileOf(listed),
          main.bytes,
        );
  if (verdict?.status === 'failed') {
    const { message, expected, actual } = verdict;
    const differs = problem('verification-failed', message, {
      field: mainFileOf(listed),
      clause: 'Integrity and verification',
      ...(expected === undefined ? {} : { expected }),
      ...(actual === undefined ? {} : { actual }),
    });
    return err(refusedFor(archive, 'frontmatter', differs));
  }
  return ok(parsed?.ok === true ? parsed.value.frontmatter : {});
}

/** Links and modes, which no resource can carry and an archive can. */
export function notesOf(contents: ArchiveContents): Problem[] {
  const links = contents.entries
    .filter(({ kind }) => kind === 'symlink' || kind === 'hardlink')
    .map(({ path, linkTarget }) => `${path} → ${linkTarget ?? '?'}`);
  const noted = contents.entries.flatMap(({ path, notes }) =>
    notes.map((note) => `${path}: ${note}`),
  );
  const lines = [...contents.notes, ...links, ...noted];
  return lines.length === 0
    ? []
    : [
        problem(
          'archive-contents',
          'The archive has links, which are shown but not followed: ' +
            lines.slice(0, 8).join('; ') +
            (lines.length > 8 ? ` and ${lines.length - 8} more.` : '.'),
          { clause: 'Archives' },
        ),
      ];
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export type ListedArchive = SkillEntry['archives'][number];

/** Why an archive gives nothing: about the skill, or about this attempt alone. */
export type NotUnpacked = { readonly refused: ArchiveFailure } | { readonly unread: FileCheck };

export const refusedFor = (
  { url }: ListedArchive,
  check: ArchiveFailure['check'],
  problem: Problem,
): NotUnpacked => ({ refused: { archive: url, check, problem } });

/** One archive, held against its digest and unpacked in memory. */
export async function fetchArchive(
  parts: SkillContext,
  server: CatalogueServer,
  entry: SkillEntry,
  archive: ListedArchive,
  options: ReadingWay,
): Promise<Result<{ contents: ArchiveContents; digest: string }, NotUnpacked>> {
  const { links } = parts;
  const answer = await ask(parts, server, entry, archive.url, options);
  if (!answer.ok) {
    const verdict = verdictOnCall(answer.error);
    if (verdict.status === 'unverifiable')
      return err({ unread: { ...verdict, message: answer.error.message } });
    return err({
      unread: {
        status: 'failed',
        check: 'read',
        message: `Couldn’t read the archive: ${answer.error.words}`,
        expected: archive.url,
        actual: answer.error.reason,
      },
    });
  }
  const content = fileBytes(answer.value, archive.url, 'exactly', archive);
  if (!content.ok) return err({ unread: content.error });
  const { bytes, mimeType } = content.value;
  const within = links.spend(server, bytes.byteLength);
  if (!within.ok)
    return err({ unread: { status: 'unverifiable', reason: 'budget', message: within.error } });
  // The digest first: an archive with another digest is never even opened.
  const digest = sha256(bytes);
  if (archive.digest !== undefined && archive.digest !== digest) {
    const words = 'The archive doesn’t match the digest in the index.';
    const other = problem('archive-digest', words, {
      field: archive.url,
      expected: archive.digest,
      actual: digest,
      clause: 'Integrity and verification',
    });
    return err(refusedFor(archive, 'digest', other));
  }
  const hint = { url: archive.url, ...(mimeType === undefined ? {} : { mimeType }) };
  const read = await readArchive(bytes, hint, {
    bytes: links.left(server),
  });
  if (!read.ok) {
    const { rule, entry: named, message, expected, actual } = read.error;
    // What was fetched before it is no fault of this archive.
    if (rule === 'server-budget')
      return err({ unread: { status: 'unverifiable', reason: 'budget', message } });
    const words = `Skillgate refused the archive (${rule}): ${message}`;
    const broken = problem('archive-refused', words, {
      field: named ?? archive.url,
      clause: 'Archives',
      ...(expected === undefined ? {} : { expected }),
      ...(actual === undefined ? {} : { actual }),
    });
    return err(refusedFor(archive, 'archive', broken));
  }
  const counted = links.spend(server, read.value.unpackedBytes);
  if (!counted.ok)
    return err({ unread: { status: 'unverifiable', reason: 'budget', message: counted.error } });
  return ok({ contents: read.value, digest });
}
