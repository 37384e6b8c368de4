import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PassThrough, Readable, type Writable } from 'node:stream';
import type { InlineConfig } from 'vite';
import { bundleOnce, collectInputs } from '../../../build/bundle-once.ts';
import { chunksOfCommand } from '../../../build/chunks.ts';
import { defines, root } from '../../../build/product.ts';
import { testFolderVariable } from '../../../build/test-folder.ts';
import { runCli as runCommand } from '../../commands/run.ts';
import type { CommandProcess, OutputStream } from '../../commands/call/command-process.ts';
import { demandPublished } from '../../commands/testing/published.ts';
import type { Place } from './place.ts';
import { until } from './until.ts';

export interface BuiltCli {
  readonly path: string;
  /** Where `serve` finds its page. */
  readonly page: string;
}

/** The command line as the product's build bundles it, built once for the same files. */
export async function builtCli(): Promise<BuiltCli> {
  const folder = join(root, '.cache/cli');
  const page = join(folder, 'renderer');
  // Two workers may need it at once: the first creates the folder of this run and builds.
  const run = process.env[testFolderVariable];
  if (run === undefined) throw new Error(`${testFolderVariable} is not set`);
  const isFirst = mkdirSync(join(run, 'cli'), { recursive: true }) !== undefined;
  const ready = join(run, 'cli/ready');
  if (isFirst) {
    await bundleOnce(folder, commandBundle, [
      fileURLToPath(import.meta.url),
      `${root}build/chunks.ts`,
    ]);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    mkdirSync(page, { recursive: true });
    writeFileSync(join(page, 'index.html'), '<!doctype html><title>page</title>');
    writeFileSync(join(page, 'app.js'), 'export {};');
    writeFileSync(ready, '');
  } else await until('the command line to be built', () => existsSync(ready), 120_000);
  return { path: join(folder, 'cli.js'), page };
}

const commandBundle = (outDir: string, inputs: Set<string>): InlineConfig => ({
  configFile: false,
  root,
  define: defines,
  logLevel: 'silent',
  plugins: [collectInputs(inputs)],
  ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate'], target: 'node' },
  build: {
    ssr: true,
    outDir,
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
        // Starting the command waits for each file it loads.
        codeSplitting: chunksOfCommand,
      },
    },
  },
});

export interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the command line with the place's data folder and home. */
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
    env: environmentOf(place, env),
  });
}

/** Starts like an app, over a gateway's standard input, and waits for its answer. */
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

/**
 * Runs a command line to its end in this process, with the place's folder, environment and output.
 * Every test checks its `--json` output against the published schema. Tests about the process
 * (signals, pipes, locks, real input) use `runProcess` or `startCli`.
 */
export async function runCli(
  cli: BuiltCli,
  place: Place,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input: string | Uint8Array = '',
): Promise<Ran> {
  const stdout = captured();
  const stderr = captured();
  const own: CommandProcess = {
    ...inThisProcess(cli, place, env),
    stdin: Readable.from(input.length === 0 ? [] : [Buffer.from(input)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
  };
  const code = await runCommand(args, '0.0.0', own);
  return asPublished(args, { code, signal: null, stdout: stdout.text(), stderr: stderr.text() });
}

/** A command that runs until its input ends, or it's told to. */
export interface RunningCommand {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly pid: number;
  /** The exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  signal(name: NodeJS.Signals): void;
}

/** Starts the built command in a process of its own. */
export const startProcess = (
  ...[cli, place, args, env = {}]: Parameters<typeof startHere>
): RunningCommand => runningOf(startCli(cli, place, args, env, 'pipe', 'pipe'));

export function runningOf(child: ChildProcess): RunningCommand {
  const { stdin, stdout, stderr, pid = 0 } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error('it has no pipes');
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  return { stdin, stdout, stderr, pid, ended, signal: (name) => void child.kill(name) };
}

/** Starts a command in this process, with pipes that the test holds the other ends of. */
export function startHere(
  cli: BuiltCli,
  place: Place,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningCommand {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const told: Partial<Record<NodeJS.Signals, (() => void)[]>> = {};
  const ended = runCommand(args, '0.0.0', {
    ...inThisProcess(cli, place, env),
    stdin,
    stdout: outputTo(stdout),
    stderr: outputTo(stderr),
    pipes: () => ({ input: stdin, output: stdout }),
    onSignal: (name, listener) => void (told[name] ??= []).push(listener),
  }).finally(() => {
    stdout.end();
    stderr.end();
  });
  return {
    ...{ stdin, stdout, stderr, ended, pid: process.pid },
    signal(name) {
      const listeners = told[name];
      if (listeners === undefined) throw new Error(`nothing here listens to ${name}`);
      for (const listener of listeners) listener();
    },
  };
}

const outputTo = (pipe: PassThrough): OutputStream => ({
  isTTY: false,
  columns: undefined,
  write: (text, done) => pipe.write(text, done),
  on: (event, listener) => pipe.on(event, listener),
});

/** What a command finds around it, except for input and output. */
const inThisProcess = (
  cli: BuiltCli,
  place: Place,
  env: Readonly<Record<string, string>>,
): Omit<CommandProcess, 'stdin' | 'stdout' | 'stderr'> => ({
  platform: process.platform,
  env: environmentOf(place, env),
  home: place.home,
  cwd: place.root,
  userName: userInfo().username,
  isShared: true,
  pipes: () => {
    throw new Error('invariant: this command was given no pipes');
  },
  onSignal: () => {},
  onExit: () => () => {},
  exit: (code) => {
    throw new Error(`invariant: a command in a test ended its process with ${code}`);
  },
  sample: { command: process.execPath, args: [join(cli.path, '../sample-server.js')] },
  command: { command: process.execPath, args: [cli.path] },
});

/** The same in a separate process. */
export const runProcess = async (
  cli: BuiltCli,
  place: Place,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> => asPublished(args, await ended(startCli(cli, place, args, env)));

/** Runs a command line in this process with these bytes on its standard input. */
export const feedCli = (
  cli: BuiltCli,
  place: Place,
  args: readonly string[],
  input: string | Uint8Array,
): Promise<Ran> => runCli(cli, place, args, {}, input);

function asPublished(args: readonly string[], ran: Ran): Ran {
  demandPublished(args, ran.stdout);
  return ran;
}

/** An output that isn't a terminal, and stores what was written. */
function captured(): { readonly stream: OutputStream; text(): string } {
  let all = '';
  return {
    stream: {
      isTTY: false,
      columns: undefined,
      write(text, done) {
        all += text;
        done?.();
      },
      on: () => {},
    },
    text: () => all,
  };
}

const environmentOf = (
  place: Place,
  env: Readonly<Record<string, string>>,
): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: place.home,
  USERPROFILE: place.home,
  SKILLGATE_HOME: place.data,
  // The person running the tests has their own environment.
  SKILLGATE_KEYCHAIN: 'none',
  ...env,
});
