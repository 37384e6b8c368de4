import type { RuleStore } from '../ports/hosts.ts';
import type { SystemClock } from '../ports/machine.ts';

/** Longest wait of one timer (ms); JavaScript's own limit is 2^31. */
const longestWait = 24 * 3_600_000;

/**
 * What keeping rules in step came to. `next`: when the next approval expires (ms since the epoch).
 */
export interface RuleSync {
  readonly problem: string | null;
  readonly next: number | null;
}

/** Keeps rules in hosts' own settings in step with decisions; never in the way of a decision. */
export interface RuleKeeper {
  /** Why the last attempt failed; null if it didn't. */
  readonly problem: string | null;
  /** A decision, or what one depends on, has changed. */
  changed(): void;
  /** Keeps up with time as well from now on. Gives the way to end it. */
  follow(): () => void;
  /** Resolves when everything so far is in step, or failed. */
  settled(): Promise<void>;
}

/** Rules about servers, or names of local skills, and what brings them in step. */
export interface KeptRules {
  readonly store: Pick<RuleStore, 'list'>;
  sync(): Promise<RuleSync>;
}

/** What keeps the rules is loaded only where a person turned it on. */
export function createRuleKeeper(
  kept: readonly KeptRules[],
  clock: SystemClock,
  told: () => void,
): RuleKeeper {
  let problem: string | null = null;
  let isDue = false;
  let running: Promise<void> | null = null;
  let isFollowing = false;
  let cancel = (): void => {};

  const syncOne = async ({ store, sync }: KeptRules): Promise<RuleSync> => {
    const records = await store.list();
    if (records.ok && records.value.length === 0) return { problem: null, next: null };
    return records.ok ? sync() : { problem: records.error, next: null };
  };
  const once = async (): Promise<RuleSync> => {
    const done: RuleSync[] = [];
    for (const one of kept) done.push(await syncOne(one));
    const problems = done.flatMap((one) => one.problem ?? []);
    const ends = done.flatMap((one) => one.next ?? []);
    return {
      problem: problems.length === 0 ? null : problems.join('; '),
      next: ends.length === 0 ? null : Math.min(...ends),
    };
  };

  const run = async (): Promise<void> => {
    while (isDue) {
      isDue = false;
      const { problem: now, next } = await once().catch((error: unknown) => ({
        problem: String(error),
        next: null,
      }));
      const isNews = now !== problem;
      problem = now;
      if (isNews) told();
      cancel();
      if (isFollowing && next !== null)
        cancel = clock.after(Math.min(Math.max(0, next - clock.now()), longestWait), changed);
    }
  };

  const changed = (): void => {
    isDue = true;
    running ??= run().finally(() => {
      running = null;
      if (isDue) changed();
    });
  };

  return {
    get problem() {
      return problem;
    },
    changed,
    follow() {
      isFollowing = true;
      changed();
      return () => {
        isFollowing = false;
        cancel();
      };
    },
    async settled() {
      while (running !== null) await running;
    },
  };
}
