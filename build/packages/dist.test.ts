import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { root } from '../product.ts';
import { type BuilderConfig, builderConfig } from './builder.mjs';
import { controlOf, makeDeb } from './debian.mjs';
import { editionOf } from './edition.mjs';
import { makeExecutable } from './executable.mjs';
import { keychainPart } from './keychain.mjs';
import { machineOf } from './machine.mjs';
import { CannotMake, demandRoom, reasonOf } from './reason.mjs';
import { writeSums } from './sums.mjs';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillgate-dist-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shipping = editionOf({ source: 'package', electron: '45.4.1' }, '45.4.1');
const testing = editionOf({ source: 'registry', electron: '25.1.1' }, '45.4.1');

describe('which packages are for tests only', () => {
  it('ships only the Electron that the project declares', () => {
    expect(shipping).toMatchObject({ ships: true, mark: '' });
    for (const electron of ['25.1.1', '45.4.2', '46.0.0'])
      expect(editionOf({ source: 'override', electron }, '45.4.1').mark).toBe('-TEST-ONLY');
  });

  it('never ships a test runtime, whatever version it reports', () => {
    expect(editionOf({ source: 'registry', electron: '45.4.1' }, '45.4.1').ships).toBe(false);
  });

  it('says so in the .deb, with a version that any real one replaces', () => {
    const product = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    const real = controlOf(product, shipping, 1);
    const test = controlOf(product, testing, 1);
    expect(real).not.toContain('TEST-ONLY');
    expect(test).toContain('Description: TEST-ONLY, of Electron 25.1.1: ');
    const versions = [test, real].map((text) => /^Version: (.*)$/m.exec(text)?.[1] ?? '');
    const dpkg = spawnSync('dpkg', [
      '--compare-versions',
      versions[0] ?? '',
      'lt',
      versions[1] ?? '',
    ]);
    if (dpkg.error === undefined) expect(dpkg.status).toBe(0);
    expect(versions[0]).toBe(`${versions[1]}~TEST-ONLY`);
  });
});

