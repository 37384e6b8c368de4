import { dialectOf } from '../../core/dialects/registry.ts';
import { sha256 } from '../../core/digest.ts';
import { parseFrontmatter } from '../../core/frontmatter/frontmatter.ts';
import { limits } from '../../core/limits.ts';
import { linksIn } from '../../core/links.ts';
import { problem } from '../../core/problem.ts';
import { pathInEntry, resolveInEntry } from '../../core/skill-place.ts';
import { fileBytes } from '../../core/verification/contents.ts';
import { verifyContent } from '../../core/verification/verify.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { FileEntry } from '../../../shared/model/skill.ts';
import type { Verdict } from '../../../shared/model/verdict.ts';
import { unpacked } from './archive.ts';
import type { Context } from '../context.ts';
import type { Progress } from '../operations.ts';
import { runPlan } from '../link/plan.ts';
import { ask, refuse } from './read-file.ts';
import { spend } from '../link/reads.ts';
import { archiveDigestOf, isComplete, settle } from '../catalogue/settle.ts';
import { publishSkills } from '../catalogue/views.ts';
import type { Server, Skill } from '../catalogue/world.ts';

export const selfComputed: Verdict = {
  status: 'unverifiable',
  reason: 'self-computed',
  message:
    'The server publishes no digest of this file; it is the same as when Skillgate read it and took the digest.',
};

const notApproved = (expected: string, actual: string): Verdict => ({
  status: 'failed',
  check: 'digest',
  message: 'The file is not the one that was approved.',
  expected,
  actual,
});

interface Candidate {
  readonly path: string;
  readonly uri: string;
  /** Only a text links to it: the server may not have it. */
  readonly linked: boolean;
}

export interface ReadAllOptions {
  readonly signal?: AbortSignal;
}

/** What a *Read all* came to, in one line; `complete` when digests of every file are there now. */
export interface ReadAllOutcome {
  readonly complete: boolean;
  readonly message: string;
}

/**
 * Reads every file of a skill that can be found, because a person asked for it, and takes their
 * digests: the set that an approval of a skill without a manifest binds to ("self-computed").
 * A file that cannot be read leaves the skill as it was, since nobody could say what is approved.
 */
export async function readAll(
  ctx: Context,
  server: Server,
  skill: Skill,
  options: ReadAllOptions,
  progress: Progress,
): Promise<ReadAllOutcome> {
  if (isComplete(skill.listed))
    return {
      complete: true,
      message: 'The server publishes a digest of every file; nothing had to be read.',
    };
  const outcome =
    skill.listed.archives.length > 0
      ? await openArchive(ctx, server, skill, options)
      : await readFiles(ctx, server, skill, options, progress);
  publishSkills(ctx, server, [skill]);
  return outcome;
}

async function openArchive(
  ctx: Context,
  server: Server,
  skill: Skill,
  { signal }: ReadAllOptions,
): Promise<ReadAllOutcome> {
  // Without a digest in the listing only another look tells whether the archive is still the same.
  const approved = approvedDigests(ctx, server, skill);
  const opened = await unpacked(ctx, server, skill, signal, archiveDigestOf(skill.listed) === null);
  if (!opened.ok) {
    if ('refused' in opened.error) {
      refuse(ctx, server, skill, opened.error.refused, { quiet: true });
      return { complete: false, message: opened.error.refused.message };
    }
    const { unread } = opened.error;
    return { complete: false, message: unread.status === 'verified' ? '' : unread.message };
  }
  for (const [uri, bytes] of opened.value.files) {
    const before = approved.get(uri);
    const digest = sha256(bytes);
    skill.verdicts.set(
      uri,
      before === undefined || before === digest || archiveDigestOf(skill.listed) !== null
        ? verifyContent(skill.entry, uri, bytes)
        : notApproved(before, digest),
    );
    if (bytes.byteLength <= limits.textShownBytes) ctx.kept.put(server.label, sha256(bytes), bytes);
  }
  return { complete: true, message: `${opened.value.files.size} files unpacked.` };
}

