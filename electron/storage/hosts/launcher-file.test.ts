import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installationsIn, isVersioned } from '../../core/hosts/gateway-entry.ts';
import { hostLauncher, offerInstallation } from './host-files.ts';

let root: string;
let data: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'skillgate-launcher-'));
  data = join(root, "it's $(touch x) data");
  mkdirSync(data, { mode: 0o700 });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A stand-in for Node that says which it is and what it was given. */
function makeNode(path: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho "$0|$SKILLGATE_HOME|$*"\n`);
  chmodSync(file, 0o755);
  return file;
}

function makeScript(path: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  return file;
}

const installed = (command: string, ...args: string[]) => ({ command, args, env: {} });
const launcher = (one: ReturnType<typeof installed>) => hostLauncher(one, data, 'linux');
async function install(one: ReturnType<typeof installed>) {
  expect(await launcher(one).install()).toEqual({ ok: true, value: undefined });
}

/** What the launcher starts, as an app does: without a shell. */
function start(...args: string[]) {
  const { command } = launcher(installed('/none'));
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', cwd: root });
  return { status, stdout: stdout.trim(), stderr };
}

describe('the program that apps’ entries name', () => {
  it('starts the installation with every argument and this data folder, whatever their names', async () => {
    const node = makeNode("no'de/n $HOME");
    const script = makeScript('li b/`cli`.js');
    await install(installed(node, script));
    expect(start('gateway', '--server', "a b'c")).toEqual({
      status: 0,
      stdout: `${node}|${data}|${script} gateway --server a b'c`,
      stderr: '',
    });
    expect(readdirSync(root)).not.toContain('x');
    expect(statSync(launcher(installed('/none')).command).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(data, 'bin'))).toEqual(['skillgate']);
  });

  it.each([
    ['nvm', 'versions/node/v20.1.0/bin/node', 'versions/node/v20.1.0/lib/cli.js', 'v24.2.0'],
    ['Homebrew', 'Cellar/node/24.1.0_1/bin/node', 'lib/node_modules/cli.js', '25.0.0'],
    ['fnm', 'fnm/v20.1.0/installation/bin/node', 'fnm/v20.1.0/installation/lib/cli.js', 'v22.0.1'],
    ['Volta', 'image/node/20.1.0/bin/node', 'image/packages/skillgate/cli.js', '22.9.0'],
    ['asdf', 'installs/nodejs/20.1.0/bin/node', 'installs/nodejs/20.1.0/lib/cli.js', '21.0.0'],
  ])('finds what replaced the Node of %s', async (_, node, script, next) => {
    const [old] = /v?\d+\.\d+\.\d+(?:_\d+)?/.exec(node) ?? [''];
    const one = installed(makeNode(node), makeScript(script));
    expect(isVersioned(one)).toBe(true);
    await install(one);
    const [before = ''] = node.split(old);
    renameSync(join(root, before, old), join(root, before, next));
    const moved = [node, script].map((path) => join(root, path.replace(old, next)));
    expect(start('x').stdout).toBe(`${moved[0]}|${data}|${moved[1]} x`);
  });

  it('looks for no other version where others may make one', async () => {
    const one = installed(makeNode('open/20.1.0/bin/node'), makeScript('cli.js'));
    chmodSync(join(root, 'open'), 0o1777);
    await install(one);
    renameSync(join(root, 'open', '20.1.0'), join(root, 'open', 'theirs'));
    expect(start()).toMatchObject({ status: 127, stdout: '' });
  });

  it('takes no other folder beside it for a version', async () => {
    const one = installed(makeNode('20.1.0/bin/node'), makeScript('cli.js'));
    await install(one);
    makeNode('a-clone/bin/node');
    makeNode('2048/bin/node');
    rmSync(join(root, '20.1.0'), { recursive: true });
    expect(start()).toMatchObject({ status: 127, stdout: '' });
  });

  it('is left for another installation only if its own is gone', async () => {
    const [one, other] = ['one', 'other'].map((name) => installed(makeNode(name)));
    if (one === undefined || other === undefined) throw new Error('two installations');
    await install(one);
    await offerInstallation(other, data);
    expect(start().stdout).toContain(one.command);
    rmSync(one.command);
    expect(start().stdout).toContain(other.command);
    makeNode('one');
    await install(other);
    expect(start().stdout).toContain(other.command);
  });

  it('says what to do where none is left, and ends', async () => {
    await install(installed(makeNode('one')));
    rmSync(join(root, 'one'));
    const { status, stdout, stderr } = start('gateway');
    expect([status, stdout]).toEqual([127, '']);
    expect(stderr).toMatch(/^Skillgate is no longer installed .* `skillgate protect --repair/);
  });

  it('is made by protecting only, and keeps at most eight installations', async () => {
    await offerInstallation(installed(makeNode('one')), data);
    expect(existsSync(join(data, 'bin'))).toBe(false);
    await install(installed(makeNode('one')));
    for (let at = 0; at < 12; at += 1) await offerInstallation(installed(makeNode(`n${at}`)), data);
    const known = installationsIn(readFileSync(join(data, 'bin', 'skillgate'), 'utf8'));
    expect(known.map(({ command }) => command)).toEqual(
      ['one', 'n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n11'].map((name) => join(root, name)),
    );
  });

  it('is the installation itself on Windows, where no app starts a script', () => {
    const one = installed('C:\\node.exe', 'C:\\cli.js');
    expect(hostLauncher(one, data, 'win32')).toMatchObject({ ...one, installation: one });
  });
});
