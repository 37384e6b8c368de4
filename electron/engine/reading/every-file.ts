import { sizeText } from '../../../shared/size-text.ts';
import type { FoundFile } from '../../core/dialects/dialect.ts';
import type { PlannedReply } from '../../core/dialects/plan.ts';
import { sha256 } from '../../core/digest.ts';
import { lacksFrontmatter, parseFrontmatter } from '../../core/frontmatter/frontmatter.ts';
import {
  approvedDigests,
  differsFromApproved,
  selfComputed,
} from '../../core/skill-state/steps.ts';
import type { WholeSkillRead } from '../../core/skill-state/skill.ts';
import { limits } from '../../core/limits.ts';
import { foldedForm } from '../../core/normal-form.ts';
import { linksIn } from '../../core/links.ts';
import { problem } from '../../core/problem.ts';
import { pathInEntry, resolveInEntry } from '../../core/skill-place.ts';
import { withOwnPaths } from '../../core/stated-paths.ts';
import { fileBytes, type FileContent } from '../../core/verification/contents.ts';
import { listedFile } from '../../core/verification/listed-file.ts';
import { verifyContent, withAdvice } from '../../core/verification/verify.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import { contextOf } from '../link/index.ts';
import type { WorkProgress } from '../operations.ts';
import type { ReadContext } from '../contexts.ts';
import { ask, verdictOnCall, type ReadingWay } from './ask.ts';

/** What every file of a skill came to. `stop` is why it ended early; null when all were read. */
export interface EveryFile {
  readonly stop: string | null;
  readonly reading: WholeSkillRead;
  readonly verdicts: ReadonlyMap<string, FileCheck>;
  readonly notes: readonly Problem[];
}

interface Candidate extends FoundFile {
  /** Only a text links to it: the server may not have it. */
  readonly linked: boolean;
}

/** Reads what the dialect finds and what the texts link to, one batch after another. */
export async function readEveryFile(
  parts: ReadContext,
  skill: CatalogueSkill,
  options: ReadingWay,
  progress: WorkProgress,
): Promise<EveryFile> {
  const reader = new EveryFileReader(parts, skill, options);
  await reader.start();
  while (reader.hasMore) {
    if (options.signal?.aborted === true)
      return reader.outcome('Canceled before every file was read.');
    await reader.nextBatch();
    progress.report(reader.files.length, reader.queue.length, 0);
  }
  return reader.outcome();
}

class EveryFileReader {
  private readonly parts: ReadContext;
  private readonly skill: CatalogueSkill;
  private readonly options: ReadingWay;
  readonly queue: Candidate[] = [];
  readonly files: FileEntry[] = [];
  private readonly listed: SkillEntry;
  /** The dialect looks for files: what the texts link to may be files, too. */
  private looks = false;
  private readonly approved: ReadonlyMap<string, string>;
  /** Answers so far, where one may have several files. */
  private readonly asked: Map<string, Promise<PlannedReply>> | undefined;
  private readonly seen = new Set<string>();
  private readonly paths = new Set<string>();
  private readonly verdicts = new Map<string, FileCheck>();
  private readonly notes: Problem[] = [];
  private frontmatter: Readonly<Record<string, unknown>> = {};
  private stop: string | null = null;
  private bytesRead = 0;
  private next = 0;
  private unserved: Promise<string | null> | null = null;

  constructor(parts: ReadContext, skill: CatalogueSkill, options: EveryFileReader['options']) {
    this.parts = parts;
    this.skill = skill;
    this.options = options;
    this.listed = skill.held.listed;
    this.approved = approvedDigests(skill.record);
    this.asked = parts.dialects.of(this.listed.dialect).collects === true ? new Map() : undefined;
  }

  async start(): Promise<void> {
    const { uri } = this.listed;
    this.enqueue({ path: 'SKILL.md', uri, linked: false });
    const { files, problems } = withOwnPaths(this.listed, await this.found());
    this.notes.push(...problems);
    for (const { path, uri: file } of files) this.enqueue({ path, uri: file, linked: false });
  }

