/**
 * Loaded before the app in an Electron older than the one that ships, in tests alone: what
 * libraries take for granted and Node 18 lacks. The app's own code does without.
 */
const { webcrypto } = require('node:crypto');

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

require('./dist/main.cjs');
