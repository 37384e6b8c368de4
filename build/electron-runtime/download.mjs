import { existsSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';

const sizeOf = (file) => (existsSync(file) ? statSync(file).size : 0);

/** The error without its wrappers. */
const reasonOf = (error) =>
  error.cause?.code ?? error.cause?.message ?? error.code ?? error.message;

/** Requests the missing part of `file`. Throws, keeping what arrived in the file. */
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
    // Nothing is missing, or this isn't its beginning: the digest will tell.
    if (response.status === 416) return;
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const handle = await open(file, response.status === 206 ? 'a' : 'w');
    try {
      // One at a time: the next request starts at what was written, not at what was sent.
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
 * Downloads `url` to `file`, resuming an earlier call, and retrying as long as it makes progress.
 * Returns null, or a short reason; a partial file stays for the next call.
 */
export async function download(url, file, { stallMs = 20_000 } = {}) {
  for (;;) {
    const before = sizeOf(file);
    try {
      await fetchRest(url, file, stallMs);
      return null;
    } catch (error) {
      if (error.code === 'ENOSPC') {
        // A full disk is for the person to solve, too.
        rmSync(file, { force: true });
        return 'the disk is full';
      }
      if (sizeOf(file) <= before) return reasonOf(error);
    }
  }
}
