import { extensionOf } from '../../preview/file-type.ts';
import type { RuleDocument } from '../document.ts';
import { rule, type RuleHit } from '../rule.ts';
import { listedFiles } from '../../stated-paths.ts';
import { setRule, type InspectedSkillFile, type SkillSet, inFile } from '../set/skill-set.ts';
import { exactSize } from '../../../../shared/size-text.ts';
import { limits } from '../../limits.ts';
import type { FileEntry } from '../../../../shared/model/skill.ts';

const png = /^\x89PNG\r\n\x1a\n/;
const jpeg = /^\xff\xd8\xff/;
const zip = /^PK[\x03\x05\x07]/;
/** How files of a type start, read as Latin-1. */
const beginnings: Readonly<Record<string, RegExp>> = {
  png,
  jpg: jpeg,
  jpeg,
  gif: /^GIF8[79]a/,
  webp: /^RIFF[^]{4}WEBP/,
  ico: /^\0\0[\x01\x02]\0|^\x89PNG/,
  pdf: /%PDF-/,
  zip,
  docx: zip,
  xlsx: zip,
  pptx: zip,
  odt: zip,
  epub: zip,
  jar: zip,
  gz: /^\x1f\x8b/,
  tgz: /^\x1f\x8b/,
  ttf: /^(?:\0\x01\0\0|true|ttcf|OTTO)/,
  otf: /^(?:OTTO|\0\x01\0\0)/,
  woff: /^wOFF/,
  woff2: /^wOF2/,
  mp3: /^(?:ID3|\xff[\xe0-\xff])/,
  wav: /^RIFF[^]{4}WAVE/,
  ogg: /^OggS/,
  mp4: /^[^]{4}ftyp/,
  sqlite: /^SQLite format 3\0/,
};
const byMime: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
  'font/ttf': 'ttf',
  'font/woff': 'woff',
  'font/woff2': 'woff2',
};
const textual = new Set(
  (
    'md markdown mdx txt rst csv tsv json jsonl yaml yml toml ini cfg conf xml html htm svg css ' +
    'js mjs cjs jsx ts tsx py rb sh bash zsh ps1 bat sql tex log'
  ).split(' '),
);

/** F04. */
export const otherType = rule({
  id: 'F04',
  family: 'files',
  severity: 'medium',
  title: "Name or declared type doesn't match the content",
  why:
    "People ignore an image, while a program goes by a file's first bytes. One can pass as " +
    'the other.',
  confusedWith: "Files named in a hurry; images of one format with another's extension.",
  *look(document): Iterable<RuleHit> {
    const { path, bytes, mimeType, opened } = document;
    if (opened.length > 0 || bytes.length === 0) return;
    const extension = extensionOf(path);
    const mime = mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const said =
      claim(document, extension, `.${extension}`) ??
      claim(document, Object.hasOwn(byMime, mime) ? (byMime[mime] ?? '') : '', mime) ??
      (mime.startsWith('text/') && mime !== 'text/plain' ? claim(document, 'txt', mime) : null);
    if (said === null) return;
    const isBytes = document.kind.kind === 'binary';
    const end = isBytes ? Math.min(16, bytes.length) : firstLine(document.text);
    yield {
      start: 0,
      end,
      ...(isBytes ? { unit: 'bytes' as const } : {}),
      role: 'code',
      decoded: { path: ['first bytes'], text: said },
    };
  },
});

/** Why the name is wrong, in a few words; null if it isn't or the type is unknown. */
function claim(document: RuleDocument, type: string, said: string): string | null {
  const { kind, bytes } = document;
  const is = kind.kind === 'binary' ? kind.type : 'text';
  if (Object.hasOwn(beginnings, type)) {
    const start = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
    return beginnings[type]?.test(start) === true ? null : `${said}, but ${is}`;
  }
  if (!textual.has(type) || kind.kind !== 'binary') return null;
  return /unknown type|UTF-16/.test(kind.type) ? null : `${said}, but ${is}`;
}

