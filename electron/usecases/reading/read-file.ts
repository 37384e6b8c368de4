import { sha256 } from '../../core/digest.ts';
import { limits } from '../../core/limits.ts';
import { dialectOf } from '../../core/dialects/registry.ts';
import { mainFileOf, pathInEntry } from '../../core/skill-place.ts';
import { visible } from '../../core/text.ts';
import { refuseBeforeRead } from '../../core/verification/before-read.ts';
import { fileBytes } from '../../core/verification/contents.ts';
import { listedFile } from '../../core/verification/listed-file.ts';
import { verifyContent } from '../../core/verification/verify.ts';
import type { FailedVerdict, Verdict } from '../../../shared/model/verdict.ts';
import { err, type Result } from '../../../shared/result.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import { unpacked } from './archive.ts';
import type { Context } from '../context.ts';
import { runPlan } from '../link/plan.ts';
import { call, spend, type CallProblem } from '../link/reads.ts';
import { settle } from '../catalogue/settle.ts';
import { noteRead } from '../catalogue/standing.ts';
import { publishSkills } from '../catalogue/views.ts';
import type { Server, Skill } from '../catalogue/world.ts';

/** What reading one file gave. `bytes` is there only when the verdict lets them be shown. */
export interface ReadFile {
  readonly verdict: Verdict;
  readonly bytes: Uint8Array | null;
  readonly mimeType: string | undefined;
  /** Bytes received, whatever the verdict; null when nothing came. */
  readonly size: number | null;
  readonly digest: string | null;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Keep matching text for later diffs. */
  readonly keep: boolean;
  /** Publish the row when the verdict changed; a bulk run publishes once per skill itself. */
  readonly quiet?: boolean;
}

/**
 * Reads one file of a skill and checks it: listed and inside the folder before any request,
 * then size, digest and, for SKILL.md, frontmatter ("Integrity and Verification").
 */
export async function readFile(
  ctx: Context,
  server: Server,
  skill: Skill,
  fileUri: string,
  options: ReadOptions,
): Promise<ReadFile> {
  const check = await fetchFile(ctx, server, skill, fileUri, options);
  return check();
}

/**
 * The two halves of `readFile`: asks at once, and gives the check once the answer is there. A
 * bulk run sends its next request in between, so that the server works while this one checks.
 */
export async function fetchFile(
  ctx: Context,
  server: Server,
  skill: Skill,
  fileUri: string,
  options: ReadOptions,
): Promise<() => ReadFile> {
  const { entry } = skill;
  if (entry.archives.length > 0)
    return fromArchive(
      ctx,
      server,
      skill,
      fileUri === entry.uri ? mainFileOf(entry) : fileUri,
      options,
    );
  const before = refuseBeforeRead(entry, fileUri);
  // Not remembered: a URI that is not the skill's says nothing about the skill.
  if (before !== null) return () => nothing(before);
  const answer = await ask(ctx, server, entry, fileUri, options.signal);
  return () => {
    // A fresh entry may have come while the answer was on its way; this one is checked as asked
    // for.
    const current = skill.entry === entry;
    const read = answer.ok
      ? check(server, skill, entry, fileUri, answer.value)
      : nothing(verdictFor(answer.error));
    if (current && entry.integrity === 'self-computed' && answer.ok)
      observe(ctx, server, skill, fileUri, answer.value);
    if (
      current &&
      !cancelled(read.verdict) &&
      !(isStray(entry, fileUri) && failedToRead(read.verdict))
    )
      remember(ctx, server, skill, fileUri, read, options);
    return read;
  };
}

/**
 * Nothing says that the skill has this file: a link that leads nowhere says nothing about the
 * skill.
 */
const isStray = (entry: SkillEntry, fileUri: string): boolean =>
  fileUri !== entry.uri && listedFile(entry, fileUri) === undefined;
const failedToRead = (verdict: Verdict): boolean =>
  verdict.status === 'failed' && verdict.check === 'read';

