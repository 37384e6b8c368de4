import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { identityKey } from '../core/decisions/identity.ts';
import { own } from '../core/json.ts';
import type { Answer } from '../../shared/model/findings.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { AnswersStore } from '../usecases/ports/findings.ts';
import { readBounded } from './disk/bounded-read.ts';
import { rewriteFile } from './disk/json-file.ts';

const format = 'skillgate/answers@1';
const mostBytes = 16 * 1024 * 1024;

/** One answer with whose finding it is: `server` is the identity's key. */
interface Line extends Answer {
  readonly server: string;
  readonly uri: string;
}

/**
 * What a person said of findings, in `answers.json`. It decides nothing that a host reads, so it is no
 * part of the approvals. A file that cannot be read answers nothing: every finding is open again.
 */
export async function openAnswers(folder: string): Promise<AnswersStore> {
  const path = join(folder, 'answers.json');
  const index = new Map<string, readonly Answer[]>();
  const fill = (lines: readonly Line[]): void => {
    index.clear();
    for (const { server, uri, ...answer } of lines) {
      const key = `${server}\n${uri}`;
      index.set(key, [...(index.get(key) ?? []), answer]);
    }
  };
  const stored = await read(path);
  fill(stored.ok ? stored.value : []);

  const change = async (
    to: (lines: readonly Line[]) => readonly Line[],
  ): Promise<Result<void, 'unwritable'>> => {
    let next: readonly Line[] = [];
    const written = await rewriteFile(path, async (): Promise<Result<string, 'unwritable'>> => {
      // Read again under the lock: another window may have answered meanwhile.
      const before = await read(path);
      if (!before.ok && before.error === 'unreadable') return err('unwritable');
      if (!before.ok) await rename(path, `${path}.corrupt`);
      next = to(before.ok ? before.value : []);
      return ok(`${JSON.stringify({ format, answers: next }, null, 2)}\n`);
    });
    if (!written.ok) return err('unwritable');
    fill(next);
    return ok(undefined);
  };
  return {
    find: (identity, uri) => index.get(`${identityKey(identity)}\n${uri}`) ?? none,
    put: (identity, uri, answer) =>
      change((lines) => [...lines, { server: identityKey(identity), uri, ...answer }]),
    remove: (identity, uri, id) =>
      change((lines) =>
        lines.filter(
          (line) => line.id !== id || line.uri !== uri || line.server !== identityKey(identity),
        ),
      ),
  };
}

const none: readonly Answer[] = [];

async function read(path: string): Promise<Result<readonly Line[], 'corrupt' | 'unreadable'>> {
  const file = await readBounded(path, mostBytes);
  if (!file.ok) return file.error.reason === 'missing' ? ok([]) : err('unreadable');
  try {
    const value: unknown = JSON.parse(file.value.bytes.toString('utf8'));
    const lines = isObject(value) && value['format'] === format ? own(value, 'answers') : null;
    return Array.isArray(lines) && lines.every(isLine) ? ok(lines) : err('corrupt');
  } catch {
    return err('corrupt');
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** By hand: the schemas' library is not loaded for a file that few have. */
const texts = ['server', 'uri', 'id', 'rule', 'ruleset', 'digest', 'reason', 'by', 'at'] as const;

const isLine = (value: unknown): value is Line =>
  isObject(value) &&
  texts.every((name) => typeof own(value, name) === 'string') &&
  ['file', 'expiresAt'].every((name) => {
    const field = own(value, name);
    return field === null || typeof field === 'string';
  });
