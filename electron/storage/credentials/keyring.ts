import { err, ok, type Result } from '../../../shared/result.ts';
import { keyFrom, keyText, newKey, type VaultKey } from './envelope.ts';
import type { SystemKeychain, KeychainProblem } from './keychain.ts';

/** Keys of credentials files in the system's keychain, asked with patience and once at a time. */
export interface VaultKeyring {
  /** Whether there is a keychain at all; one that does not answer is there. */
  exists(): Promise<boolean>;
  /** Whether it owes somebody an answer that they have stopped to wait for. */
  isSilent(): boolean;
  /**
   * Null where the keychain has no such key. `asks`: false for one that is known already, or none.
   */
  get(id: string, asks: boolean): Promise<Result<VaultKey | null, KeychainProblem>>;
  /**
   * A new key, kept and read back. One that was made too late for one call is the next one's; no
   * two calls may be under way at once, for they would be given the same.
   */
  make(): Promise<Result<VaultKey, KeychainProblem>>;
  remove(id: string): Promise<Result<void, KeychainProblem>>;
}

interface Patient {
  /** The longest that a call waits while the keychain asks a person (ms). It goes on asking. */
  readonly waitMs: number;
  /** It has answered after all. */
  readonly onLate: () => void;
  /** It has not answered for a moment; told once. */
  readonly onWait?: () => void;
}

/** After a person said no (ms): what one command or one look needs several times asks once. */
const restMs = 5_000;
/** An answer that nobody has to be told to wait for (ms). */
const momentMs = 1_500;

const nameOf = (id: string): string => `credentials ${id}`;

export function keyringIn(
  keychain: SystemKeychain | null,
  { waitMs, onLate, onWait }: Patient,
): VaultKeyring {
  const known = new Map<string, VaultKey>();
  const asked = new Map<string, Promise<unknown>>();
  const refused = new Map<string, number>();
  /** Questions that somebody has waited for to no end: it does not answer others either. */
  const unanswered = new Set<Promise<unknown>>();
  let isThere: Promise<boolean> | null = null;
  let hasTold = false;

  /** Two dialogs for one thing are one too many: who asks meanwhile waits for the same answer. */
  const patiently = async <T>(
    name: string,
    ask: () => Promise<Result<T, KeychainProblem>>,
  ): Promise<Result<T, KeychainProblem>> => {
    if (unanswered.size > 0) return err('locked');
    if (performance.now() - (refused.get(name) ?? -restMs) < restMs) return err('locked');
    const work = (asked.get(name) as ReturnType<typeof ask> | undefined) ?? ask();
    asked.set(name, work);
    const moment = setTimeout(() => {
      if (!hasTold) onWait?.();
      hasTold = true;
    }, momentMs).unref();
    const waited = await atMost(waitMs, work);
    clearTimeout(moment);
    if (waited !== null) {
      if (asked.get(name) === work) asked.delete(name);
      const { answer } = waited;
      if (!answer.ok && answer.error === 'locked') refused.set(name, performance.now());
      return answer;
    }
    if (unanswered.has(work)) return err('locked');
    unanswered.add(work);
    void work.then(() => {
      unanswered.delete(work);
      if (asked.get(name) === work) onLate();
    });
    return err('locked');
  };

  return {
    exists: () =>
      (isThere ??= (async () => {
        if (keychain === null) return false;
        const answer = await patiently('', () => keychain.get('probe'));
        return answer.ok || answer.error === 'locked';
      })()),
    isSilent: () => unanswered.size > 0,
    async get(id, asks) {
      const held = known.get(id);
      if (held !== undefined) return ok(held);
      if (!asks) return err(keychain === null ? 'none' : 'locked');
      const found = await patiently(id, () => readKey(keychain, id));
      if (found.ok && found.value !== null) known.set(id, found.value);
      return found;
    },
    async make() {
      const made = await patiently('new', () => createKey(keychain));
      if (made.ok) known.set(made.value.id, made.value);
      return made;
    },
    async remove(id) {
      known.delete(id);
      return patiently(`- ${id}`, async () =>
        keychain === null ? err('none') : keychain.remove(nameOf(id)),
      );
    },
  };
}

async function readKey(
  keychain: SystemKeychain | null,
  id: string,
): Promise<Result<VaultKey | null, KeychainProblem>> {
  if (keychain === null) return err('none');
  const found = await keychain.get(nameOf(id));
  if (!found.ok) return found;
  const key = found.value === null ? null : keyFrom(found.value);
  // Another text under this name is not this key, whoever put it there.
  return ok(key?.id === id ? key : null);
}

/** A new key, kept and read back. */
async function createKey(
  keychain: SystemKeychain | null,
): Promise<Result<VaultKey, KeychainProblem>> {
  if (keychain === null) return err('none');
  const key = newKey();
  const kept = await keychain.set(nameOf(key.id), keyText(key));
  if (!kept.ok) return kept;
  const back = await readKey(keychain, key.id);
  if (!back.ok) return back;
  return back.value === null ? err('locked') : ok(key);
}

/** What a wait ended with: the answer, or nothing yet. */
type WaitOutcome<T> = { readonly answer: T } | null;

/**
 * Waits for an answer that a person may have to give, at most `ms`. The waiting itself keeps the
 * program alive; what it waits for need not.
 */
async function atMost<T>(ms: number, work: Promise<T>): Promise<WaitOutcome<T>> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([work.then((answer) => ({ answer })), over]);
  } finally {
    clearTimeout(timer);
  }
}
