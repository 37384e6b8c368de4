import type { DirectoryChild } from '../../core/dialects/dialect.ts';
import { listedFiles } from '../../core/stated-paths.ts';
import { folderSeen } from '../../core/skill-state/serving-history.ts';
import { visible, withoutEnd } from '../../core/text.ts';
import { pathInEntry, resolveInEntry, rootOf } from '../../core/skill-place.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { DirectoryView } from '../../../shared/model/detail.ts';
import { fault, faultOf } from '../options.ts';
import type { SkillContext, ReadContext } from '../contexts.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import { contentPathOf } from '../../core/preview/content-path.ts';
import { previewOf } from '../../core/preview/preview.ts';
import { mediaTypeOf } from '../../core/media-type.ts';
import { listedFile } from '../../core/verification/listed-file.ts';
import type { FileView } from '../../../shared/model/file-view.ts';
import { sha256 } from '../../core/digest.ts';
import { readFile } from './read-file.ts';

/**
 * Lists one folder of a skill as the server shows it now. A live observation: a child that the
 * held entry does not have is shown as such and is never read as the skill's
 * ("Directory Reads and the Held Entry"). `folder` is relative, '' for the skill's root.
 */
export async function readDirectory(
  { catalogue, dialects, links }: SkillContext,
  skill: CatalogueSkill,
  folder: string,
): Promise<Result<DirectoryView, RequestError>> {
  const { server } = skill;
  if (server.facts?.directoryRead !== true)
    return err(fault('refused', 'This server doesn’t list folders (`directoryRead`).'));
  const root = rootOf(skill.entry);
  const inside = folder === '' ? ok(root) : resolveInEntry(skill.entry, withoutEnd(folder, '/'));
  if (!inside.ok) return err(fault('refused', inside.error.message));
  const uri = inside.value;
  const listed = new Set(listedFiles(skill.entry).map((file) => file.uri));
  const folderNow = await links.run(server, dialects.of(skill.entry.dialect).folder(uri));
  if (folderNow.kind === 'no-way') return err(fault('refused', 'This dialect can’t list folders.'));
  if (folderNow.kind === 'failed') return err(faultOf(folderNow.error));
  if (folderNow.kind === 'malformed') return err(fault('server-error', folderNow.problem.message));
  const { children, incomplete } = folderNow;
  const shown = new Set(children.map((child) => child.uri));
  const gone =
    incomplete === null
      ? [...listed].filter((file) => parentOf(file) === uri && !shown.has(file))
      : [];
  const views = children.map((child) => childView(skill, uri, child, listed));
  if (incomplete === null && skill.entry.files.kind === 'listed') {
    const more = views.filter(isUnlistedFile).map((child) => child.uri);
    catalogue.update(skill, (held) => folderSeen(held, uri, { more, gone }));
  }
  return ok({
    uri,
    children: views,
    gone,
    ...(incomplete === null ? {} : { incomplete }),
  });
}

/** A folder isn't a file, and an address outside the skill is refused unread. */
const isUnlistedFile = ({ folder, listed, problem }: DirectoryView['children'][number]): boolean =>
  !folder && !listed && problem === undefined;

const parentOf = (uri: string): string => uri.slice(0, uri.lastIndexOf('/'));

/**
 * The attacker controls every child URI: one that is not directly in the folder is shown as
 * refused.
 */
function childView(
  skill: CatalogueSkill,
  folder: string,
  child: DirectoryChild,
  listed: ReadonlySet<string>,
): DirectoryView['children'][number] {
  const within = pathInEntry(skill.entry, child.uri);
  const direct = within.ok && parentOf(child.uri) === folder;
  const problem = within.ok
    ? direct
      ? undefined
      : 'Not a direct child of this folder.'
    : within.error.message;
  return {
    uri: child.uri,
    name: visible(child.name, 200),
    folder: child.folder,
    listed: direct && listed.has(child.uri),
    ...(problem === undefined ? {} : { problem }),
  };
}

/**
 * Reads one file because a person opened it, and turns it into something that can be shown and can
 * do nothing.
 */
export async function fileView(
  parts: ReadContext,
  skill: CatalogueSkill,
  fileUri: string,
  full: boolean,
): Promise<FileView> {
  const read = await readFile(parts, skill, fileUri, { keep: true });
  const within = pathInEntry(skill.entry, fileUri);
  const path = within.ok ? within.value : fileUri;
  const about = {
    uri: fileUri,
    path,
    verdict: read.verdict,
    size: read.size,
    ...(read.bytes === null ? {} : { mimeType: mediaTypeOf(path, read.bytes) }),
  };
  if (read.bytes === null)
    return { ...about, digest: null, preview: null, truncated: false, hidden: [] };
  const mode = listedFile(skill.entry, fileUri)?.mode;
  const shown = previewOf({
    path: contentPathOf(skill.entry, about),
    bytes: read.bytes,
    mode,
    full,
  });
  return {
    ...about,
    digest: read.digest ?? sha256(read.bytes),
    preview: shown.preview,
    truncated: shown.truncated,
    hidden: shown.hidden,
  };
}
