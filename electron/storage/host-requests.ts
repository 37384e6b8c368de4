import { join } from 'node:path';
import { err, ok, type Result } from '../../shared/result.ts';
import {
  mostWaiting,
  waitingFileSchema,
  waitingSkillSchema,
  type WaitingFile,
  type WaitingSkill,
} from '../../shared/model/waiting.ts';
import { parsedJson } from '../core/json-text.ts';
import type { HostRequest, WaitingStore } from '../engine/ports/decisions.ts';
import { stampAt } from './approvals/file.ts';
import { readJson, type FileStamp } from './disk/bounded-read.ts';
import { watchFolder } from './disk/folder-watch.ts';
import { rewriteFile } from './disk/json-file.ts';

const mostBytes = 16 * 1024 * 1024;
const empty: WaitingFile = { format: 'skillgate/waiting@1', waiting: [], dropped: 0 };

/**
 * `waiting.json`: skills that hosts met at a gateway and didn't get. A convenience for a person,
 * never part of a decision: a file that is damaged, newer or written by others is reported and
 * left unchanged.
 */
export function openWaiting(folder: string): WaitingStore {
  const path = join(folder, 'waiting.json');

  const read = (): Promise<Result<WaitingFile, string>> =>
    readJson<WaitingFile>(path, mostBytes, {
      missing: empty,
      take: (json) => waitingFileSchema.safeParse(json).data ?? null,
      parse: parsedJson,
      damaged: 'can’t be used: it is damaged, or of a newer version',
    });

  const change = async (edit: (file: WaitingFile) => WaitingFile): Promise<boolean> => {
    const written = await rewriteFile(path, async () => {
      const file = await read();
      return file.ok ? ok(`${JSON.stringify(edit(file.value), null, 2)}\n`) : err('damaged');
    });
    return written.ok;
  };

  return {
    read,
    add: (met) => change((file) => added(file, met)),
    remove: (gone) =>
      change((file) => ({ ...file, waiting: file.waiting.filter((one) => !gone(one)) })),
    onChange(listener) {
      let known: FileStamp | null | undefined;
      const look = async (): Promise<void> => {
        const now = await stampAt(path).catch(() => null);
        if (now === known) return;
        const first = known === undefined;
        known = now;
        if (!first) listener();
      };
      void look();
      return watchFolder(path, () => void look());
    },
  };
}

function added(file: WaitingFile, met: readonly HostRequest[]): WaitingFile {
  const waiting = new Map(file.waiting.map((one) => [makeKey(one), one]));
  let unfit = 0;
  for (const { at, ...one } of met) {
    const before = waiting.get(makeKey(one));
    const next = {
      ...one,
      firstAt: before?.firstAt ?? at,
      lastAt: at,
      count: (before?.count ?? 0) + 1,
    };
    // One line that the schema refuses would make the whole file unreadable, from then on.
    if (!waitingSkillSchema.safeParse(next).success) {
      unfit += 1;
      continue;
    }
    // Taken out first: the newest stands last.
    waiting.delete(makeKey(one));
    waiting.set(makeKey(one), next);
  }
  const all = [...waiting.values()];
  // The attacker is a server whose addresses are as long as they may be.
  let bytes = 0;
  const from = all.findLastIndex((one) => (bytes += JSON.stringify(one).length) > mostBytes / 4);
  const kept = all.slice(from + 1).slice(-mostWaiting);
  return { ...file, waiting: kept, dropped: file.dropped + unfit + all.length - kept.length };
}

const makeKey = ({
  host,
  identity,
  server,
  uri,
}: Pick<WaitingSkill, 'host' | 'identity' | 'server' | 'uri'>): string =>
  JSON.stringify([host.name, host.version, server, identity, uri]);