describe('the configuration of electron-builder', () => {
  const config = parse(readFileSync(`${root}build/electron-builder.yml`, 'utf8')) as BuilderConfig;
  const derived = (edition: typeof shipping, node: string): BuilderConfig =>
    builderConfig(config, { edition, runtime: { folder: '/r', node }, extra: '/x', output: '/o' });

  it('sets every fuse and packs an archive in the shipped version', () => {
    const ships = derived(shipping, '24.1.0');
    expect(ships.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
    expect(ships).toMatchObject({ asar: true, files: config.files });
    expect(ships.extraMetadata).not.toHaveProperty('main');
  });

  it('omits from a test package only the fuses that its Electron is too old for', () => {
    const test = derived(testing, '18.15.0');
    const { grantFileProtocolExtraPrivileges: late, ...others } = config.electronFuses;
    expect(late).toBe(false);
    expect(test.electronFuses).toEqual(others);
    expect(test.artifactName).toContain('-TEST-ONLY-');
    expect(test.extraMetadata['main']).toBe('preamble.cjs');
  });
});

describe('what stops a package', () => {
  /** The first bytes of an ELF program for this `e_machine`. */
  const program = (name: string, machine: number): string => {
    const head = Buffer.alloc(64);
    head.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
    head.writeUInt16LE(machine, 18);
    const path = join(folder, name);
    writeFileSync(path, head, { mode: 0o755 });
    return path;
  };

  const dist = (env: Record<string, string>, ...args: string[]) =>
    new Promise<{ code: unknown; stdout: string }>((resolve) => {
      const options = { env: { ...process.env, ...env } };
      const words = [
        `${root}build/dist.mjs`,
        '--built',
        '--output',
        join(folder, 'release'),
        ...args,
      ];
      execFile(process.execPath, words, options, (error, stdout) =>
        resolve({ code: error?.code ?? 0, stdout }),
      );
    });

  it('reads a program’s processor', () => {
    expect(machineOf(program('a', 0x3e))).toBe('x64');
    expect(machineOf(program('b', 0xb7))).toBe('arm64');
    writeFileSync(join(folder, 'script'), '#!/bin/sh\n');
    expect(machineOf(join(folder, 'script'))).toBeNull();
  });

  it('names an Electron of the wrong processor and what to set instead', async () => {
    const other = process.arch === 'arm64' ? 0x3e : 0xb7;
    mkdirSync(join(folder, 'wrong'));
    cpSync(program('electron', other), join(folder, 'wrong/electron'));
    const { code, stdout } = await dist({ ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'wrong') });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^not made {2}packages: .*wrong\/electron is for \w+, and this machine is \w+: name one .*ELECTRON_OVERRIDE_DIST_PATH$/m,
    );
  });

  it('says that there is no Electron, and how to name one', async () => {
    mkdirSync(join(folder, 'empty'));
    const { code, stdout } = await dist({ ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'empty') });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^not made {2}packages: there is no Electron to pack: .*is not there/m);
  });

  it('doesn’t start with too little space', () => {
    expect(() => demandRoom(folder, Number.MAX_SAFE_INTEGER)).toThrow(
      /MB free, and .* make room there/,
    );
    expect(() => demandRoom(folder, 1)).not.toThrow();
  });

  it('reports a disk that fills up on the way', () => {
    const code = Object.assign(new Error('write'), { code: 'ENOSPC' });
    const told = Object.assign(new Error('dpkg-deb ended with 2: x'), {
      output: 'dpkg-deb: error: cannot write: No space left on device\n',
    });
    for (const error of [code, told]) expect(reasonOf(error, '/r')).toBe(full);
  });
  const full = 'the disk of /r is full: make room there and run it again';

  const product = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  /** A package of one small file, into this folder. */
  const pack = (output: string): Promise<void> => {
    mkdirSync(join(folder, 'app'), { recursive: true });
    writeFileSync(join(folder, 'app/skillgate-window'), randomBytes(300_000));
    const parts = { root, unpacked: join(folder, 'app'), work: join(folder, 'deb'), product };
    const file = join(output, 'x.deb');
    return makeDeb({ ...parts, edition: testing, builtAt: new Date(0), output: file });
  };
  const reasonFor = (output: string): Promise<string> =>
    pack(output).then(
      () => 'it was made',
      (error: unknown) => reasonOf(error, output),
    );

  it('says what to install without dpkg', async () => {
    vi.stubEnv('PATH', join(folder, 'nothing'));
    const said = await reasonFor(folder);
    vi.unstubAllEnvs();
    expect(said).toMatch(/^dpkg-deb is not on this machine: install Debian's dpkg/);
  });

  const small = (at: string): boolean => {
    mkdirSync(at);
    return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', at]).status === 0;
  };

  it('reports a full disk if it fills under dpkg-deb', async (context) => {
    const at = join(folder, 'small');
    if (!small(at)) return context.skip('only root can mount a small disk');
    const said = await reasonFor(at);
    spawnSync('umount', [at]);
    expect(said).toBe(`the disk of ${at} is full: make room there and run it again`);
  });

  it('returns the line of an expected error, and one line for any other', () => {
    expect(reasonOf(new CannotMake('no dpkg: install it'), '/r')).toBe('no dpkg: install it');
    expect(reasonOf(new Error('one\ntwo'), '/r')).toBe('one');
    expect(reasonOf(new Error(''), '/r')).toBe('it gave no reason');
  });

  it('says which Node can’t become the command, before it makes anything', async () => {
    const node = program('not-node', 0x3e);
    chmodSync(node, 0o755);
    const options = {
      root,
      script: join(folder, 'x.cjs'),
      output: join(folder, 'out'),
      version: '1',
    };
    await expect(makeExecutable({ ...options, node })).rejects.toThrow(
      `${node} cannot carry a program: run this with a Node from nodejs.org instead`,
    );
  });
});

it('writes sums that sha256sum can check', async () => {
  writeFileSync(join(folder, 'b'), 'two');
  writeFileSync(join(folder, 'a file'), 'one');
  await writeSums(folder, ['b', 'a file']);
  const check = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (check.error === undefined)
    expect(check).toMatchObject({ status: 0, stdout: 'a file: OK\nb: OK\n' });
});

describe("the keychain's library", () => {
  const put = (name: string, manifest: object): void => {
    const at = join(folder, 'project/node_modules/@napi-rs', name);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, 'package.json'), JSON.stringify(manifest));
  };

  it('is that of this system and processor, and no package is made without one', () => {
    put('keyring', { main: 'index.js' });
    put('keyring-linux-arm64-gnu', { main: 'a.node', os: ['linux'], cpu: ['arm64'] });
    put('keyring-win32-x64-msvc', { main: 'w.node', os: ['win32'], cpu: ['x64'] });
    const project = join(folder, 'project');
    expect(keychainPart(project, { platform: 'win32', arch: 'x64' })).toEqual({
      file: join(project, 'node_modules/@napi-rs/keyring-win32-x64-msvc/w.node'),
      folders: ['node_modules/@napi-rs/keyring', 'node_modules/@napi-rs/keyring-win32-x64-msvc'],
    });
    expect(() => keychainPart(project, { platform: 'linux', arch: 'x64' })).toThrow(CannotMake);
    expect(() => keychainPart(folder)).toThrow(CannotMake);
  });
});
