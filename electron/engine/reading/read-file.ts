import { sha256 } from '../../core/digest.ts';
import {
  read as readStep,
  type ReadObservation,
  archiveRefused,
} from '../../core/skill-state/read.ts';
import { mainFileOf, pathInEntry } from '../../core/skill-place.ts';
import { limits } from '../../core/limits.ts';
import { refuseBeforeRead } from '../../core/verification/before-read.ts';
import { fileBytes, type FileContent } from '../../core/verification/contents.ts';
import { listedFile } from '../../core/verification/listed-file.ts';
import { verifyContent, withAdvice } from '../../core/verification/verify.ts';
import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';
import type { FileCheck, FailedCheck } from '../../../shared/model/verdict.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import type { ReadContext, SkillContext } from '../contexts.ts';
import { ask, verdictOnCall, type ReadingWay } from './ask.ts';
import { visible } from '../../core/text.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import { unpacked } from './archive-agreement.ts';

export interface ReadOptions extends ReadingWay {
  /** Keep matching text for later diffs. */
  readonly keep: boolean;
}

/**
 * Reads one file of a skill and checks it: listed and inside the folder before any request,
 * then size, digest and, for SKILL.md, frontmatter ("Integrity and Verification").
 */
export async function readFile(
  parts: ReadContext,
  skill: CatalogueSkill,
  fileUri: string,
  options: ReadOptions,
): Promise<ReadOutcome> {
  const check = await fetchFile(parts, skill, fileUri, options);
  const read = check();
  const { check: seen } = read;
  if (seen !== null) parts.catalogue.update(skill, (held) => readStep(held, seen));
  return read;
}

/**
 * The two halves of `readFile`: asks at once, and gives the check once the answer is there. A
 * bulk run sends its next request in between, so that the server works while this one checks,
 * and takes the results into the catalogue many at a time.
 */
export async function fetchFile(
  parts: ReadContext,
  skill: CatalogueSkill,
  fileUri: string,
  options: ReadOptions,
): Promise<() => ReadOutcome> {
  const { entry } = skill;
  const file = entry.archives.length > 0 && fileUri === entry.uri ? mainFileOf(entry) : fileUri;
  const before = refuseBeforeRead(entry, file);
  // Not remembered: a URI that is not the skill's says nothing about the skill.
  if (before !== null) return () => nothing(before, null);
  await parts.inspections.room(skill.server);
  const read =
    entry.archives.length > 0
      ? await fromArchive(parts, skill, file, options)
      : await fromServer(parts, skill, file, options);
  return () => {
    const result = read();
    if (options.keep) {
      keepText(parts, skill, file, result);
      if (result.rejected !== null)
        parts.rejected.put(skill, file, { bytes: result.rejected, mimeType: result.mimeType });
      else parts.rejected.drop(skill, file);
    }
    if (parts.inspections.wants(skill) && result.bytes !== null)
      parts.inspections.saw(skill, {
        uri: file,
        bytes: result.bytes,
        digest: result.digest,
        mimeType: result.mimeType,
      });
    return result;
  };
}

async function fromServer(
  parts: SkillContext,
  { server, entry, held }: CatalogueSkill,
  file: string,
  { signal, courtesy }: ReadOptions,
): Promise<() => ReadOutcome> {
  const answer = await ask(parts, server, entry, file, { signal, courtesy });
  const checkOf = (verdict: FileCheck, observed: FileEntry | null): ReadObservation => ({
    asked: held,
    file,
    verdict,
    observed,
  });
  return () => {
    if (!answer.ok) {
      const verdict = verdictOnCall(answer.error);
      return nothing(verdict, isStray(entry, file, verdict) ? null : checkOf(verdict, null));
    }
    const content = fileBytes(answer.value, file, answer.named, listedFile(entry, file));
    if (!content.ok) {
      const stray = isStray(entry, file, content.error);
      return nothing(content.error, stray ? null : checkOf(content.error, null));
    }
    const { text, mimeType } = content.value;
    const size = text === undefined ? content.value.bytes.byteLength : Buffer.byteLength(text);
    const within = parts.links.spend(server, size);
    if (!within.ok) {
      const verdict = { status: 'unverifiable', reason: 'budget', message: within.error } as const;
      return nothing(verdict, checkOf(verdict, null));
    }
    const verdict = withAdvice(
      verifyContent(entry, file, text ?? content.value.bytes, text),
      content.value,
    );
    return {
      verdict,
      // A bulk check never looks at the bytes of a text: they are made only when somebody does.
      get bytes() {
        return verdict.status === 'failed' ? null : content.value.bytes;
      },
      get rejected() {
        return verdict.status === 'failed' ? content.value.bytes : null;
      },
      mimeType,
      size,
      digest: provesContent(verdict) ? (listedFile(entry, file)?.digest ?? null) : null,
      check: checkOf(verdict, observedFile(entry, file, content.value)),
    };
  };
}

