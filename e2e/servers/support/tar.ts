import { gzipSync } from 'node:zlib';
import { bytesOf } from './served-skill.ts';

/** A `.tar.gz` of the files, the same bytes for the same files. */
export function tarGz(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const blocks: Buffer[] = [];
  for (const [path, content] of Object.entries(files)) {
    const bytes = bytesOf(content);
    blocks.push(
      header(path, bytes.length),
      bytes,
      Buffer.alloc((512 - (bytes.length % 512)) % 512),
    );
  }
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** One ustar header (POSIX.1-1988). */
function header(path: string, size: number): Buffer {
  const block = Buffer.alloc(512);
  const put = (text: string, at: number): void => void block.write(text, at, 'latin1');
  block.write(path, 0, 100, 'utf8');
  put('0000644\0', 100);
  put('0000000\0', 108);
  put('0000000\0', 116);
  put(`${size.toString(8).padStart(11, '0')}\0`, 124);
  put('00000000000\0', 136);
  put('        ', 148);
  put('0', 156);
  put('ustar\x0000', 257);
  put(
    `${[...block]
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  return block;
}
