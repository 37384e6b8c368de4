/** Media types by file extension. */
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
 * The media type of a file, by its name, else by its bytes. The server's claim is ignored: it could
 * call approved bytes a script, and a program would follow that.
 */
export const mediaTypeOf = (path: string, bytes: Uint8Array): string =>
  mediaTypeByName(path) ??
  (exactTextOf(bytes) === null ? 'application/octet-stream' : 'text/plain');

/** The media type of a file extension, or null. */
export function mediaTypeByName(path: string): string | null {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(types, ending) ? (types[ending] ?? null) : null;
}

/** The text of valid UTF-8 bytes, or null. */
export function exactTextOf(bytes: Uint8Array): string | null {
  try {
    const text = decoder.decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
