import type { Json } from './message.ts';

const types: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  txt: 'text/plain',
  csv: 'text/csv',
  html: 'text/html',
  css: 'text/css',
  xml: 'application/xml',
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  toml: 'application/toml',
  js: 'text/javascript',
  mjs: 'text/javascript',
  ts: 'text/x-typescript',
  py: 'text/x-python',
  sh: 'text/x-shellscript',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  zip: 'application/zip',
};

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * `contents` of a file whose bytes have the approved digest. Its type comes from the name that was
 * approved, not from what the server calls it; the bytes are never rewritten.
 */
export function fileContent(uri: string, bytes: Uint8Array): Json {
  const text = textOf(bytes);
  const mimeType = typeOf(uri) ?? (text === null ? 'application/octet-stream' : 'text/plain');
  return text === null
    ? { uri, mimeType, blob: Buffer.from(bytes).toString('base64') }
    : { uri, mimeType, text };
}

/** The text whose UTF-8 bytes these are, or null. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    const text = decoder.decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

export function typeOf(uri: string): string | null {
  const ending = /\.([a-z0-9]+)$/i.exec(uri)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(types, ending) ? (types[ending] ?? null) : null;
}