async function readFiles(
  ctx: Context,
  server: Server,
  skill: Skill,
  options: ReadAllOptions,
  progress: Progress,
): Promise<ReadAllOutcome> {
  const { listed } = skill;
  const adapter = dialectOf(listed.dialect);
  const asked = { signal: options.signal };
  const found =
    typeof listed.files !== 'string'
      ? { files: listed.files, problems: [] as Problem[] }
      : await discovered(ctx, server, skill, asked);
  const queue: Candidate[] = [
    { path: 'SKILL.md', uri: listed.uri, linked: false },
    ...found.files
      .filter(({ uri }) => uri !== listed.uri)
      .map(({ path, uri }) => ({ path, uri, linked: false })),
  ];
  const seen = new Set(queue.map(({ uri }) => uri));
  const files: FileEntry[] = [];
  const notes: Problem[] = [...found.problems];
  const approved = approvedDigests(ctx, server, skill);
  const verdicts = new Map<string, Verdict>();
  let frontmatter: Readonly<Record<string, unknown>> = {};
  let stop: string | null = null;
  let bytesRead = 0;
  let next = 0;
  let unserved: Promise<string | null> | null = null;
  const read = async (candidate: Candidate): Promise<void> => {
    const answer = await ask(ctx, server, listed, candidate.uri, options.signal);
    const content = answer.ok ? fileBytes(answer.value, candidate.uri, adapter.contentUri) : null;
    if (stop !== null) return;
    if (content === null || !content.ok) {
      const message = answer.ok
        ? content?.ok === false
          ? content.error.message
          : ''
        : answer.error.message;
      if (candidate.linked) {
        notes.push(
          problem(
            'link-not-served',
            `A text of the skill links to ${candidate.path}, which the server does not serve.`,
            { field: candidate.uri, actual: message, clause: 'Relative References' },
          ),
        );
        return;
      }
      stop = `${candidate.path} could not be read: ${message}`;
      verdicts.set(
        candidate.uri,
        content?.ok === false
          ? content.error
          : {
              status: 'failed',
              check: 'read',
              message: `The server did not give the file: ${message}`,
              expected: 'the content of the file',
              actual: 'no content',
            },
      );
      if (!answer.ok && ['cancelled', 'closed', 'unavailable'].includes(answer.error.reason))
        verdicts.set(candidate.uri, {
          status: 'unverifiable',
          reason: answer.error.reason === 'cancelled' ? 'cancelled' : 'server-unavailable',
          message,
        });
      return;
    }
    const { bytes, text } = content.value;
    if (candidate.linked) {
      unserved ??= answerForNothing(ctx, server, skill, options.signal);
      // Some servers answer for what they do not have with a text that says so: that is no file.
      if ((await unserved) === withoutAddress(text ?? '', candidate)) {
        notes.push(
          problem(
            'link-not-served',
            `A text of the skill links to ${candidate.path}, for which the server only has a text that there is none.`,
            { field: candidate.uri, clause: 'Relative References' },
          ),
        );
        return;
      }
    }
    bytesRead += bytes.byteLength;
    const within = spend(server, bytes.byteLength);
    if (!within.ok) stop = within.error;
    else if (bytesRead > limits.skillBytes)
      stop = `The skill is larger than ${limits.skillBytes} bytes.`;
    if (stop !== null) return;
    const verdict = verifyContent(listed, candidate.uri, bytes, text);
    if (verdict.status === 'failed') {
      verdicts.set(candidate.uri, verdict);
      stop = `${candidate.path}: ${verdict.message}`;
      return;
    }
    const digest = sha256(bytes);
    const before = approved.get(candidate.uri);
    verdicts.set(
      candidate.uri,
      before === undefined || before === digest ? selfComputed : notApproved(before, digest),
    );
    files.push({ path: candidate.path, uri: candidate.uri, digest, size: bytes.byteLength });
    if (bytes.byteLength <= limits.textShownBytes) ctx.kept.put(server.label, digest, bytes);
    const asText = text ?? Buffer.from(bytes).toString('utf8');
    if (candidate.uri === listed.uri) {
      const parsed = parseFrontmatter(asText);
      if (parsed.ok) frontmatter = parsed.value.frontmatter;
    }
    if (
      typeof listed.files !== 'string' ||
      adapter.discover === undefined ||
      !/\.(?:md|markdown)$|^SKILL\.md$/i.test(candidate.path)
    )
      return;
    for (const link of linksIn(asText)) {
      const uri = resolveInEntry(listed, link);
      const path = uri.ok ? pathInEntry(listed, uri.value) : uri;
      if (!uri.ok || !path.ok || seen.has(uri.value)) continue;
      seen.add(uri.value);
      queue.push({ path: path.value, uri: uri.value, linked: true });
    }
  };
  while (next < queue.length && stop === null) {
    if (options.signal?.aborted === true)
      return { complete: false, message: 'Cancelled before everything was read.' };
    if (files.length > limits.skillFiles || queue.length > limits.skillFiles * 4) {
      stop = `The skill has more than ${limits.skillFiles} files.`;
      break;
    }
    const batch = queue.slice(next, next + limits.serverRequests);
    next += batch.length;
    await Promise.all(batch.map(read));
    progress.report(files.length, queue.length, 0);
  }
  if (files.length > limits.skillFiles)
    stop ??= `The skill has more than ${limits.skillFiles} files.`;
  if (skill.listed !== listed)
    return {
      complete: false,
      message: 'The skill was listed differently meanwhile; read it again.',
    };
  for (const [uri, verdict] of verdicts) skill.verdicts.set(uri, verdict);
  if (stop !== null) return { complete: false, message: stop };
  skill.reading = {
    files: files.sort((a, b) => (a.uri < b.uri ? -1 : 1)),
    frontmatter,
    integrity: 'self-computed',
    archive: null,
  };
  skill.observed.clear();
  skill.refusal = null;
  skill.notes = notes;
  settle(ctx, server, skill);
  return {
    complete: true,
    message: `${files.length} files read; their digests are self-computed.`,
  };
}

