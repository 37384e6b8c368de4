import { contentPathOf } from '../../core/preview/content-path.ts';
import { previewOf } from '../../core/preview/preview.ts';
import { mediaTypeOf } from '../../core/media-type.ts';
import { pathInEntry } from '../../core/skill-place.ts';
import { listedFile } from '../../core/verification/listed-file.ts';
import type { FileView } from '../../../shared/model/file-view.ts';
import { sha256 } from '../../core/digest.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import { readFile } from './read-file.ts';
import type { ReadContext } from '../contexts.ts';

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
