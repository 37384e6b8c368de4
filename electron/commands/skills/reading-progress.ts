import type { WorkProgress } from '../../engine/operations.ts';
import type { CommandContext } from '../call/command.ts';
import { counted, grouped } from '../../../shared/size-text.ts';

interface Read {
  readonly done: number;
  readonly total: number;
  readonly bad: number;
  /** What the server is waiting for; empty while it only reads. */
  readonly at: string;
}

const namedAtOnce = 5;
/** How often to look at the progress, in ms. */
const lookMs = 500;

/**
 * Shows the progress of reading files on standard error while `run` is running. `of` returns the
 * progress of one server.
 */
export async function tellingOfReading<T>(
  tell: CommandContext['progress'],
  run: (of: (server: string) => WorkProgress) => Promise<T>,
): Promise<T> {
  const servers = new Map<string, Read>();
  const began = performance.now();
  const say = (): void => tell(lineOf(servers, Math.round((performance.now() - began) / 1_000)));
  say();
  const timer = setInterval(say, lookMs);
  try {
    return await run((server) => ({
      report: (done, total, bad, at = '') =>
        void servers.set(server, { done, total: total ?? done, bad, at }),
    }));
  } finally {
    clearInterval(timer);
    tell(null);
  }
}

function lineOf(servers: ReadonlyMap<string, Read>, seconds: number): string {
  const all = [...servers.values()];
  const sum = (of: (read: Read) => number): number => all.reduce((so, read) => so + of(read), 0);
  const under = [...servers].filter(([, { done, total }]) => done < total);
  const names = under.slice(0, namedAtOnce).map(([label, { at }]) => `${label}${at && ` (${at})`}`);
  const more = under.length - names.length;
  const who =
    names.length === 0 ? '' : ` of ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const bad = sum((read) => read.bad);
  return `reading files${who}, ${seconds} s: ${grouped(sum((read) => read.done))} of ${counted(
    sum((read) => read.total),
    'file',
  )}${bad === 0 ? '' : `, ${grouped(bad)} failed or could not be read`}`;
}