  private async found(): Promise<readonly FoundFile[]> {
    const { listed, options, asked } = this;
    const { dialects, links } = this.parts;
    if (listed.files.kind === 'listed') return listed.files.files;
    const { server } = this.skill;
    const plan = dialects.of(listed.dialect).files(listed, contextOf(dialects, server));
    const found = await links.run(server, plan, {
      signal: options.signal,
      ...(options.courtesy === undefined ? {} : { courtesy: options.courtesy }),
      ...(asked === undefined ? {} : { asked }),
    });
    if (found.kind === 'no-way') return [];
    this.looks = true;
    this.notes.push(...found.problems);
    return found.files;
  }

  /**
   * A link means the file that has its path. The attacker states `guide.md` for one file and serves
   * another at that address, so that two would be called so.
   */
  private enqueue({ path, uri, linked }: Candidate): void {
    const name = this.listed.pathsAreStated === true ? foldedForm(path) : path;
    if (this.seen.has(uri) || (linked && this.paths.has(name))) return;
    this.seen.add(uri);
    this.paths.add(name);
    this.queue.push({ path, uri, linked });
  }

  get hasMore(): boolean {
    return this.next < this.queue.length && this.stop === null;
  }

  async nextBatch(): Promise<void> {
    if (this.files.length > limits.skillFiles || this.queue.length > limits.skillFiles * 4) {
      this.stop = tooMany;
      return;
    }
    const batch = this.queue.slice(this.next, this.next + limits.serverRequests);
    this.next += batch.length;
    await Promise.all(batch.map((candidate) => this.read(candidate)));
  }

  outcome(cancelled: string | null = null): EveryFile {
    const { files, frontmatter, verdicts, notes } = this;
    const many = files.length > limits.skillFiles ? tooMany : null;
    return {
      stop: cancelled ?? this.stop ?? many,
      reading: {
        files: files.toSorted((a, b) => (a.uri < b.uri ? -1 : 1)),
        frontmatter,
        integrity: 'self-computed',
        archive: null,
      },
      // What was cancelled says nothing.
      verdicts: cancelled === null ? verdicts : new Map(),
      notes,
    };
  }

  private async read(candidate: Candidate): Promise<void> {
    await this.parts.inspections.room(this.skill.server);
    const content = await this.contentOf(candidate.uri);
    if (this.stop !== null) return;
    if (!content.ok) return this.notRead(candidate, content.error);
    if (candidate.linked && (await this.isAnswerForNothing(candidate, content.value))) {
      this.notServed(
        candidate,
        `A text of the skill links to ${candidate.path}, ` +
          'for which the server answers only with a text that it doesn’t exist.',
      );
      return;
    }
    const { bytes, text } = content.value;
    if (this.isPlainText(candidate, content.value)) {
      if (await this.isAnswerForNothing(candidate, content.value)) {
        this.stop = answersAnything;
        return;
      }
      this.notes.push(problem('no-frontmatter', noFrontmatter, { field: candidate.uri }));
    }
    this.bytesRead += bytes.byteLength;
    const within = this.parts.links.spend(this.skill.server, bytes.byteLength);
    if (!within.ok) this.stop = within.error;
    else if (this.bytesRead > limits.skillBytes)
      this.stop = `The skill is larger than ${sizeText(limits.skillBytes)}.`;
    if (this.stop === null) this.take(candidate, content.value, text);
  }

  private async contentOf(uri: string): Promise<Result<FileContent, NotRead>> {
    const { listed, skill, asked } = this;
    const answer = await ask(this.parts, skill.server, listed, uri, {
      ...this.options,
      asked,
    });
    if (!answer.ok)
      return err({ message: answer.error.message, verdict: verdictOnCall(answer.error) });
    const content = fileBytes(answer.value, uri, answer.named, listedFile(listed, uri));
    return content.ok
      ? ok(content.value)
      : err({ message: content.error.message, verdict: content.error });
  }

