import { parentPort } from 'node:worker_threads';
import { inspect } from '../core/findings/inspect.ts';
import { createGrammars } from '../core/findings/reading/grammars.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/**
 * The other side of `pool.ts`. It has no file system of its own to look for: grammars are asked for,
 * so that it works from inside an archive, where a worker may not be able to read.
 */
const port = parentPort;
if (port === null) throw new Error('this is a worker');
const say = (message: FromWorker): void => port.postMessage(message);

const waiting = new Map<string, (bytes: Uint8Array | null) => void>();
const grammars = createGrammars(async (name) => {
  const bytes = await new Promise<Uint8Array | null>((done) => {
    waiting.set(name, done);
    say({ kind: 'wants-grammar', name });
  });
  if (bytes === null) throw new Error(`there is no grammar ${name}`);
  return bytes;
});

port.on('message', (message: ToWorker) => {
  if (message.kind === 'grammar') {
    waiting.get(message.name)?.(message.bytes);
    waiting.delete(message.name);
    return;
  }
  // What it throws ends the worker, which its owner says of the file.
  void inspect(message.file, grammars).then((inspection) =>
    say({ kind: 'inspected', id: message.id, inspection }),
  );
});
