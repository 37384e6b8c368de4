import { readFile, stat, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { err, ok, type Result } from '../../shared/result.ts';
import { windowsProgram } from '../../shared/windows-program.ts';

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

interface PageFile {
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
    const builtAt = (await timeOf(file)) ?? (await timeOf(`${file}.br`));
    if (builtAt === null) return err('not-found');
    const held = kept.get(file);
    if (held?.builtAt === builtAt) return held.page;
    const page = read(place.value);
    kept.set(file, { builtAt, page });
    return page;
  };
}

const timeOf = (file: string): Promise<number | null> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );

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

/** The build packs large files (`build/vite.renderer.ts`). */
async function read({ file, type }: Place): Promise<Read> {
  const plain = await readFile(file).catch(() => null);
  if (plain !== null) return ok({ bytes: plain as Buffer<ArrayBuffer>, type });
  try {
    return ok({ bytes: await unpack(await readFile(`${file}.br`)), type });
  } catch {
    return err('not-found');
  }
}

const unpack = promisify(brotliDecompress) as (packed: Buffer) => Promise<Buffer<ArrayBuffer>>;

/**
 * The content security policy of the page, the same in both shells. The attacker controls
 * every text and every file that a server serves; whatever slips through the preview can
 * still run no script, load nothing and send nothing.
 *
 * Takes the origins that the page may connect to beside its own: the browser shell names its
 * WebSocket, the Electron shell names none.
 */
export function contentSecurityPolicy(connect: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Monaco positions its lines with inline styles. A style can't run code and, with no remote
    // origin allowed, can't send anything either.
    "style-src 'self' 'unsafe-inline'",
    // blob: shows images whose bytes were verified; no address of a server is ever loaded.
    "img-src 'self' blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** Headers of every answer that carries a part of the page, errors included. */
export function pageHeaders(connect: readonly string[] = []): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(connect),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
  };
}

/**
 * Asks the desktop to open an address that nobody else may learn. Another user of this machine can
 * read every command line, so it opens a file that only this person can read, which redirects to
 * the address. Returns a function that removes the file; `folder` is where to put it.
 */
export async function openPrivately(
  address: string,
  folder: string,
  start: (command: string, args: readonly string[]) => void = startDetached,
): Promise<() => Promise<void>> {
  const place = await mkdtemp(join(folder, 'skillgate-'));
  const file = join(place, 'open.html');
  await writeFile(file, pageLeadingTo(address), { mode: 0o600, flag: 'wx' });
  const [command, ...args] = opener(process.platform);
  start(command, [...args, file]);
  return () => rm(place, { recursive: true, force: true });
}

/** Opens an address that reveals nothing to anyone who reads it. */
export function openPublicly(
  address: string,
  start: (command: string, args: readonly string[]) => void = startDetached,
): void {
  const [command, ...args] = opener(process.platform);
  start(command, [...args, address]);
}

function opener(platform: NodeJS.Platform): [string, ...string[]] {
  switch (platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return [windowsProgram('rundll32.exe', process.env), 'url.dll,FileProtocolHandler'];
    default:
      return ['xdg-open'];
  }
}

const pageLeadingTo = (address: string): string => `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${attribute(address)}">
<title>Skillgate</title>
<p>Opening Skillgate …</p>
`;

/** A server may have written this: keep it one attribute's value. */
const attribute = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** If this fails, the person reads the printed address instead. */
function startDetached(command: string, args: readonly string[]): void {
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
