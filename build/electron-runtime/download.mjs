import { createWriteStream, existsSync, rmSync, statSync } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const sizeOf = (file) => (existsSync(file) ? statSync(file).size : 0);

/** What went wrong, without the stack of wrappers around it. */
const reasonOf = (error) =>
  error.cause?.code ?? error.cause?.message ?? error.code ?? error.message;

/** One request for what is missing of `file`. Throws; what has arrived stays. */
async function fetchRest(url, file, stallMs) {
  const ended = new AbortController();
  const stalled = () => ended.abort(new Error(`no answer for ${stallMs / 1000} s`));
  let timer = setTimeout(stalled, stallMs);
  const alive = new Transform({
    transform(chunk, _encoding, done) {
      clearTimeout(timer);
      timer = setTimeout(stalled, stallMs);
      done(null, chunk);
    },
  });
  try {
    const have = sizeOf(file);
    const response = await fetch(url, {
      headers: have === 0 ? {} : { range: `bytes=${have}-` },
      signal: ended.signal,
    });
    // Nothing is missing, or what is here is not a beginning of it: the digest will tell.
    if (response.status === 416) return;
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const flags = response.status === 206 ? 'a' : 'w';
    await pipeline(Readable.fromWeb(response.body), alive, createWriteStream(file, { flags }));
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
