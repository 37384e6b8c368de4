import { identityKey } from '../../core/decisions/identity.ts';
import { listedFiles } from '../../core/stated-paths.ts';
import { limits } from '../../core/limits.ts';
import type { Identity } from '../../../shared/model/approval.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import type { EndedWork, OperationRunner, WorkProgress } from '../operations.ts';
import type { SnapshotStore } from '../ports/decisions.ts';
import type { KeptBytes } from '../reading/archive-cache.ts';
import { grouped } from '../../../shared/size-text.ts';

/** Keeps the approved text that was read in this session, for the diff of a later change. */
export interface SnapshotKeeper {
  /** Goes on behind: the decision is on disk, and waits for none of it. */
  keep(skills: readonly CatalogueSkill[]): void;
  /**
   * Keeps nothing more of this server (null: of any), also nothing that was begun when it resolves.
   */
  drop(identity: Identity | null): Promise<void>;
  /** Resolves when nothing is left to keep. */
  settled(): Promise<void>;
}

interface KeeperParts {
  readonly operations: OperationRunner;
  readonly kept: KeptBytes;
  readonly snapshots: SnapshotStore;
}

interface Text {
  readonly identity: Identity;
  readonly uri: string;
  readonly file: string;
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** Files written at once. */
const writers = 4;
/** Fewer than these are kept before anybody could read of it. */
const worthTelling = 20;

const silent: WorkProgress = { report: () => {} };

export function createKeeper({ operations, kept, snapshots }: KeeperParts): SnapshotKeeper {
  let waiting: Text[] = [];
  let next = 0;
  const underWay = new Set<Promise<unknown>>();
  let running: Promise<void> | null = null;

  const write = ({ identity, uri, file, digest, bytes }: Text): Promise<boolean> => {
    const put = snapshots.put(identity, uri, file, digest, bytes);
    underWay.add(put);
    return put.finally(() => underWay.delete(put));
  };

  const run = async (signal: AbortSignal | null, progress: WorkProgress): Promise<EndedWork> => {
    let done = 0;
    let lost = 0;
    const writer = async (): Promise<void> => {
      for (;;) {
        const text = signal?.aborted === true ? undefined : waiting[next];
        if (text === undefined) return;
        next += 1;
        if (await write(text)) done += 1;
        else lost += 1;
        progress.report(done, done + lost + waiting.length - next, lost);
      }
    };
    await Promise.all(Array.from({ length: writers }, writer));
    const left = lost + waiting.length - next;
    if (signal?.aborted === true) forgetRest();
    const files = `text of ${grouped(done)} files kept for later comparison`;
    return left === 0
      ? { message: files }
      : {
          message: `${files}, of ${grouped(left)} not kept: later changes to those show only digests`,
          isFailure: lost > 0,
        };
  };
  const forgetRest = (): void => {
    waiting = [];
    next = 0;
  };

  const runAll = async (): Promise<void> => {
    while (next < waiting.length) {
      waiting = waiting.slice(next);
      next = 0;
      if (waiting.length < worthTelling) await run(null, silent);
      else await operations.start({ kind: 'keep', total: waiting.length }, run).finished;
    }
    forgetRest();
    running = null;
  };

  return {
    keep(skills) {
      for (const skill of skills) for (const text of textsOf(skill, kept)) waiting.push(text);
      if (next < waiting.length) running ??= runAll();
    },
    async drop(identity) {
      const key = identity === null ? null : identityKey(identity);
      waiting =
        key === null
          ? []
          : waiting.slice(next).filter((text) => identityKey(text.identity) !== key);
      next = 0;
      await Promise.allSettled(underWay);
    },
    settled: async () => {
      while (running !== null) await running;
    },
  };
}

function textsOf({ server, uri, entry }: CatalogueSkill, kept: Pick<KeptBytes, 'get'>): Text[] {
  const { identity, label } = server;
  if (identity === null) return [];
  return listedFiles(entry).flatMap(({ uri: file, digest }) => {
    const bytes = digest === undefined ? null : kept.get(label, digest);
    return bytes === null || digest === undefined || bytes.byteLength > limits.textShownBytes
      ? []
      : [{ identity, uri, file, digest, bytes }];
  });
}
