import { mostLogPart } from '../../../shared/model/plain.ts';

/** A piece of a file being loaded and how much has been read. */
export interface LogPart {
  readonly part: string;
  readonly packed: boolean;
  readonly last: boolean;
  /** Bytes of the file read so far. */
  readonly done: number;
}

/** Bytes per part. A multiple of three, so base64 parts can be joined. */
const mostBytes = (mostLogPart / 4) * 3;

/** A file in parts, compressed if the browser can. */
export const logParts = (file: Blob): AsyncGenerator<LogPart> =>
  'CompressionStream' in globalThis ? packedParts(file) : textParts(file);

async function* textParts(file: Blob): AsyncGenerator<LogPart> {
  const text = await file.text();
  for (let from = 0; from === 0 || from < text.length; from += mostLogPart) {
    const part = text.slice(from, from + mostLogPart);
    const last = from + part.length >= text.length;
    yield { part, packed: false, last, done: (file.size * (from + part.length)) / text.length };
  }
}

/**
 * A file as gzip in base64 parts. Logs repeat themselves, and sending them uncompressed takes
 * longer than all other steps of opening.
 */
async function* packedParts(file: Blob): AsyncGenerator<LogPart> {
  let done = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      done += chunk.byteLength;
      controller.enqueue(chunk);
    },
  });
  const packed = file.stream().pipeThrough(counted).pipeThrough(new CompressionStream('gzip'));
  const reader = packed.getReader();
  let held = new Uint8Array(0);
  for (;;) {
    const { value, done: isEnd } = await reader.read();
    if (value !== undefined) held = joined(held, value);
    for (; held.length > mostBytes; held = held.slice(mostBytes))
      yield { part: base64(held.slice(0, mostBytes)), packed: true, last: false, done };
    if (isEnd) return yield { part: base64(held), packed: true, last: true, done };
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function base64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // As many arguments as any engine accepts in one call.
  for (let from = 0; from < bytes.length; from += 8_192)
    pieces.push(String.fromCharCode(...bytes.subarray(from, from + 8_192)));
  return btoa(pieces.join(''));
}