/** Sends what the skill's dialect needs to read one file. */
export async function ask(
  ctx: Context,
  server: Server,
  entry: SkillEntry,
  fileUri: string,
  signal?: AbortSignal,
): Promise<Result<unknown, CallProblem>> {
  const adapter = dialectOf(entry.dialect);
  if (adapter.read !== undefined) {
    const reply = await runPlan(ctx, server, adapter.read(fileUri, entry), { signal });
    return reply.ok ? reply : err({ code: 0, ...reply.error } as CallProblem);
  }
  const request = adapter.readRequest?.(fileUri, entry) ?? {
    method: 'resources/read',
    params: { uri: fileUri },
  };
  return call(ctx, server, request, signal === undefined ? {} : { signal });
}

/** Serves one file of an archive from the bytes that were checked, never from a live read. */
async function fromArchive(
  ctx: Context,
  server: Server,
  skill: Skill,
  fileUri: string,
  options: ReadOptions,
): Promise<() => ReadFile> {
  const before = refuseBeforeRead(skill.entry, fileUri);
  if (before !== null) return () => nothing(before);
  const listed = skill.listed;
  const opened = await unpacked(ctx, server, skill, options.signal);
  return () => {
    if (!opened.ok) {
      if ('unread' in opened.error) return nothing(opened.error.unread);
      const { message, expected, actual } = opened.error.refused;
      if (skill.listed === listed) refuse(ctx, server, skill, opened.error.refused, options);
      return nothing({
        status: 'failed',
        check: 'read',
        message,
        ...(expected === undefined ? {} : { expected }),
        ...(actual === undefined ? {} : { actual }),
      });
    }
    const { entry } = skill;
    const bytes = opened.value.files.get(fileUri);
    if (bytes === undefined)
      return nothing({
        status: 'failed',
        check: 'listed',
        message: 'The archive does not have this file.',
        expected: 'a file of the archive',
        actual: visible(fileUri, 300),
      });
    const verdict = verifyContent(entry, fileUri, bytes);
    const read = {
      verdict,
      bytes: verdict.status === 'failed' ? null : bytes,
      mimeType: undefined,
      size: bytes.byteLength,
      digest: digestOf(skill, fileUri) ?? null,
    };
    remember(ctx, server, skill, fileUri, read, options);
    return read;
  };
}

/**
 * What was unpacked must not be used: the whole skill is refused until another archive is announced
 * or it is read again.
 */
export function refuse(
  ctx: Context,
  server: Server,
  skill: Skill,
  because: Problem,
  options: Pick<ReadOptions, 'quiet'> = {},
): void {
  skill.refusal = because;
  if (options.quiet !== true) publishSkills(ctx, server, [skill]);
}

const nothing = (verdict: Verdict): ReadFile => ({
  verdict,
  bytes: null,
  mimeType: undefined,
  size: null,
  digest: null,
});
const cancelled = (verdict: Verdict): boolean =>
  verdict.status === 'unverifiable' &&
  (verdict.reason === 'cancelled' || verdict.reason === 'server-unavailable');

function check(
  server: Server,
  skill: Skill,
  entry: Skill['entry'],
  fileUri: string,
  result: unknown,
): ReadFile {
  const content = fileBytes(result, fileUri, dialectOf(entry.dialect).contentUri);
  if (!content.ok) return nothing(content.error);
  const { text, mimeType } = content.value;
  const size = text === undefined ? content.value.bytes.byteLength : Buffer.byteLength(text);
  const within = spend(server, size);
  if (!within.ok)
    return nothing({ status: 'unverifiable', reason: 'budget', message: within.error });
  const verdict = verifyContent(entry, fileUri, text ?? content.value.bytes, text);
  const digest = provesContent(verdict) ? (digestOf(skill, fileUri) ?? null) : null;
  return {
    verdict,
    // A bulk check never looks at the bytes of a text, so they are made only when somebody does.
    get bytes() {
      return verdict.status === 'failed' ? null : content.value.bytes;
    },
    mimeType,
    size,
    digest,
  };
}

