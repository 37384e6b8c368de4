import { writingOf } from '../../../shared/confusables/writing.ts';
import { languageOf } from '../../core/preview/file-type.ts';
import { mediaTypeOf } from '../../core/media-type.ts';
import { pathInEntry } from '../../core/skill-place.ts';
import { linkedFile } from '../../core/verification/before-read.ts';
import { setDigestOf } from '../../core/skill-state/standing.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { type ReadOutcome, readFile } from '../../engine/reading/read-file.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { CommandError, type CommandOutput } from '../call/command.ts';
import { contentOf } from './contents.ts';
import { verdictLine } from './check-label.ts';
import { refusedOutput } from './refused-entries.ts';
import { target, type OneSkill } from './targets.ts';
import { exactSize } from '../../../shared/size-text.ts';

/** `read`: reads and checks one file. Prints none of it if a check fails. */
export async function read(
  ctx: AppContext,
  given: OneSkill & { readonly file: string | undefined },
): Promise<CommandOutput> {
  const found = await target(ctx, given);
  if (found.kind === 'refused')
    return { ...refusedOutput(found.server.label, found.refused), exit: 1 };
  const { server, skill } = found;
  const file =
    given.file === undefined
      ? { ok: true as const, value: skill.entry.uri }
      : linkedFile(skill.entry, given.file);
  if (!file.ok) return failed({ status: 'failed', check: 'location', message: file.error.message });
  const got = await readFile(ctx, skill, file.value, { keep: true });
  if (got.bytes === null) {
    if (got.verdict.status === 'unverifiable')
      throw new CommandError(`${server.label}: ${got.verdict.message}`, 'server-error');
    return failed(got.verdict, got);
  }
  const content = contentOf(got.bytes);
  const path = pathInEntry(skill.entry, file.value);
  // An archive's contents are known only after reading it.
  const digest = setDigestOf((ctx.catalogue.at(skill) ?? skill).entry);
  return {
    json: {
      server: server.label,
      uri: file.value,
      setDigest: digest,
      verdict: got.verdict,
      mimeType: mediaTypeOf(path.ok ? path.value : file.value, got.bytes),
      size: got.size,
      ...content,
    },
    human: [
      `${verdictLine(got.verdict)}  ${file.value}  (${server.label})`,
      `set       ${digest ?? 'none'}`,
      '',
      'text' in content
        ? {
            block: content.text,
            exact: true as const,
            writing: writingOf(languageOf(file.value, content.text)),
          }
        : `${got.size === null ? '' : `${exactSize(got.size)}, `}not text; use --json for base64`,
    ],
    exit: 0,
  };
}

function failed(verdict: FileCheck, read?: ReadOutcome): CommandOutput {
  return {
    json: { verdict, mimeType: null, size: read?.size ?? null },
    human: [verdictLine(verdict)],
    exit: 1,
  };
}
