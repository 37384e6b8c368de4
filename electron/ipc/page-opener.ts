import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { windowsProgram } from '../../shared/windows-program.ts';

/**
 * Asks the desktop to show an address that nobody else may learn. The attacker is another user of
 * this machine, who can read every command line: so what is opened is a file that only this person
 * can read, and it leads to the address. Gives what removes the file; `folder` is where to put it.
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

/** The same of an address that says nothing to whoever reads it. */
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

/** A server may have written it: it stays one attribute's value. */
const attribute = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** A machine that cannot is one whose person reads the printed address. */
function startDetached(command: string, args: readonly string[]): void {
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