/**
 * What the server says of a file that cannot exist, without its address; null when it answers with
 * an error, as it should.
 */
async function answerForNothing(
  ctx: Context,
  server: Server,
  skill: Skill,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const path = `no-such-file-${sha256(skill.listed.uri).slice(7, 23)}.md`;
  const uri = resolveInEntry(skill.listed, path);
  const answer = uri.ok ? await ask(ctx, server, skill.listed, uri.value, signal) : null;
  const content = uri.ok && answer?.ok === true ? fileBytes(answer.value, uri.value) : null;
  return uri.ok && content?.ok === true && content.value.text !== undefined
    ? withoutAddress(content.value.text, { path, uri: uri.value })
    : null;
}

const withoutAddress = (text: string, { path, uri }: Pick<Candidate, 'path' | 'uri'>): string =>
  text.replaceAll(uri, '').replaceAll(path, '');

async function discovered(
  ctx: Context,
  server: Server,
  skill: Skill,
  asked: { readonly signal: AbortSignal | undefined },
): Promise<{
  readonly files: readonly { readonly path: string; readonly uri: string }[];
  readonly problems: readonly Problem[];
}> {
  const adapter = dialectOf(skill.listed.dialect);
  if (adapter.discover === undefined) return { files: [], problems: [] };
  const context = {
    server: server.label,
    inventory: server.inventory,
    alone: false,
    claimed: [],
    refused: new Set<string>(),
    directoryRead: server.facts?.directoryRead === true,
  };
  return runPlan(ctx, server, adapter.discover(skill.listed, context), asked);
}

function approvedDigests(ctx: Context, server: Server, skill: Skill): ReadonlyMap<string, string> {
  const record =
    server.identity === null ? null : ctx.approvals.find(server.identity, skill.listed.uri);
  return new Map(
    record?.decision === 'approved' ? record.resources.map(({ uri, digest }) => [uri, digest]) : [],
  );
}
