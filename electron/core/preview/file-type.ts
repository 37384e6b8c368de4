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

/** Monaco language ids by extension and by whole file name; anything else is `plaintext`. */
const byExtension: Readonly<Record<string, string>> = {
  bash: 'shell',
  bat: 'bat',
  c: 'c',
  cc: 'cpp',
  cfg: 'ini',
  cjs: 'javascript',
  clj: 'clojure',
  cmd: 'bat',
  conf: 'ini',
  cpp: 'cpp',
  cs: 'csharp',
  css: 'css',
  cts: 'typescript',
  cxx: 'cpp',
  dart: 'dart',
  ex: 'elixir',
  exs: 'elixir',
  fish: 'shell',
  fs: 'fsharp',
  gemspec: 'ruby',
  go: 'go',
  gql: 'graphql',
  graphql: 'graphql',
  h: 'cpp',
  hbs: 'handlebars',
  hpp: 'cpp',
  htm: 'html',
  html: 'html',
  ini: 'ini',
  ipynb: 'json',
  java: 'java',
  jl: 'julia',
  js: 'javascript',
  json: 'json',
  json5: 'json',
  jsonc: 'json',
  jsonl: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  kts: 'kotlin',
  less: 'less',
  lua: 'lua',
  m: 'objective-c',
  md: 'markdown',
  mdx: 'mdx',
  mjs: 'javascript',
  mts: 'typescript',
  phtml: 'php',
  php: 'php',
  podspec: 'ruby',
  pl: 'perl',
  plist: 'xml',
  pm: 'perl',
  properties: 'ini',
  proto: 'proto',
  ps1: 'powershell',
  psd1: 'powershell',
  psm1: 'powershell',
  py: 'python',
  pyi: 'python',
  pyw: 'python',
  r: 'r',
  rake: 'ruby',
  rb: 'ruby',
  rs: 'rust',
  ru: 'ruby',
  sass: 'scss',
  scala: 'scala',
  scss: 'scss',
  sh: 'shell',
  sol: 'sol',
  sql: 'sql',
  svg: 'xml',
  swift: 'swift',
  tcl: 'tcl',
  tf: 'hcl',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  vb: 'vb',
  wgsl: 'wgsl',
  xhtml: 'xml',
  xml: 'xml',
  xsd: 'xml',
  xsl: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
  zsh: 'shell',
};

const byName: Readonly<Record<string, string>> = {
  dockerfile: 'dockerfile',
  containerfile: 'dockerfile',
  gemfile: 'ruby',
  rakefile: 'ruby',
  vagrantfile: 'ruby',
  podfile: 'ruby',
  fastfile: 'ruby',
  brewfile: 'ruby',
  guardfile: 'ruby',
  '.bashrc': 'shell',
  '.zshrc': 'shell',
  '.env': 'ini',
  '.gitconfig': 'ini',
};

const byInterpreter: readonly (readonly [RegExp, string])[] = [
  [/\b(?:ba|z|da|k|fi)?sh\b/, 'shell'],
  [/\bpython/, 'python'],
  [/\b(?:node|deno|bun)\b/, 'javascript'],
  [/\bruby\b/, 'ruby'],
  [/\bperl\b/, 'perl'],
  [/\bphp\b/, 'php'],
  [/\blua/, 'lua'],
  [/\bpwsh\b/, 'powershell'],
];

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

/** The extension in lowercase without its dot; empty if there is none. */
export function extensionOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : '';
}

/**
 * The language of a text file, by its name or else by its `#!` line. The server's type is ignored,
 * because an approval doesn't cover it.
 */
export function languageOf(path: string, text = ''): string {
  const own = lookup(byName, nameOf(path)) ?? lookup(byExtension, extensionOf(path));
  if (own !== undefined) return own;
  if (text.startsWith('#!')) {
    const line = text.slice(2, 120).split('\n', 1)[0] ?? '';
    const found = byInterpreter.find(([pattern]) => pattern.test(line));
    if (found) return found[1];
  }
  if (/^\s{0,100}<(?:\?xml|svg)[\s>]/.test(text.slice(0, 200))) return 'xml';
  return 'plaintext';
}

/** The server names the file, so `constructor` must not find what every object has. */
function lookup(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
