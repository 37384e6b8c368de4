import { setFlagsFromString } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { inspect } from '../core/findings/inspect.ts';
import { createGrammars } from '../core/findings/reading/tree.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { parsePatience } from './parse-patience.ts';

// A grammar is used for a few files: compiling it a second time, better, costs more than it saves.
setFlagsFromString('--liftoff-only');
// So are most functions: without it, a third of the time goes into optimizing some that soon end.
setFlagsFromString('--interrupt-budget=1320000');

/**
 * The other side of `pool.ts`, as a thread or as a process of Electron's. It has no file system of
 * its own to look for: grammars are asked for, so that it works wherever it was started from.
 */
const waiting = new Map<string, (bytes: Uint8Array | null) => void>();
const grammars = createGrammars(async (name) => {
  const bytes = await new Promise<Uint8Array | null>((done) => {
    waiting.set(name, done);
    say({ kind: 'wants-grammar', name });
  });
  if (bytes === null) throw new Error(`unknown grammar ${name}`);
  return bytes;
}, parsePatience);

function hear(message: ToWorker): void {
  if (message.kind === 'grammar') {
    waiting.get(message.name)?.(message.bytes);
    waiting.delete(message.name);
    return;
  }
  const { id, file } = message;
  inspect(file, grammars).then(
    (inspection) => say({ kind: 'inspected', id, inspection }),
    (error: unknown) =>
      say({ kind: 'threw', id, name: error instanceof Error ? error.name : 'Error' }),
  );
}

/** Of a process of Electron's; a thread has none. */
const ofProcess = (process as Partial<NodeJS.Process>).parentPort;

function say(message: FromWorker): void {
  (ofProcess ?? parentPort)?.postMessage(message);
}

if (ofProcess !== undefined) ofProcess.on('message', ({ data }) => hear(data as ToWorker));
else if (parentPort !== null) parentPort.on('message', hear);
else throw new Error('this is a worker');
say({ kind: 'ready' });