  private notRead(candidate: Candidate, { message, verdict }: NotRead): void {
    if (candidate.linked)
      this.notServed(
        candidate,
        `A text of the skill links to ${candidate.path}, which the server doesn’t serve.`,
        message,
      );
    else {
      this.stop = `${candidate.path} couldn’t be read: ${message}`;
      this.verdicts.set(candidate.uri, verdict);
    }
  }

  private notServed({ uri }: Candidate, message: string, actual?: string): void {
    this.notes.push(
      problem('link-not-served', message, {
        field: uri,
        clause: 'Relative References',
        ...(actual === undefined ? {} : { actual }),
      }),
    );
  }

  private take(candidate: Candidate, content: FileContent, text: string | undefined): void {
    const { bytes, mimeType } = content;
    const { listed, approved } = this;
    const { path, uri } = candidate;
    const verdict = withAdvice(verifyContent(listed, uri, bytes, text), content);
    if (verdict.status === 'failed') {
      this.verdicts.set(uri, verdict);
      this.stop = `${path}: ${verdict.message}`;
      return;
    }
    const digest = sha256(bytes);
    const proved = verdict.status === 'verified' ? verdict : selfComputed;
    this.verdicts.set(uri, differsFromApproved(approved, uri, digest) ?? proved);
    this.files.push({ path, uri, digest, size: bytes.byteLength });
    if (bytes.byteLength <= limits.textShownBytes)
      this.parts.kept.put(this.skill.server.label, digest, bytes);
    this.parts.inspections.saw(this.skill, { uri, path, bytes, digest, mimeType });
    const asText = text ?? Buffer.from(bytes).toString('utf8');
    if (uri === listed.uri) {
      const parsed = parseFrontmatter(asText);
      if (parsed.ok) this.frontmatter = parsed.value.frontmatter;
    }
    if (this.looks && /\.(?:md|markdown)$|^SKILL\.md$/i.test(path)) this.follow(asText);
  }

  private follow(text: string): void {
    const { listed } = this;
    for (const link of linksIn(text)) {
      const uri = resolveInEntry(listed, link);
      const path = uri.ok ? pathInEntry(listed, uri.value) : uri;
      if (uri.ok && path.ok) this.enqueue({ path: path.value, uri: uri.value, linked: true });
    }
  }

  private isPlainText({ uri }: Candidate, { text, bytes }: FileContent): boolean {
    const { mayLackFrontmatter, uri: main } = this.listed;
    if (mayLackFrontmatter !== true || uri !== main) return false;
    return lacksFrontmatter(text ?? Buffer.from(bytes).toString('utf8'));
  }

  /** Some servers answer for what they do not have with a text that says so: that is no file. */
  private async isAnswerForNothing(candidate: Candidate, content: FileContent): Promise<boolean> {
    this.unserved ??= this.answerForNothing();
    return (await this.unserved) === withoutAddress(content.text ?? '', candidate);
  }

  /**
   * What the server says of a file that cannot exist, without its address; null when it answers
   * with an error, as it should.
   */
  private async answerForNothing(): Promise<string | null> {
    const { listed } = this;
    const path = `no-such-file-${sha256(listed.uri).slice(7, 23)}.md`;
    const uri = resolveInEntry(listed, path);
    if (!uri.ok) return null;
    const answer = await ask(this.parts, this.skill.server, listed, uri.value, this.options);
    const content = answer.ok ? fileBytes(answer.value, uri.value) : null;
    return content?.ok === true && content.value.text !== undefined
      ? withoutAddress(content.value.text, { path, uri: uri.value })
      : null;
  }
}

interface NotRead {
  readonly message: string;
  readonly verdict: FileCheck;
}

/** Without frontmatter, nothing else tells a skill from the text of an error. */
const answersAnything =
  'The text has no frontmatter, ' +
  'and the server answers the same for a file that doesn’t exist. It isn’t a skill.';
const noFrontmatter =
  'The text has no frontmatter: ' +
  'its name and description come from the listing, and the app decides how to use it.';
const tooMany = `The skill has more than ${limits.skillFiles} files.`;

const withoutAddress = (text: string, { path, uri }: FoundFile): string =>
  text.replaceAll(uri, '').replaceAll(path, '');
