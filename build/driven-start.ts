import { setTimeout as sleep } from 'node:timers/promises';
import { descendants, type Process } from '../e2e/fixtures/processes.ts';

/** Time limit per attempt, in ms: a start takes one or two seconds, more on a busy machine. */
const mostStartMs = 30_000;
const mostTries = 3;

/**
 * Starts a program under Playwright and retries if it didn't answer its driver in time: about one
 * Electron in a hundred never does, and a browser may be slow on a busy machine. Neither is the
 * product's fault, so only this code retries. `note` gets a line per retry, which the run's summary
 * repeats. Any other failure, and the last one, is thrown.
 */
export async function startDriven<T>(
  program: string,
  start: (timeoutMs: number) => Promise<T>,
  note: (line: string) => void,
  timeoutMs = mostStartMs,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const before = descendants(process.pid);
    try {
      return await ignoreAbandoned(() => start(timeoutMs));
    } catch (error) {
      // Playwright leaves a late browser running, which would slow down the next.
      if (isTimeout(error)) endThoseAfter(before);
      if (tries === mostTries || !isTimeout(error)) throw error;
      note(`${program} didn’t answer its driver within ${String(timeoutMs / 1000)} s`);
    }
  }
}

/** Time limit for an end, in ms: quitting waits 15 s for servers and 5 s for the page. */
const mostEndMs = 30_000;

/**
 * Quits an Electron under Playwright. Now and then, the Electron that tests drive has closed
 * everything and then spins forever in its own task queue (`node::NodePlatform`). It's killed and
 * noted, unless one of its servers still runs: that's a failure.
 */
export async function endDriven(
  program: { readonly pid: number; close(): Promise<void> },
  note: (line: string) => void,
  timeoutMs = mostEndMs,
): Promise<void> {
  const closed = program.close();
  const isLate = await Promise.race([
    closed.then(() => false),
    sleep(timeoutMs, true, { ref: false }),
  ]);
  if (!isLate) return;
  const servers = descendants(program.pid).filter(({ command }) => !command.includes(' --type='));
  if (servers.length > 0)
    throw new Error(
      `Skillgate hasn’t quit: still running are ${servers.map(({ command }) => command).join(' | ')}`,
    );
  process.kill(program.pid, 'SIGKILL');
  await closed;
  note(`Electron was still running ${String(timeoutMs / 1000)} s after quitting, and was killed`);
}

/** Compare by name: Playwright's two halves throw different classes. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TimeoutError';

/**
 * When Playwright gives up on an Electron, it leaves unawaited promises, and its test runner fails
 * the journey for each. Drops exactly those while `start` runs.
 */
async function ignoreAbandoned<T>(start: () => Promise<T>): Promise<T> {
  const listeners = process.listeners('unhandledRejection');
  const passOthersOn: NodeJS.UnhandledRejectionListener = (reason, promise) => {
    if (!isTimeout(reason)) for (const listener of listeners) listener(reason, promise);
  };
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', passOthersOn);
  try {
    return await start();
  } finally {
    process.off('unhandledRejection', passOthersOn);
    for (const listener of listeners) process.on('unhandledRejection', listener);
  }
}

/** Ends every process below this one that wasn't there before. */
function endThoseAfter(before: readonly Process[]): void {
  const known = new Set(before.map(({ pid }) => pid));
  for (const { pid, command } of descendants(process.pid))
    if (!known.has(pid) && !command.startsWith('ps ')) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has already ended.
      }
    }
}
