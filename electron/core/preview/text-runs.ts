import { sequenceAt } from './marked-text.ts';

/** Shorter ones occur by chance: 64 KiB of random bytes have one of 16 in one of fifty cases. */
export const shortestRun = 16;

/**
 * Stretches of a non-text file that read as text: printable UTF-8, tabs and line endings. It
 * ignores the format's blocks, because an attacker can put a script where a decoder skips or draws
 * bytes. `start` and `end` in bytes, in file order.
 */
export function textRuns(bytes: Uint8Array): readonly { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  let start = 0;
  let characters = 0;
  let at = 0;
  while (at <= bytes.length) {
    const length = at < bytes.length && isWritten(bytes[at] ?? 0) ? sequenceAt(bytes, at) : 0;
    if (length > 0) {
      at += length;
      characters += 1;
      continue;
    }
    if (characters >= shortestRun) runs.push({ start, end: at });
    at += 1;
    start = at;
    characters = 0;
  }
  return runs;
}

const isWritten = (byte: number): boolean =>
  (byte >= 0x20 && byte !== 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;