/**
 * Nothing says that the skill has this file: a link that leads nowhere says nothing about the
 * skill.
 */
const isStray = (entry: SkillEntry, file: string, verdict: FileCheck): boolean =>
  file !== entry.uri &&
  listedFile(entry, file) === undefined &&
  verdict.status === 'failed' &&
  verdict.check === 'read';

/**
 * The current facts of a file of a skill without a manifest, if they differ: a new digest makes the
 * skill a changed one.
 */
function observedFile(entry: SkillEntry, uri: string, content: FileContent): FileEntry | null {
  if (
    entry.integrity !== 'self-computed' &&
    (entry.integrity !== 'none' || entry.files.kind === 'dynamic')
  )
    return null;
  const path = pathInEntry(entry, uri);
  const digest = sha256(content.bytes);
  if (!path.ok || listedFile(entry, uri)?.digest === digest) return null;
  return { path: path.value, uri, digest, size: content.bytes.byteLength };
}

/**
 * The bytes have a digest that a decision can bind to: the server's own, or the one that was
 * taken at a *Read all*.
 */
export const provesContent = (verdict: FileCheck): boolean =>
  verdict.status === 'verified' ||
  (verdict.status === 'unverifiable' && verdict.reason === 'self-computed');

/** Keeps matching text, for the diff of a later change. */
function keepText(
  { kept, approvals, snapshots }: ReadContext,
  { server, uri }: CatalogueSkill,
  file: string,
  { verdict, bytes, digest }: ReadOutcome,
): void {
  if (!provesContent(verdict) || bytes === null || digest === null) return;
  if (bytes.byteLength > limits.textShownBytes) return;
  kept.put(server.label, digest, bytes);
  const { identity } = server;
  if (identity === null) return;
  const bound = approvals
    .find(identity, uri)
    ?.resources.some((resource) => resource.uri === file && resource.digest === digest);
  if (bound === true) void snapshots.put(identity, uri, file, digest, bytes);
}

/** Serves one file of an archive from the bytes that were checked, never from a live read. */
async function fromArchive(
  parts: ReadContext,
  skill: CatalogueSkill,
  file: string,
  options: ReadingWay,
): Promise<() => ReadOutcome> {
  const { catalogue } = parts;
  const opened = await unpacked(parts, skill, options);
  return () => {
    if (!opened.ok) {
      if ('unread' in opened.error) return nothing(opened.error.unread, null);
      const because = opened.error.refused;
      catalogue.update(skill, (held) => archiveRefused(held, skill.held, because));
      return nothing(failedBecause(because.problem), null);
    }
    const { entry, held } = catalogue.at(skill) ?? skill;
    const bytes = opened.value.files.get(file);
    if (bytes === undefined) return nothing(notInArchive(file), null);
    const verdict = verifyContent(entry, file, bytes);
    return {
      verdict,
      bytes: verdict.status === 'failed' ? null : bytes,
      rejected: verdict.status === 'failed' ? bytes : null,
      mimeType: undefined,
      size: bytes.byteLength,
      digest: listedFile(entry, file)?.digest ?? null,
      check: { asked: held, file, verdict, observed: null },
    };
  };
}

const failedBecause = ({ message, expected, actual }: Problem): FailedCheck => ({
  status: 'failed',
  check: 'read',
  message,
  ...(expected === undefined ? {} : { expected }),
  ...(actual === undefined ? {} : { actual }),
});

const notInArchive = (file: string): FailedCheck => ({
  status: 'failed',
  check: 'listed',
  message: 'The archive doesn’t have this file.',
  expected: 'a file of the archive',
  actual: visible(file, 300),
});

/** What reading one file gave. `bytes` is there only when the verdict lets them be shown. */
export interface ReadOutcome {
  readonly verdict: FileCheck;
  readonly bytes: Uint8Array | null;
  /** What came and failed a check: nobody takes it for the file. */
  readonly rejected: Uint8Array | null;
  readonly mimeType: string | undefined;
  /** Bytes received, whatever the verdict; null when nothing came. */
  readonly size: number | null;
  readonly digest: string | null;
  /** What the read says of the skill; null when it says nothing of it. */
  readonly check: ReadObservation | null;
}

/** Nothing came that could be shown. */
const nothing = (verdict: FileCheck, check: ReadObservation | null): ReadOutcome => ({
  verdict,
  bytes: null,
  rejected: null,
  mimeType: undefined,
  size: null,
  digest: null,
  check,
});
