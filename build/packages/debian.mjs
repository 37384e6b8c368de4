import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runTool } from './tool.mjs';

/** Debian's names for Node's processors. */
const architectures = {
  x64: 'amd64',
  arm64: 'arm64',
  arm: 'armhf',
  ia32: 'i386',
  riscv64: 'riscv64',
};

/** What Chromium and Node load; newer releases name some by the width of their clock. */
const depends = [
  'libc6',
  'libasound2 | libasound2t64',
  'libatk-bridge2.0-0 | libatk-bridge2.0-0t64',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libcups2 | libcups2t64',
  'libdrm2',
  'libgbm1',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnss3',
  'libstdc++6',
  'libxkbcommon0',
  'libxss1',
  'xdg-utils',
];

export const debianArchitecture = (processor) => architectures[processor] ?? processor;

/**
 * Makes the `.deb` of an unpacked app: the app in /opt/skillgate, `skillgate` (the command) and
 * `skillgate-window` on the path, the desktop entry, the icon and the notices. `work` is our own
 * folder, emptied first. The same folder and `builtAt` give the same bytes.
 */
export async function makeDeb({ root, unpacked, work, output, product, edition, builtAt }) {
  rmSync(work, { recursive: true, force: true });
  const top = join(work, 'opt/skillgate');
  cpSync(unpacked, top, { recursive: true });
  const icons = join(work, 'usr/share/icons/hicolor');
  const put = (from, to) => cpSync(join(root, 'build', from), to);
  put('icons/icon.png', join(icons, '512x512/apps/skillgate.png'));
  put('icons/icon.svg', join(icons, 'scalable/apps/skillgate.svg'));
  put('packages/debian/skillgate.desktop', join(work, 'usr/share/applications/skillgate.desktop'));
  link(work, 'usr/bin', 'skillgate', '../../opt/skillgate/resources/command/skillgate');
  link(work, 'usr/bin', 'skillgate-window', '../../opt/skillgate/skillgate-window');
  writeCopyright(root, work);
  settleModes(work);
  // Without user namespaces, Chromium's sandbox needs this program to belong to root. Nobody should
  // trust a test runtime with that.
  if (edition.ships) chmodSync(join(top, 'chrome-sandbox'), 0o4755);

  const { size, sums } = measure(work);
  mkdirSync(join(work, 'DEBIAN'), { mode: 0o755 });
  writeFileSync(join(work, 'DEBIAN/control'), controlOf(product, edition, size));
  writeFileSync(join(work, 'DEBIAN/md5sums'), sums);
  for (const script of ['prerm', 'postrm']) {
    put(`packages/debian/${script}`, join(work, 'DEBIAN', script));
    chmodSync(join(work, 'DEBIAN', script), 0o755);
  }

  // Test packages are made often and never kept.
  const compression = edition.ships ? ['-Zxz'] : ['-Zgzip', '-z1'];
  await runTool('dpkg-deb', ['--root-owner-group', ...compression, '--build', work, output], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(Math.floor(builtAt.getTime() / 1000)) },
    missing: "dpkg-deb is not on this machine: install Debian's dpkg (macOS: brew install dpkg)",
  });
}

export function controlOf(product, edition, bytes) {
  const test = edition.ships ? '' : `TEST-ONLY, of Electron ${edition.electron}: `;
  return `${[
    'Package: skillgate',
    // A version that any real one replaces.
    `Version: ${product.version}${edition.ships ? '' : '~TEST-ONLY'}`,
    `Architecture: ${debianArchitecture(process.arch)}`,
    `Maintainer: ${product.author}`,
    `Homepage: ${product.homepage}`,
    `Installed-Size: ${Math.ceil(bytes / 1024)}`,
    `Depends: ${depends.join(', ')}`,
    'Section: devel',
    'Priority: optional',
    `Description: ${test}${product.description.replace(/\.$/, '')}`,
    ' Shows exactly what every configured MCP server serves as Agent Skills, checks',
    ' it, and keeps the decision about each in a file that MCP hosts read.',
  ].join('\n')}\n`;
}

function link(work, folder, name, target) {
  mkdirSync(join(work, folder), { recursive: true });
  symlinkSync(target, join(work, folder, name));
}

function writeCopyright(root, work) {
  const folder = join(work, 'usr/share/doc/skillgate');
  mkdirSync(folder, { recursive: true });
  const own = readFileSync(join(root, 'LICENSE'), 'utf8');
  const others =
    'The work of others that it holds: /opt/skillgate/resources/THIRD-PARTY-NOTICES.txt\n';
  writeFileSync(join(folder, 'copyright'), `${own}\n${others}`);
}

const walk = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));

/** Whatever this machine's umask: everyone may read, only root may write. */
function settleModes(work) {
  chmodSync(work, 0o755);
  for (const { entry, path } of walk(work)) {
    if (entry.isSymbolicLink()) continue;
    const runs = entry.isDirectory() || (lstatSync(path).mode & 0o100) !== 0;
    chmodSync(path, runs ? 0o755 : 0o644);
  }
}

/** Size on disk, and `md5sums` for `dpkg --verify`. */
function measure(work) {
  let size = 0;
  let sums = '';
  for (const { entry, path } of walk(work)) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(path);
    size += bytes.length;
    sums += `${createHash('md5').update(bytes).digest('hex')}  ${path.slice(work.length + 1)}\n`;
  }
  return { size, sums };
}
