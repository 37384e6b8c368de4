/**
 * Loaded before the app in an Electron older than the one that ships, in tests alone: what
 * libraries take for granted and Node 18 lacks. The app's own code does without.
 */
const { webcrypto } = require('node:crypto');
const zlib = require('node:zlib');

globalThis.crypto ??= webcrypto;

URL.canParse ??= (text, base) => {
  try {
    return Boolean(new URL(text, base));
  } catch {
    return false;
  }
};

AbortSignal.any ??= (signals) => {
  const any = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) any.abort(signal.reason);
    signal.addEventListener('abort', () => any.abort(signal.reason), { signal: any.signal });
  }
  return any.signal;
};

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});
zlib.crc32 ??= (bytes, before = 0) => {
  let sum = ~before;
  for (const byte of bytes) sum = (table[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8);
  return ~sum >>> 0;
};

require('./dist/main.cjs');
