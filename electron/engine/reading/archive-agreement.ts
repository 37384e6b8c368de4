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
import { refusedFor, type ListedArchive, type NotUnpacked } from './archive-fetch.ts';

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
          `The archive has links, which are shown but not followed: ${lines.slice(0, 8).join('; ')}${lines.length > 8 ? ` and ${lines.length - 8} more` : ''}.`,
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
