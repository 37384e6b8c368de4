import type { ArchiveContents } from '../../core/archive/archive.ts';
import { sha256 } from '../../core/digest.ts';
import { encodePath } from '../../core/dialects/forms/foreign-entry.ts';
import { unknownFiles } from '../../core/stated-paths.ts';
import { parseFrontmatter } from '../../core/frontmatter/frontmatter.ts';
import { problem } from '../../core/problem.ts';
import { mainFileOf, rootOf } from '../../core/skill-place.ts';
import { fileBytes } from '../../core/verification/contents.ts';
import { verifyContent } from '../../core/verification/verify.ts';
import { counted } from '../../../shared/size-text.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { CatalogueServer, CatalogueSkill } from '../catalogue/server.ts';
import type { ServerLinks } from '../link/index.ts';
import { readArchive } from '../../core/archive/read-archive.ts';
import { decodeText } from '../../core/uri.ts';
import { type ArchiveFailure, readWhole } from '../../core/skill-state/read.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { ask, verdictOnCall, type ReadingWay } from './ask.ts';
import type { SkillContext, ReadContext } from '../contexts.ts';
import type { WholeSkillRead } from '../../core/skill-state/skill.ts';
import { everything } from '../../../shared/host/failures.ts';
import type { UnpackedArchive } from './archive-cache.ts';

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
async function compareLive(
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
      ? decodeText(uri.slice(rootOf(entry).length + 1))
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
function checkMain(
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

type ListedArchive = SkillEntry['archives'][number];

/** Why an archive gives nothing: about the skill, or about this attempt alone. */
type NotUnpacked = { readonly refused: ArchiveFailure } | { readonly unread: FileCheck };

const refusedFor = (
  { url }: ListedArchive,
  check: ArchiveFailure['check'],
  problem: Problem,
): NotUnpacked => ({ refused: { archive: url, check, problem } });

/** One archive, held against its digest and unpacked in memory. */
async function fetchArchive(
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

/**
 * The files of an archive-backed skill. The first time it is fetched, held against its digest
 * and unpacked in memory; where the skill has several archives, or files that can also be read
 * one by one, all must agree. From then on every read comes from these bytes and none is live
 * ("Integrity and verification": the archive's digest covers nothing else). `fresh` fetches again,
 * and so does an archive that failed before: what was unpacked then proves nothing of it now.
 */
export async function unpacked(
  parts: ReadContext,
  skill: CatalogueSkill,
  options: ReadingWay = {},
  fresh = false,
): Promise<Result<UnpackedArchive, NotUnpacked>> {
  const { catalogue, links, archives } = parts;
  const { server } = skill;
  const { held: asked } = catalogue.at(skill) ?? skill;
  const { listed } = asked;
  const [first, ...others] = listed.archives;
  if (first === undefined) throw new Error('a skill without an archive was to be unpacked');
  const key = JSON.stringify([server.label, listed.uri, first.url, first.digest ?? '']);
  const failed = [everything, ...listed.archives.map(({ url }) => url)];
  const again = fresh || asked.reading === null || failed.some((url) => asked.mismatches.has(url));
  const known = again ? null : archives.get(key);
  if (known !== null) return ok(known);
  const main = await fetchArchive(parts, server, listed, first, options);
  if (!main.ok) return main;
  const { contents, digest } = main.value;
  for (const other of others) {
    const copy = await fetchArchive(parts, server, listed, other, options);
    if (!copy.ok) return copy;
    const files = new Map(copy.value.contents.files.map((file) => [file.path, file.digest]));
    const differs = difference(contents, files, other.url);
    if (differs !== null) return err(refusedFor(other, 'archive', differs));
  }
  if (!listed.uri.includes('#') && listed.known !== undefined) {
    const differs = await compareLive(links, server, listed, contents, options.signal);
    if (differs !== null) return err(refusedFor(first, 'archive', differs));
  }
  const checked = checkMain(listed, first, contents);
  if (!checked.ok) return checked;
  const made = filesOf(first, contents);
  const reading = readingOf(first, contents, checked.value, digest);
  const now = catalogue.update(skill, (held) =>
    readWhole(held, { asked, reading, verdicts: new Map(), notes: notesOf(contents) }),
  );
  if (now?.held.reading === reading) archives.put(key, made);
  return ok(made);
}

const filesOf = (
  { url }: ListedArchive,
  { files, unpackedBytes }: ArchiveContents,
): UnpackedArchive => ({
  files: new Map(files.map(({ path, bytes }) => [`${url}#${path}`, bytes])),
  bytes: unpackedBytes,
});

function readingOf(
  archive: ListedArchive,
  { files, entries }: ArchiveContents,
  frontmatter: Readonly<Record<string, unknown>>,
  digest: string,
): WholeSkillRead {
  const modes = new Map(entries.map(({ path, mode }) => [path, mode]));
  return {
    files: files.map(({ path, bytes, digest: of }) => ({
      path,
      uri: `${archive.url}#${path}`,
      digest: of,
      size: bytes.byteLength,
      mode: modes.get(path) ?? 0,
    })),
    frontmatter,
    integrity: archive.digest === undefined ? 'self-computed' : 'archive',
    archive: archive.digest === undefined ? null : digest,
  };
}
