import { descendants, type Process } from '../e2e/fixtures/processes.ts';

/** One program, one try, in ms: a start takes one or two seconds, several on a busy machine. */
const mostStartMs = 30_000;
const mostTries = 3;

/**
 * Starts a program that Playwright drives, and starts it again where it didn't answer its driver in
 * time: about one Electron in a hundred never does, and a browser may be late on a busy machine.
 * Neither is the product's doing, so this is the only place that tries again; `note` gets a line for
 * each further try, which the closing lines of a run repeat. Any other failure is thrown at once, as
 * is the last one.
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
      // Playwright leaves a late browser running, where it would take the time of the next.
      if (isTimeout(error)) endThoseAfter(before);
      if (tries === mostTries || !isTimeout(error)) throw error;
      note(`${program} didn’t answer its driver within ${String(timeoutMs / 1000)} s`);
    }
  }
}

/** By its name: the class that Playwright's two halves throw isn't the same. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TimeoutError';

/**
 * When Playwright gives up an Electron, it leaves promises behind that nobody awaits, and its test
 * runner fails the journey for each. Drops exactly those for as long as `start` takes.
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
        // It has ended already.
      }
    }
}
