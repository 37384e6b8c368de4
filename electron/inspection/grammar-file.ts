import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const unpack = promisify(brotliDecompress);

/**
 * The parser's own WebAssembly (`runtime`) or that of a language, from the built folder; null where
 * it has none. A name comes from where hostile files are looked at, and never leaves the folder.
 */
export async function readGrammar(folder: string, name: string): Promise<Uint8Array | null> {
  const language = name === 'runtime' ? '' : `-${name.replace(/[^a-z]/g, '')}`;
  try {
    return await unpack(await readFile(join(folder, `tree-sitter${language}.wasm.br`)));
  } catch {
    return null;
  }
}
