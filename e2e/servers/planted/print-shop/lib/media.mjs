import { extname } from 'node:path';

const types = {
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
  '.py': 'text/x-python',
  '.sh': 'text/x-shellscript',
  '.json': 'application/json',
  '.png': 'image/png',
};

export const directoryType = 'inode/directory';
export const typeOf = (path) => types[extname(path)] ?? 'application/octet-stream';

const isText = (path) => /^text\/|\/json$/.test(typeOf(path));

/** One element of `contents`: text as text, everything else in base64. */
export function contentOf(uri, path, bytes) {
  const mimeType = typeOf(path);
  return isText(path)
    ? { uri, mimeType, text: bytes.toString('utf8') }
    : { uri, mimeType, blob: bytes.toString('base64') };
}
