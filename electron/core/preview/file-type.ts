import { extensionOf } from './language.ts';

/** Start of a file as Latin-1, so that magic numbers can be compared as strings. */
function latin1(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (const byte of bytes.subarray(from, to)) text += String.fromCharCode(byte);
  return text;
}

const prefixes: readonly (readonly [string, string])[] = [
  ['\x7fELF', 'ELF executable or library'],
  ['\xfe\xed\xfa\xce', 'Mach-O executable or library'],
  ['\xfe\xed\xfa\xcf', 'Mach-O executable or library'],
  ['\xce\xfa\xed\xfe', 'Mach-O executable or library'],
  ['\xcf\xfa\xed\xfe', 'Mach-O executable or library'],
  ['\0asm', 'WebAssembly module'],
  ['dex\n', 'Android bytecode (DEX)'],
  ['\x1bLua', 'Lua bytecode'],
  ['BC\xc0\xde', 'LLVM bitcode'],
  ['%PDF-', 'PDF document'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'Microsoft Office document (older format) or installer'],
  ['SQLite format 3\0', 'SQLite database'],
  ['\x1f\x8b', 'gzip archive'],
  ['BZh', 'bzip2 archive'],
  ['\xfd7zXZ\0', 'xz archive'],
  ['\x28\xb5\x2f\xfd', 'Zstandard archive'],
  ['7z\xbc\xaf\x27\x1c', '7-Zip archive'],
  ['Rar!\x1a\x07', 'RAR archive'],
  ['!<arch>\n', 'ar archive or static library'],
  ['MSCF', 'Windows cabinet archive'],
  ['\xed\xab\xee\xdb', 'RPM package'],
  ['\0\x01\0\0\0', 'TrueType font'],
  ['OTTO', 'OpenType font'],
  ['wOFF', 'WOFF font'],
  ['wOF2', 'WOFF2 font'],
  ['\0\0\x01\0', 'Windows icon'],
  ['II*\0', 'TIFF image'],
  ['MM\0*', 'TIFF image'],
  ['8BPS', 'Photoshop image'],
  ['ID3', 'MP3 audio'],
  ['OggS', 'Ogg audio or video'],
  ['fLaC', 'FLAC audio'],
  ['\x1aE\xdf\xa3', 'Matroska or WebM video'],
  ['\xac\xed\0\x05', 'Java serialized object'],
  ['\x93NUMPY', 'NumPy array'],
  ['\x89HDF\r\n\x1a\n', 'HDF5 data'],
  ['\xff\xfe', 'UTF-16 text'],
  ['\xfe\xff', 'UTF-16 text'],
];

function zipType(bytes: Uint8Array): string {
  const start = latin1(bytes, 0, 8192);
  if (start.includes('mimetypeapplication/epub+zip')) return 'EPUB book';
  if (start.includes('mimetypeapplication/vnd.oasis.opendocument')) return 'OpenDocument file';
  if (start.includes('[Content_Types].xml')) {
    if (start.includes('word/')) return 'Microsoft Word document';
    if (start.includes('xl/')) return 'Microsoft Excel workbook';
    if (start.includes('ppt/')) return 'Microsoft PowerPoint presentation';
    return 'Microsoft Office document';
  }
  if (start.includes('META-INF/MANIFEST.MF')) return 'Java archive';
  return 'zip archive';
}

/**
 * The type of a file by its first bytes, or null if it is unknown. The server chooses name and MIME
 * type, so only types with the same first bytes are told apart by the path.
 */
export function binaryTypeOf(path: string, bytes: Uint8Array): string | null {
  const start = latin1(bytes, 0, 16);
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return zipType(bytes);
  if (start.startsWith('MZ') && bytes.includes(0)) return 'Windows executable or library (PE)';
  if (start.startsWith('\xca\xfe\xba\xbe'))
    return (bytes[4] ?? 0) * 2 ** 24 +
      (bytes[5] ?? 0) * 2 ** 16 +
      (bytes[6] ?? 0) * 256 +
      (bytes[7] ?? 0) <
      45
      ? 'Mach-O universal binary'
      : 'Java class';
  if (
    start.slice(2, 4) === '\r\n' &&
    (extensionOf(path) === 'pyc' || (bytes[1] ?? 0) === 0x0d || (bytes[1] ?? 0) === 0x0e)
  )
    return 'Python bytecode';
  if (start.slice(4, 8) === 'ftyp')
    return ['heic', 'heix', 'mif1', 'heim', 'hevc'].includes(start.slice(8, 12))
      ? 'HEIC image'
      : 'MP4 or QuickTime media';
  if (start.startsWith('RIFF')) return start.slice(8, 12) === 'WAVE' ? 'WAV audio' : 'RIFF media';
  if (latin1(bytes, 257, 262) === 'ustar') return 'tar archive';
  if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2) return 'MP3 audio';
  return prefixes.find(([magic]) => start.startsWith(magic))?.[1] ?? null;
}