function firstLine(text: string): number {
  const end = text.indexOf('\n');
  return Math.min(200, end < 1 ? text.length : end);
}

/** Addresses outside the server: this machine's own files, or elsewhere. */
const outside = /^(?:file|https?|ftp|data|smb|ssh):/i;
/** The rules that refuse an archive for its links or devices. */
const refused = /^The archive is refused \((?:link-outside|entry-kind)\)/;

/** The site that serves a skill at its own address; null for any other address. */
const webOrigin = (uri: string): string | null =>
  /^https?:\/\/[^/?#\\@\s]+(?=\/)/i.exec(uri)?.[0].toLowerCase() ?? null;

/** F06. */
export const foreignKind = setRule({
  id: 'F06',
  family: 'files',
  severity: 'high',
  title: 'Link, device or address in place of a file',
  why:
    'A link makes one name point to another file, even one of yours. An external address ' +
    'returns whatever it serves that day.',
  confusedWith:
    'Skills served from web addresses of one site are ignored; the archive may be on another ' +
    'host.',
  *look({ entry, held }) {
    const own = webOrigin(entry.uri);
    for (const { uri } of listedFiles(entry))
      if (outside.test(uri) && !uri.includes('#') && (own === null || webOrigin(uri) !== own))
        yield { field: 'resources', excerpt: uri };
    for (const { url, digest } of entry.archives)
      // With a digest, the content can't change.
      if (/^(?:file|ftp|smb|ssh|http):/i.test(url) || (outside.test(url) && digest === undefined))
        yield { field: 'archives', excerpt: url };
    for (const { problem } of held.mismatches.values())
      if (problem.rule === 'archive-refused' && refused.test(problem.message))
        yield { field: 'archives', excerpt: problem.message };
    // Links inside an archive are shown and never followed.
    for (const { rule, message } of held.notes)
      if (rule === 'archive-contents' && message.includes(' → '))
        yield { field: 'archives', excerpt: message, severity: 'medium' };
  },
});

/** Names of tool settings, and folders whose content doesn't run automatically. */
const knownPattern =
  /^\.(?:gitignore|gitattributes|gitkeep|keep|gitmodules|mailmap|editorconfig|prettier(?:rc|ignore)[\w.]*|eslint(?:rc|ignore)[\w.]*|stylelint(?:rc|ignore)[\w.]*|markdownlint[\w.-]*|npmignore|dockerignore|nvmrc|node-version|python-version|ruby-version|tool-versions|flake8|pylintrc|coveragerc|babelrc|browserslistrc|env\.(?:example|sample|template|dist)|pre-commit-config\.ya?ml|nojekyll|ds_store|yamllint[\w.]*|shellcheckrc|rubocop\.yml|skillignore|github|claude-plugin|changeset|well-known|licenserc[\w.]*)$/i;

/** F07. */
export const hiddenFile = rule({
  id: 'F07',
  family: 'files',
  severity: 'medium',
  title: 'Hidden file',
  why:
    'Most file lists leave out names that start with a dot. Programs read these files, and ' +
    'people miss them.',
  confusedWith: 'Tool settings: their usual names are ignored, and plain text is rated low.',
  *look({ path, bytes, text, kind, opened }): Iterable<RuleHit> {
    if (opened.length > 0 || bytes.length === 0) return;
    const hidden = path.split('/').find((part) => /^\.[^.]/.test(part) && !knownPattern.test(part));
    if (hidden === undefined) return;
    // Folders of hooks, which have rules of their own.
    const isKnown = /^\.(?:githooks|hooks|husky|claude)$/.test(hidden) && path.includes('/');
    const acts = kind.kind === 'code' || kind.kind === 'binary' || text.startsWith('#!');
    const end = text.indexOf('\n');
    yield kind.kind === 'binary'
      ? { start: 0, end: Math.min(16, bytes.length), unit: 'bytes' }
      : {
          start: 0,
          end: Math.min(200, end < 1 ? text.length : end),
          role: 'code',
          ...((acts && !isKnown) || /^\.(?:vscode|envrc|bash|zsh|profile|env$)/.test(hidden)
            ? {}
            : { severity: 'low' as const }),
        };
  },
});

/** In bytes. Instructions and scripts are only kilobytes. */
const largeFile = 5 * 1024 * 1024;

/** F08. */
export const large = setRule({
  id: 'F08',
  family: 'files',
  severity: 'low',
  title: 'More than anyone reads',
  why: "Content that's too large to read is a place to hide something. Apps may also refuse it.",
  confusedWith: 'Fonts, models, images and data that a skill works with.',
  *look({ entry }) {
    const files = listedFiles(entry);
    if (files.length > limits.skillFiles)
      yield { field: 'resources', excerpt: `${files.length} files` };
    const all = files.reduce((sum, { size = 0 }) => sum + size, 0);
    if (all > limits.skillBytes) yield { field: 'resources', excerpt: `${exactSize(all)} in all` };
    for (const { path, size = 0 } of files)
      if (size > largeFile) yield { field: 'resources', excerpt: `${path}: ${exactSize(size)}` };
  },
});

const programs =
  /executable|WebAssembly|Android bytecode|LLVM bitcode|Windows installer|Java archive/i;

/** F01. */
export const executableFile = rule({
  id: 'F01',
  family: 'files',
  severity: 'high',
  title: 'Unreadable program',
  why: "Machine code doesn't show what it does. Instructions have no use for it.",
  confusedWith: 'WebAssembly modules that belong to a library. These are rated medium.',
  *look({ kind, bytes }) {
    if (kind.kind !== 'binary' || !programs.test(kind.type)) return;
    const end = Math.min(bytes.length, 64);
    yield {
      start: 0,
      end,
      unit: 'bytes',
      ...(kind.type.startsWith('WebAssembly') ? { severity: 'medium' as const } : {}),
    };
  },
});

/** F02. */
export const bytecode = setRule({
  id: 'F02',
  family: 'files',
  severity: 'high',
  title: 'Compiled code without matching source',
  why: 'It runs in place of any source that a person reads. Nothing shows what it does.',
  confusedWith:
    "Python leaves such files after a run. Beside a source of the size that it names, it's " +
    "rated low, though that doesn't prove that it was built from it.",
  *look(set) {
    for (const file of set.files)
      for (const trace of file.traces)
        if (trace.kind === 'bytecode') {
          const source = sourceOf(file, set);
          const excerpt = `${file.path}: ${wordOn(source, trace.text)}`;
          const isSame = source !== null && sizeAgrees(source, trace.text);
          yield inFile(file, trace, { excerpt, ...(isSame ? { severity: 'low' } : {}) });
        }
  },
});

/** The source of `a/__pycache__/x.cpython-312.pyc` and `a/x.pyc` is `a/x.py`. */
function sourceOf({ path }: InspectedSkillFile, { entry }: SkillSet): FileEntry | null {
  const folder = path.slice(0, path.lastIndexOf('/') + 1).replace(/(?:^|\/)__pycache__\/$/, '/');
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/(?:\.cpython-\d+)?(?:\.opt-\d)?\.pyc$|(?:\$[\w$]+)?\.class$/i, '');
  const ending = /\.class$/i.test(path) ? '.java' : '.py';
  const wanted = `${folder}${name}${ending}`.replace(/^\//, '');
  return listedFiles(entry).find((file) => file.path === wanted) ?? null;
}

const sizeAgrees = ({ size }: FileEntry, named: string): boolean =>
  named === '' || size === undefined || String(size) === named;

function wordOn(source: FileEntry | null, named: string): string {
  if (source === null) return 'the skill has no source of it';
  return sizeAgrees(source, named)
    ? `the skill has ${source.path}, from which it may have been made`
    : `made of ${named} bytes, while ${source.path} has ${source.size ?? 0}`;
}
