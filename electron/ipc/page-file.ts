import { readFile, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { err, ok, type Result } from '../../shared/result.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

export interface PageFile {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly type: string;
}

type Read = Result<PageFile, 'refused' | 'not-found'>;

/**
 * Reads one built file of the page. Takes the folder of the build and the path of the address,
 * still percent-encoded; `/` is the page itself. A path that could name anything outside the
 * folder is `refused` before the file system is asked.
 */
export async function readPageFile(folder: string, urlPath: string): Promise<Read> {
  const place = placeOf(folder, urlPath);
  return place.ok ? read(place.value) : place;
}

/**
 * Like `readPageFile`, but keeps a file's bytes until the next build, so that someone who requests
 * a large file on a hundred connections and reads none of it holds one copy.
 */
export function cachedPageFiles(folder: string): (urlPath: string) => Promise<Read> {
  const kept = new Map<string, { readonly builtAt: number; readonly page: Promise<Read> }>();
  return async (urlPath) => {
    const place = placeOf(folder, urlPath);
    if (!place.ok) return place;
    const { file } = place.value;
    const builtAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    if (builtAt === null) return err('not-found');
    const held = kept.get(file);
    if (held?.builtAt === builtAt) return held.page;
    const page = read(place.value);
    kept.set(file, { builtAt, page });
    return page;
  };
}

interface Place {
  readonly file: string;
  readonly type: string;
}

function placeOf(folder: string, urlPath: string): Result<Place, 'refused'> {
  let path: string;
  try {
    path = decodeURIComponent(urlPath);
  } catch {
    return err('refused');
  }
  if (path === '/' || path === '') path = '/index.html';
  const type = types[extname(path)];
  // The build makes plain names only. Refusing everything else leaves no room for `..`, drive
  // letters, backslashes, NUL, alternate streams or a second round of encoding.
  if (!/^(?:\/[\w-][\w.-]*)+$/.test(path) || type === undefined) return err('refused');
  const file = join(folder, ...path.slice(1).split('/'));
  if (!file.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return err('refused');
  return ok({ file, type });
}

async function read({ file, type }: Place): Promise<Read> {
  try {
    return ok({ bytes: (await readFile(file)) as Buffer<ArrayBuffer>, type });
  } catch {
    return err('not-found');
  }
}
