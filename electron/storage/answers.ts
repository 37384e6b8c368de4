import { join } from 'node:path';
import { identityKey } from '../core/decisions/identity.ts';
import { parsedJson } from '../core/json-text.ts';
import { isRecord, own } from '../core/json.ts';
import type { Identity } from '../../shared/model/approval.ts';
import type { FindingDismissal, ForeignAnswer } from '../../shared/model/findings.ts';
import { confidences, severities } from '../../shared/model/finding-kinds.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { AnswersStore } from '../engine/ports/findings.ts';
import { copyBeside } from './approvals/loaded-records.ts';
import { stampAt } from './approvals/file.ts';
import { readBounded, type FileStamp } from './disk/bounded-read.ts';
import { nodeDisk } from './disk/data-folder.ts';
import { watchedListeners, watchFolder } from './disk/folder-watch.ts';
import { rewriteFile } from './disk/json-file.ts';

const format = 'skillgate/answers@1';
const mostBytes = 16 * 1024 * 1024;

/** One answer with whose finding it is: `server` is the identity's key. */
type Line<T> = T & { readonly server: string; readonly uri: string };

/**
 * What the file holds. `imported` stands beside `answers` and not among them: a version from before
 * would take a colleague's answers for one's own.
 */
interface Answers {
  readonly answers: readonly Line<FindingDismissal>[];
  readonly imported: readonly Line<ForeignAnswer>[];
  /** Fields of a later writer. */
  readonly rest: Readonly<Record<string, unknown>>;
}
const noAnswers: Answers = { answers: [], imported: [], rest: {} };

/**
 * What a person said of findings, in `answers.json`. It decides nothing that a host reads, so it is
 * no part of the approvals. A file that cannot be read answers nothing: every finding is open
 * again, and `problem` says why.
 */
export async function openAnswers(folder: string): Promise<AnswersStore> {
  const path = join(folder, 'answers.json');
  let mine = new Map<string, readonly FindingDismissal[]>();
  let others = new Map<string, readonly ForeignAnswer[]>();
  let problem: string | null = null;
  let stamp: FileStamp | null = null;
  const listeners = watchedListeners(() => watchFolder(path, () => void look()));

  const fill = ({ answers, imported }: Answers): void =>
    void ([mine, others] = [bySkill(answers), bySkill(imported)]);
  const load = async (): Promise<void> => {
    // Taken first: a file that is replaced while it is read is read again.
    stamp = await stampAt(path).catch(() => null);
    const stored = await read(path);
    fill(stored.ok ? stored.value : noAnswers);
    problem = stored.ok ? null : `${path}: ${stored.error.message}`;
  };
  await load();

  const look = async (): Promise<void> => {
    if ((await stampAt(path).catch(() => null)) === stamp) return;
    await load();
    listeners.tell();
  };
  const change = async (
    to: (before: Answers) => Answers,
  ): Promise<Result<Answers, 'unwritable' | 'full'>> => {
    const written = await rewrite(path, to);
    if (!written.ok) return written;
    fill(written.value.answers);
    problem = null;
    stamp = written.value.stamp;
    return ok(written.value.answers);
  };
  return {
    get problem() {
      return problem;
    },
    find: (...skill) => mine.get(makeSkillKey(...skill)) ?? emptyList,
    others: (...skill) => others.get(makeSkillKey(...skill)) ?? emptyList,
    async put(identity, uri, answer) {
      const written = await change((file) => ({
        ...file,
        answers: [...file.answers, { server: identityKey(identity), uri, ...answer }],
      }));
      return written.ok ? ok(undefined) : written;
    },
    async remove(identity, uri, id) {
      const isOther = (line: Line<FindingDismissal>): boolean =>
        line.id !== id || line.uri !== uri || line.server !== identityKey(identity);
      const written = await change((file) => ({
        ...file,
        answers: file.answers.filter(isOther),
        imported: file.imported.filter(isOther),
      }));
      return written.ok ? ok(undefined) : err('unwritable');
    },
    async take(taken) {
      const lines = taken.map(({ identity, uri, answer }) => ({
        ...{ server: identityKey(identity), uri },
        ...answer,
      }));
      const written = await change((file) => ({
        ...file,
        imported: withNewer(file.imported, lines),
      }));
      if (!written.ok) return err('unwritable');
      const ids = new Set(written.value.imported.map(({ id }) => id));
      return ok({ left: lines.map(({ id }) => id).filter((id) => !ids.has(id)) });
    },
    onChange: listeners.add,
  };
}

const emptyList: readonly never[] = [];
/** Answers of others that are kept, and their bytes in the file: the oldest leave first. */
const mostImported = 20_000;
const mostImportedBytes = mostBytes / 2;

type Unwritten = 'unwritable' | 'full';

