import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build } from 'vite';
import { chunksOfCommand } from '../../../build/chunks.ts';
import { defines, root } from '../../../build/product.ts';
import { testFolderVariable } from '../../../build/test-folder.ts';
import { demandPublished } from '../../commands/testing/published.ts';
import type { Place } from './place.ts';
import { until } from './until.ts';

export interface BuiltCli {
  readonly path: string;
  /** Where `serve` takes its page from. */
  readonly page: string;
}

/** The command line as the product's build bundles it, built once for all files of a run. */
export async function builtCli(): Promise<BuiltCli> {
  const run = process.env[testFolderVariable];
  if (run === undefined) throw new Error(`${testFolderVariable} is not set`);
  const folder = join(run, 'cli');
  // Two workers may want it at once: whoever makes its folder builds it.
  const isFirst = mkdirSync(folder, { recursive: true }) !== undefined;
  const ready = join(folder, 'ready');
  if (isFirst) {
    await bundle(folder);
    writeFileSync(ready, '');
  } else await until('the command line to be built', () => existsSync(ready), 120_000);
  return { path: join(folder, 'cli.js'), page: join(folder, 'renderer') };
}

async function bundle(folder: string): Promise<void> {
  await build({
    configFile: false,
    root,
    define: defines,
    logLevel: 'silent',
    ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate'], target: 'node' },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20.19',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          cli: `${root}electron/cli.ts`,
          'sample-server': `${root}electron/sample/server.ts`,
        },
        external: ['bufferutil', 'utf-8-validate', ...builtinModules],
        output: {
          format: 'esm',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // A start of the command waits for each file that it loads.
          codeSplitting: chunksOfCommand,
        },
      },
    },
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const page = join(folder, 'renderer');
  mkdirSync(page);
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(page, 'app.js'), 'export {};');
}

export interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the command line over the place's data folder and home. */
export function startCli(
  cli: BuiltCli,
  place: Place,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stdout: number | 'pipe' = 'pipe',
  stdin: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  return spawn(process.execPath, [cli.path, ...args], {
    cwd: place.root,
    stdio: [stdin, stdout, 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: place.home,
      USERPROFILE: place.home,
      SKILLGATE_HOME: place.data,
      // Whoever runs the tests has one of their own.
      SKILLGATE_KEYCHAIN: 'none',
      ...env,
    },
  });
}

/** Begins as a host does, over the standard input of a gateway, and waits for its answer. */
export async function greet(child: ChildProcess): Promise<void> {
  const params = {
    ...{ protocolVersion: '2025-11-25', capabilities: {} },
    clientInfo: { name: 'host', version: '0' },
  };
  child.stdin?.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`,
  );
  if (child.stdout !== null) await once(child.stdout, 'data');
}

export function ended(child: ChildProcess): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** Runs it to its end. What it prints with `--json` has to be what is published of it, in every test. */
export const runCli = (
  cli: BuiltCli,
  place: Place,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> => asPublished(args, ended(startCli(cli, place, args, env)));

async function asPublished(args: readonly string[], run: Promise<Ran>): Promise<Ran> {
  const ran = await run;
  demandPublished(args, ran.stdout);
  return ran;
}

/** The same, with these bytes on its standard input. */
export function feedCli(
  cli: BuiltCli,
  place: Place,
  args: readonly string[],
  input: string | Uint8Array,
): Promise<Ran> {
  const child = startCli(cli, place, args, {}, 'pipe', 'pipe');
  child.stdin?.end(input);
  return asPublished(args, ended(child));
}
