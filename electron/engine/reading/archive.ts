import type { ArchiveContents } from '../../core/archive/archive.ts';
import { readWhole } from '../../core/skill-state/read.ts';
import type { WholeSkillRead } from '../../core/skill-state/skill.ts';
import { everything } from '../../../shared/host/failures.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import type { ReadContext } from '../contexts.ts';
import type { ReadingWay } from './ask.ts';
import {
  checkMain,
  compareLive,
  difference,
  notesOf,
  fetchArchive,
  refusedFor,
  type ListedArchive,
  type NotUnpacked,
} from './archive-agreement.ts';
import type { UnpackedArchive } from './archive-cache.ts';

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
