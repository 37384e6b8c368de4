import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

export interface HostMachine {
  readonly platform: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** Where Skillgate keeps its files: `SKILLGATE_HOME`, else the platform's settings folder. */
export function dataFolder({ platform, home, env, cwd }: HostMachine): string {
  const path = platform === 'win32' ? win32 : posix;
  const chosen = env['SKILLGATE_HOME'];
  if (chosen) return path.resolve(cwd, chosen);
  if (platform === 'win32')
    return path.join(env['APPDATA'] || path.join(home, 'AppData', 'Roaming'), 'skillgate');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'skillgate');
  const xdg = env['XDG_CONFIG_HOME'];
  // The XDG specification says to ignore a relative path.
  return path.join(
    xdg !== undefined && path.isAbsolute(xdg) ? xdg : path.join(home, '.config'),
    'skillgate',
  );
}

/** Where this person's `approvals.json` is. */
export function approvalsPath(): string {
  const path = process.platform === 'win32' ? win32 : posix;
  return path.join(
    dataFolder({
      platform: process.platform,
      home: homedir(),
      env: process.env,
      cwd: process.cwd(),
    }),
    'approvals.json',
  );
}
