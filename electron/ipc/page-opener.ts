import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { windowsProgram } from '../../shared/windows-program.ts';

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