/** Changes the file under its lock; what has no room in it has left. */
async function rewrite(
  path: string,
  to: (before: Answers) => Answers,
): Promise<Result<{ readonly answers: Answers; readonly stamp: FileStamp }, Unwritten>> {
  let answers = noAnswers;
  const written = await rewriteFile(path, async (): Promise<Result<string, Unwritten>> => {
    // Read again under the lock: another window may have answered meanwhile.
    const before = await read(path);
    if (!before.ok) {
      if (before.error.bytes === null) return err('unwritable');
      await copyBeside(path, 'corrupt', before.error.bytes, Date.now(), nodeDisk);
    }
    answers = to(before.ok ? before.value : noAnswers);
    let text = textOf(answers);
    const over = Buffer.byteLength(text) - mostBytes;
    if (over > 0) {
      answers = { ...answers, imported: withoutOldest(answers.imported, over) };
      text = textOf(answers);
    }
    // Never one that `read` refuses: every answer would be gone, and none could be given again.
    return Buffer.byteLength(text) > mostBytes ? err('full') : ok(text);
  });
  return written.ok ? ok({ answers, stamp: written.value }) : written;
}

function textOf({ rest, answers, imported }: Answers): string {
  const file = { ...rest, format, answers, ...(imported.length === 0 ? {} : { imported }) };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** What one line of them takes in the file, or a little more. */
const bytesOf = (line: Line<ForeignAnswer>): number =>
  Buffer.byteLength(JSON.stringify({ imported: [line] }, null, 2));

/** The attacker signs a bundle: whatever it holds, half of the file stays for one's own. */
function bounded(lines: readonly Line<ForeignAnswer>[]): Answers['imported'] {
  const some = lines.slice(-mostImported);
  const bytes = some.reduce((sum, line) => sum + bytesOf(line), 0);
  return withoutOldest(some, bytes - mostImportedBytes);
}

function withNewer(imported: Answers['imported'], lines: Answers['imported']): Answers['imported'] {
  const fresh = new Set(lines.map(nameOf));
  return bounded([...imported.filter((line) => !fresh.has(nameOf(line))), ...lines]);
}

/** What is left when so many bytes have left, or none. */
function withoutOldest(lines: Answers['imported'], bytes: number): Answers['imported'] {
  let gone = 0;
  const first = lines.findIndex((line) => {
    const isKept = gone >= bytes;
    gone += bytesOf(line);
    return isKept;
  });
  return first === -1 ? [] : lines.slice(first);
}

const makeKey = (server: string, uri: string): string => `${server}\n${uri}`;
const makeSkillKey = (identity: Identity, uri: string): string =>
  makeKey(identityKey(identity), uri);
/** A colleague's answer that comes once more takes the place of the one before. */
const nameOf = ({ server, uri, rule, digest, file, from }: Line<ForeignAnswer>): string =>
  JSON.stringify([server, uri, rule, digest, file, from.fingerprint]);

function bySkill<T>(lines: readonly Line<T>[]): Map<string, readonly T[]> {
  const index = new Map<string, T[]>();
  for (const { server, uri, ...answer } of lines) {
    const key = makeKey(server, uri);
    const known = index.get(key);
    if (known === undefined) index.set(key, [answer as T]);
    else known.push(answer as T);
  }
  return index;
}

/** `bytes` of a damaged file, which may be replaced once they are kept elsewhere. */
interface Unread {
  readonly message: string;
  readonly bytes: Buffer | null;
}

async function read(path: string): Promise<Result<Answers, Unread>> {
  const file = await readBounded(path, mostBytes);
  if (!file.ok)
    return file.error.reason === 'missing'
      ? ok(noAnswers)
      : err({ message: file.error.message, bytes: null });
  const { bytes } = file.value;
  const damaged = err({ message: 'it’s damaged, or from another version', bytes });
  try {
    const value = parsedJson(bytes.toString('utf8'));
    if (!isRecord(value) || own(value, 'format') !== format) return damaged;
    const { format: _, answers, imported = [], ...rest } = value;
    return Array.isArray(answers) &&
      answers.every(isLine) &&
      Array.isArray(imported) &&
      imported.every(isForeign)
      ? ok({ answers, imported, rest })
      : damaged;
  } catch {
    return damaged;
  }
}

/** By hand: the schemas' library is not loaded for a file that few have. */
const texts = ['server', 'uri', 'id', 'rule', 'ruleset', 'digest', 'reason', 'by', 'at'] as const;

const isOneOf = (known: readonly string[], field: unknown): boolean =>
  field === undefined || (known as readonly unknown[]).includes(field);

const isLine = (value: unknown): value is Line<FindingDismissal> =>
  isRecord(value) &&
  isOneOf(severities, own(value, 'severity')) &&
  isOneOf(confidences, own(value, 'confidence')) &&
  texts.every((name) => typeof own(value, name) === 'string') &&
  ['file', 'expiresAt'].every((name) => {
    const field = own(value, name);
    return field === null || typeof field === 'string';
  });

const isForeign = (value: unknown): value is Line<ForeignAnswer> => {
  if (!isLine(value)) return false;
  const from: unknown = own(value as unknown as Record<string, unknown>, 'from');
  return (
    isRecord(from) &&
    typeof own(from, 'fingerprint') === 'string' &&
    typeof own(from, 'name') === 'string'
  );
};
