import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { reasonIn, runDownload } from '../processes.mjs';
import { builderConfig } from './builder.mjs';
import { wrongFuses } from './fuses.mjs';
import { CannotMake } from './reason.mjs';
import { runTool } from './tool.mjs';

const names = { darwin: 'mac', win32: 'win', linux: 'linux' };
/** electron-builder's name for this platform. */
export const platform = names[process.platform] ?? 'linux';

/**
 * Lets electron-builder combine app and runtime in one folder. Returns `{folder, program, config}`;
 * `config` is the configuration's path, for further packages from that folder.
 */
export async function makeUnpacked({ root, work, release, edition, runtime, extra }) {
  const text = readFileSync(join(root, 'build/electron-builder.yml'), 'utf8');
  const output = join(release, '.builder');
  rmSync(output, { recursive: true, force: true });
  const settings = { edition, runtime, extra, output };
  const config = builderConfig(parse(text), settings);
  const path = join(work, 'electron-builder.json');
  writeFileSync(path, JSON.stringify(config, null, 1));
  await runTool(process.execPath, [...builder(root, path), `--${platform}`, 'dir'], { cwd: root });

  const made = ['linux-unpacked', 'linux-arm64-unpacked', 'mac', 'mac-arm64', 'win-unpacked'];
  const name = made.find((one) => existsSync(join(output, one)));
  const folder = join(release, `${name}${edition.mark}`);
  rmSync(folder, { recursive: true, force: true });
  renameSync(join(output, name), folder);
  const program = join(folder, programs[platform]);
  const wrong = await wrongFuses(program, config.electronFuses);
  if (wrong.length > 0) throw new CannotMake(wrong.join('; '));
  return { folder, program, config: path };
}

const programs = {
  linux: 'skillgate-window',
  mac: 'Skillgate.app/Contents/MacOS/Skillgate',
  win: 'Skillgate.exe',
};

const toolsAt = 'https://github.com';
const endings = { AppImage: 'AppImage', dmg: 'dmg', nsis: 'exe' };

const builder = (root, config) => [
  join(root, 'node_modules/electron-builder/cli.js'),
  ...['--config', config, '--publish', 'never'],
];

/**
 * Makes another package of an unpacked app with electron-builder, which downloads its tools.
 * Returns its file names in `release`. Throws CannotMake if it couldn't.
 */
export async function makeOther({ root, config, folder, target, release }) {
  if (!(await reaches(toolsAt)))
    throw new CannotMake(
      `${toolsAt} cannot be reached, where electron-builder fetches its tools: run this where it can be`,
    );
  const args = [...builder(root, config), '--prepackaged', folder, `--${platform}`, target];
  const { ok, output } = await runDownload(process.execPath, args, { stallMs: 30_000 });
  const place = join(release, '.builder');
  const packages = ok
    ? readdirSync(place).filter((name) => name.endsWith(`.${endings[target]}`))
    : [];
  for (const name of packages) renameSync(join(place, name), join(release, name));
  if (packages.length > 0) return packages;
  throw new CannotMake(`electron-builder could not make it: ${reasonIn(output)}`);
}

/** Whether anything answers there. Checked first, because electron-builder tries for a minute. */
async function reaches(address) {
  try {
    await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(10_000) });
    return true;
  } catch {
    return false;
  }
}
