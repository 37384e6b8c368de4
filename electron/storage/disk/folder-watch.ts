import { watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';

const settleMs = 40;
const pollMs = 500;

/**
 * Calls `look` soon after something happened in the folder of `path`, and every half second
 * in any case: notifications are lost on network file systems and when a queue overflows.
 * The folder is watched, not the file, because each write puts a new file in its place.
 * Keeps no process alive. The returned function ends it.
 */
export function watchFolder(path: string, look: () => void): () => void {
  let settling: NodeJS.Timeout | null = null;
  let watcher: FSWatcher | null = null;
  const poll = setInterval(look, pollMs);
  poll.unref();
  try {
    watcher = watch(dirname(path), { persistent: false }, () => {
      settling ??= setTimeout(() => {
        settling = null;
        look();
      }, settleMs).unref();
    });
    // The folder was removed, or the system is out of watches: polling goes on.
    watcher.on('error', () => watcher?.close());
  } catch {
    watcher = null;
  }
  return () => {
    clearInterval(poll);
    if (settling !== null) clearTimeout(settling);
    watcher?.close();
  };
}

/** Listeners, and a watch for as long as there are any. */
export function watchedListeners(watch: () => () => void) {
  const listeners = new Set<() => void>();
  let stopWatching: (() => void) | null = null;
  return {
    tell() {
      for (const listener of listeners) listener();
    },
    add(listener: () => void) {
      listeners.add(listener);
      stopWatching ??= watch();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stopWatching?.();
        stopWatching = null;
      };
    },
  };
}