const digestOf = (skill: Skill, fileUri: string): string | undefined =>
  typeof skill.entry.files === 'string'
    ? undefined
    : skill.entry.files.find((file) => file.uri === fileUri)?.digest;

/**
 * A file of a skill without a manifest as it is now: another digest than before makes the skill a
 * changed one.
 */
function observe(
  ctx: Context,
  server: Server,
  skill: Skill,
  fileUri: string,
  result: unknown,
): void {
  const content = fileBytes(result, fileUri);
  const path = pathInEntry(skill.entry, fileUri);
  if (!content.ok || !path.ok) return;
  const digest = sha256(content.value.bytes);
  if (listedFile(skill.entry, fileUri)?.digest === digest) return;
  skill.observed.set(fileUri, {
    path: path.value,
    uri: fileUri,
    digest,
    size: content.value.bytes.byteLength,
  });
  // What was read all together is not what is served now, so nothing can be bound to it.
  skill.reading = null;
  settle(ctx, server, skill);
}

function verdictFor(problem: CallProblem): Verdict {
  const failed = (message: string, actual: string): FailedVerdict => ({
    status: 'failed',
    check: 'read',
    message,
    expected: 'the content of the file',
    actual,
  });
  switch (problem.reason) {
    case 'cancelled':
      return {
        status: 'unverifiable',
        reason: 'cancelled',
        message: 'Cancelled before an answer came.',
      };
    case 'unavailable':
    case 'closed':
      return { status: 'unverifiable', reason: 'server-unavailable', message: problem.message };
    case 'timeout':
      return failed(problem.message, 'no answer');
    case 'error-response':
      return failed(
        `The server answered with an error instead of the file: ${visible(problem.message, 300)}`,
        `error ${problem.code}`,
      );
    case 'broke':
    case 'too-large':
    case 'bad-response':
      return failed(problem.message, problem.reason);
  }
}

/**
 * The bytes have a digest that a decision can bind to: the server's own, or the one that was taken
 * at a *Read all*.
 */
const provesContent = (verdict: Verdict): boolean =>
  verdict.status === 'verified' ||
  (verdict.status === 'unverifiable' && verdict.reason === 'self-computed');

/** Keeps the verdict, what a mismatch means for the whole skill, and matching text. */
function remember(
  ctx: Context,
  server: Server,
  skill: Skill,
  fileUri: string,
  read: ReadFile,
  options: ReadOptions,
): void {
  const { verdict } = read;
  skill.verdicts.set(fileUri, verdict);
  noteRead(skill, fileUri, verdict);
  if (
    options.keep &&
    provesContent(verdict) &&
    read.bytes !== null &&
    read.digest !== null &&
    read.bytes.byteLength <= limits.textShownBytes
  ) {
    keepText(ctx, server, skill, fileUri, read.digest, read.bytes);
  }
  if (options.quiet === true) return;
  ctx.publish({
    type: 'verdict',
    server: server.label,
    uri: skill.entry.uri,
    file: fileUri,
    verdict,
  });
  publishSkills(ctx, server, [skill]);
}

function keepText(
  ctx: Context,
  server: Server,
  skill: Skill,
  fileUri: string,
  digest: string,
  bytes: Uint8Array,
): void {
  ctx.kept.put(server.label, digest, bytes);
  const { identity } = server;
  if (identity === null) return;
  const bound = ctx.approvals
    .find(identity, skill.entry.uri)
    ?.resources.some((resource) => resource.uri === fileUri && resource.digest === digest);
  if (bound === true) void ctx.snapshots.put(identity, skill.entry.uri, fileUri, digest, bytes);
}

/** Digest of bytes that nothing vouches for, so that a person can compare them. */
export const observedDigest = (bytes: Uint8Array): string => sha256(bytes);
