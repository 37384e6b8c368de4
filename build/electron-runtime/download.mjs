import { existsSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';

const sizeOf = (file) => (existsSync(file) ? statSync(file).size : 0);

/** What went wrong, without the wrappers around it. */
const reasonOf = (error) =>
  error.cause?.code ?? error.cause?.message ?? error.code ?? error.message;

/** One request for what is missing of `file`. Throws; what has arrived by then is in the file. */
async function fetchRest(url, file, stallMs) {
  const ended = new AbortController();
  const stalled = () => ended.abort(new Error(`no answer for ${stallMs / 1000} s`));
  let timer = setTimeout(stalled, stallMs);
  const have = sizeOf(file);
  try {
    const response = await fetch(url, {
      headers: have === 0 ? {} : { range: `bytes=${have}-` },
      signal: ended.signal,
    });
    // Nothing is missing, or what is here is no beginning of it: the digest will tell.
    if (response.status === 416) return;
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const handle = await open(file, response.status === 206 ? 'a' : 'w');
    try {
      // One after the other: the next request starts at what is written, not at what was sent.
      for await (const chunk of response.body) {
        clearTimeout(timer);
        timer = setTimeout(stalled, stallMs);
        await handle.appendFile(chunk);
      }
    } finally {
      await handle.close();
    }
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Downloads `url` to `file`, going on where an earlier call ended, as often as that gets further.
 * Gives null, or the reason in a few words; a file that came in part stays for the next call.
 */
export async function download(url, file, { stallMs = 20_000 } = {}) {
  for (;;) {
    const before = sizeOf(file);
    try {
      await fetchRest(url, file, stallMs);
      return null;
    } catch (error) {
      if (error.code === 'ENOSPC') {
        // A full disk is the person's trouble elsewhere, too.
        rmSync(file, { force: true });
        return 'the disk is full';
      }
      if (sizeOf(file) <= before) return reasonOf(error);
    }
  }
}
