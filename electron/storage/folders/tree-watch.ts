import { watch as watchDisk } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { LeftOutEntry } from '../../engine/ports/session.ts';
import { stampOf } from '../disk/bounded-read.ts';
import { isMain } from './skill-folders.ts';

/** The system has few watches for all programs, and the attacker makes any number of folders. */
const mostWatched = 64;
/** Entries that a look compares; changes beyond them are seen when the folder is listed again. */
const mostEntries = 100_000;
/** Several writes are one change (ms). */
const settleMs = 200;
/**
 * How often to look where every folder is watched, as notifications are lost, and elsewhere (ms).
 */
const watchedMs = 30_000;
const unwatchedMs = 3_000;
/**
 * Share of the time that looking may take: a folder that changes without end is looked at seldom.
 */
const mostShare = 20;

const unwatchedWords =
  `it has more than ${mostEntries.toLocaleString('en')} files and folders, ` +
  'so some changes are seen only when you refresh the list.';
/** Of the folder itself: a reader of it isn't kept from anything. */
const whole = { isUnseen: true, isSkill: false };

export interface WatchTools {
  readonly now: () => number;
  /** Calls `run` after so many ms, unless the returned function was called before. */
  after(ms: number, run: () => void): () => void;
  /** Calls `changed` when an entry of this one folder changes; throws where that can't be heard. */
  watch(folder: string, changed: () => void, failed: () => void): { close(): void };
}

const ofMachine: WatchTools = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  watch(folder, changed, failed) {
    const watcher = watchDisk(folder, { persistent: false }, changed);
    watcher.on('error', failed);
    return watcher;
  },
};

export interface TreeWatch {
  /** Resolves when every later change is told. */
  readonly ready: Promise<void>;
  /** Said where not everything is watched. */
  unwatched(): readonly LeftOutEntry[];
  end(): void;
}

/**
 * Calls `changed` soon after something below a folder was added, written, moved or removed. Opens
 * no file and follows no link. Keeps no process alive.
 */
export function watchTree(
  top: string,
  changed: () => void,
  tools: WatchTools = ofMachine,
): TreeWatch {
  const watchers = new Map<string, { close(): void }>();
  let known: string | null = null;
  let isOver = false;
  let isWhole = true;
  let isLooking = false;
  let isMissed = false;
  let cancel = (): void => {};
  /** When the next look may be. */
  let earliest = 0;

  const lookAfter = (ms: number): void => {
    cancel();
    cancel = tools.after(Math.max(ms, earliest - tools.now()), () => void look());
  };
  const hear = (): void => {
    if (isOver) return;
    if (isLooking) isMissed = true;
    else lookAfter(settleMs);
  };
  const drop = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  /** Watches these, and gives how long to wait before the next look. */
  const watchAll = (folders: readonly string[]): number => {
    const wanted = new Set(folders.slice(0, mostWatched));
    for (const folder of watchers.keys()) if (!wanted.has(folder)) drop(folder);
    let isNew = false;
    for (const folder of wanted) {
      if (watchers.has(folder)) continue;
      try {
        watchers.set(
          folder,
          tools.watch(folder, hear, () => drop(folder)),
        );
        isNew = true;
      } catch {
        // The system is out of watches, or the folder is gone: looking goes on.
        return unwatchedMs;
      }
    }
    // What changed since the look and before the watch, nobody has said.
    if (isNew) return settleMs;
    return wanted.size === folders.length && folders.length > 0 ? watchedMs : unwatchedMs;
  };
  const look = async (): Promise<void> => {
    isLooking = true;
    isMissed = false;
    const began = tools.now();
    const { stamp, folders, isAll } = await stampTree(top);
    isLooking = false;
    if (isOver) return;
    isWhole = isAll;
    const wait = watchAll(folders);
    const cost = tools.now() - began;
    earliest = tools.now() + cost * mostShare;
    lookAfter(isMissed ? settleMs : wait);
    const isOther = known !== null && known !== stamp;
    known = stamp;
    if (isOther) changed();
  };
  return {
    ready: look(),
    unwatched: () => (isWhole ? [] : [{ path: top, why: unwatchedWords, ...whole }]),
    end() {
      isOver = true;
      cancel();
      for (const folder of watchers.keys()) drop(folder);
    },
  };
}

/** Tells one state of a tree from another, and names its folders; bounded. */
async function stampTree(top: string): Promise<{
  readonly stamp: string;
  readonly folders: readonly string[];
  readonly isAll: boolean;
}> {
  const hash = createHash('sha256');
  const folders: string[] = [];
  const waiting = [{ path: top, isInSkill: false }];
  let seen = 0;
  for (let at = waiting.shift(); at !== undefined && seen < mostEntries; at = waiting.shift()) {
    const { path } = at;
    const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
    hash.update(`${path}\0${entries === null ? 'unreadable' : entries.length}\0`);
    if (entries === null) continue;
    folders.push(path);
    const isInSkill = at.isInSkill || entries.some(({ name }) => isMain(name));
    // In an order of its own: the system's may change while nothing else does.
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      seen += 1;
      if (seen > mostEntries) break;
      const inner = join(path, entry.name);
      if (entry.isDirectory()) {
        const isRead = entry.name !== '.git' && (isInSkill || entry.name !== 'node_modules');
        if (isRead) waiting.push({ path: inner, isInSkill });
        continue;
      }
      const stats = await lstat(inner, { bigint: true }).catch(() => null);
      hash.update(`${entry.name}\0${stats === null ? 'gone' : stampOf(stats)}\0`);
    }
  }
  return { stamp: hash.digest('hex'), folders, isAll: seen < mostEntries };
}
