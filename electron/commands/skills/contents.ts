import { writingOf } from '../../../shared/confusables/writing.ts';
import { languageOf } from '../../core/preview/file-type.ts';
import { limits } from '../../core/limits.ts';
import { sha256 } from '../../core/digest.ts';
import { listedFiles } from '../../core/stated-paths.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { readFile } from '../../engine/reading/read-file.ts';
import type { CatalogueSkill } from '../../engine/catalogue/server.ts';
import type { OutputLine } from '../call/command.ts';
import { verdictLine } from './check-label.ts';
import { exactSize } from '../../../shared/size-text.ts';

/** One file of a skill, read and checked, ready for a terminal. */
interface Content {
  readonly uri: string;
  readonly verdict: FileCheck;
  readonly content: { readonly text: string } | { readonly base64: string } | null;
  readonly lines: readonly OutputLine[];
  /** `lines` has all of the file, and it matches the entry. */
  readonly shown: boolean;
}

/**
 * Reads every file the entry lists, one after another, and nothing else. Of generated or unknown
 * content, only the main file has an address.
 */
export async function contentsOf(ctx: AppContext, skill: CatalogueSkill): Promise<Content[]> {
  const contents: Content[] = [];
  const { entry } = skill;
  const files =
    entry.files.kind === 'listed' || entry.archives.length > 0
      ? listedFiles(entry)
      : [{ path: 'SKILL.md', uri: entry.uri, digest: undefined }];
  for (const file of files) {
    const { bytes, verdict } = await readFile(ctx, skill, file.uri, { keep: true });
    const content = bytes === null ? null : contentOf(bytes);
    const head = [
      `file      ${file.path}  ${verdictLine(verdict)}`,
      ...(bytes !== null && verdict.status === 'unverifiable'
        ? ['          nothing proves these bytes: the server can send others at the next read']
        : []),
    ];
    const fits = bytes !== null && bytes.byteLength <= limits.textShownBytes;
    const text = content !== null && 'text' in content && fits ? content.text : null;
    contents.push({
      uri: file.uri,
      verdict,
      content,
      lines:
        text !== null
          ? [
              ...head,
              { quoted: text, exact: true, writing: writingOf(languageOf(file.path, text)) },
            ]
          : [...head, `          ${whyNot(bytes, content)}; not printed`],
      // Compute the digest again: what was printed must be what an approval would bind.
      shown: text !== null && bytes !== null && sha256(bytes) === file.digest,
    });
  }
  await ctx.inspections.settled();
  return contents;
}

function whyNot(bytes: Uint8Array | null, content: Content['content']): string {
  if (bytes === null || content === null) return "couldn't be read";
  return 'text' in content
    ? `${exactSize(bytes.byteLength)} is too much for a terminal`
    : 'not text';
}

export function contentOf(bytes: Uint8Array): { text: string } | { base64: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') };
  }
}
