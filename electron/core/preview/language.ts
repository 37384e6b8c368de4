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
