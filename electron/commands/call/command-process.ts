import { homedir, userInfo } from 'node:os';
import { writeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { ownCommand, sampleServer } from '../bundle-file.ts';
import type { ComposeOptions } from '../../compose-core.ts';
import { asciiJson } from '../../core/ascii-json.ts';

/** What ends a command from outside, other than closing its pipes. */
export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type EndSignal = (typeof endSignals)[number];

/** Where a command writes. */
export interface OutputStream {
  readonly isTTY: boolean;
  /** The terminal's width in columns; undefined without a terminal. */
  readonly columns: number | undefined;
  /** Calls back when the pipe has taken the text, with the error when it couldn't. */
  write(text: string, done?: (error?: Error | null) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * The process that a command line runs in. It's an argument so that a test can run a command in its
 * own process, with a different folder, environment, input and output.
 */
export interface CommandProcess {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
  readonly userName: string;
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Standard input and output, for a command that speaks a protocol over them. */
  pipes(): { readonly input: Readable; readonly output: Writable };
  /** Whether other code runs in this process, so that its memory isn't the command's to adjust. */
  readonly isShared: boolean;
  /** Calls the listener once, when the process is told to end. */
  onSignal(signal: EndSignal, listener: () => void): void;
  /** Calls the listener when the process ends; returns a function that removes it. */
  onExit(listener: () => void): () => void;
  exit(code: number): void;
  /** The programs that this command starts itself. */
  readonly sample: ComposeOptions['sample'];
  readonly command: ComposeOptions['command'];
}

/** This process. */
export const thisProcess = (): CommandProcess => ({
  platform: process.platform,
  env: process.env,
  home: homedir(),
  cwd: process.cwd(),
  userName: nameOfUser(),
  // Reading `process.stdin` opens it, and few commands need it.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  pipes: () => ({ input: process.stdin, output: process.stdout }),
  isShared: false,
  onSignal: (signal, listener) => void process.once(signal, listener),
  onExit(listener) {
    process.once('exit', listener);
    return () => void process.off('exit', listener);
  },
  exit: (code) => process.exit(code),
  sample: sampleServer(),
  command: ownCommand(),
});

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

const told = {
  code: 'internal',
  message: 'ended before it was done',
} as const;

/**
 * A command's last guard: if the process ends before the command has answered, it says so on
 * standard error or in the JSON document. Returns a function that turns the guard off after the
 * answer.
 */
export function lastWord(json: boolean, own: Pick<CommandProcess, 'onExit'>): () => void {
  const speak = (): void => {
    const line = json ? asciiJson({ error: told }) : `skillgate: ${told.message}`;
    try {
      // The process is ending, so nothing asynchronous can finish.
      writeSync(json ? 1 : 2, `${line}\n`);
    } catch {
      // The reader is gone.
    }
  };
  return own.onExit(speak);
}
