import type { FindingSeverity } from '../../../../shared/model/severity.ts';
import type { RuleDocument } from '../document.ts';
import { hostOf, isDocumentationHost } from '../knowledge/addresses.ts';
import { unlessAsked } from '../knowledge/asked-first.ts';
import {
  addressIn,
  isBareInstaller,
  isDownload,
  isKnownInstaller,
  isOwnInstaller,
  isVersionedRelease,
  isFetch,
} from '../knowledge/downloads.ts';
import { runsArgument, runsInput, isInterpreter } from '../knowledge/programs.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { follow } from '../reading/flow.ts';
import { inCode } from '../reading/phrases.ts';
import { childAt, type SyntaxNode } from '../reading/tree.ts';
import type { CodeCall } from '../reading/calls.ts';
import { ranBy, keptAndRun } from './run-values.ts';
import { at, rule, type RuleHit } from '../rule.ts';

const powershell = pattern(
  ['downloadstring', 'downloaddata', 'invoke-webrequest', 'iwr', 'irm', 'invoke-restmethod'],
  String.raw`\b(?:iex|invoke-expression)\b[^\n]*?\b(?:downloadstring|downloaddata|` +
    String.raw`invoke-webrequest|iwr|irm|invoke-restmethod)\b|\bdownload(?:string|data)\s*\([^\n|` +
    String.raw`]*?\|\s*(?:iex|invoke-expression)\b`,
);
/** A module that a program loads from an address. */
const remoteModules = pattern(
  ['import', 'importscripts', 'require'],
  String.raw`\b(?:import|importScripts)\(\s*["'\x60](https?://[^\s"'\x60]+)|` +
    String.raw`^[ \t]*import\s+[^\n;]{0,200}?\bfrom\s+["'](https?://[^\s"']+)`,
);
/** Hosts that everybody loads published modules from, and those of examples. */
const isShared = (host: string): boolean =>
  /(?:^|\.)(?:deno\.land|esm\.sh|esm\.run|jsr\.io|jsdelivr\.net|unpkg\.com|skypack\.dev|cdnjs\.cloudflare\.com|gstatic\.com|googleapis\.com|jspm\.io|jspm\.dev|example\.(?:com|org|net)|localhost)$|^$|^127\./.test(
    host,
  );

export const downloadAndRun = rule({
  id: 'X01',
  family: 'running',
  severity: 'high',
  title: 'Downloads code and runs it immediately',
  why:
    "What runs is whatever the address serves at that moment. It isn't a file of the skill, " +
    'so no digest covers it and nobody has reviewed it.',
  confusedWith:
    'Many tools are installed this way. The install commands of well-known ones are rated ' +
    'low; in a document about a tool, that of its own site, medium.',
  *look(document): Iterable<RuleHit> {
    const inShell: RuleHit[] = [];
    for (const command of document.commands)
      if (isDownload(command) && isRun(command) && !isNamed(command))
        inShell.push(hit(document, command));
    for (const { download, run } of keptAndRun(document))
      if (!inShell.some(({ start }) => start === download.start))
        inShell.push({
          ...hit(document, download),
          related: [{ start: run.start, end: run.end }],
        });
    yield* inShell.sort((a, b) => a.start - b.start);
    for (const match of inCode(document, powershell))
      if (!inShell.some(({ start, end }) => match.start < end && start < match.end))
        yield { start: match.start, end: match.end };
    yield* inPrograms(document);
    for (const match of inCode(document, remoteModules))
      if (!isShared(hostOf(match.groups[0] ?? match.groups[1] ?? ''))) yield at(match);
  },
});

/** "Look for `curl | bash`": without an address, a sentence names the habit and downloads nothing. */
const isNamed = ({ part, args }: ShellCommand): boolean =>
  part.from === 'inline' && args.every(({ text }) => saysNoAddress.test(text));
/** Not any switch: `--url=…` and `-Kfile` say where to load from. */
const saysNoAddress = /^(?:-[fsSLkqO]+-?|--(?:silent|fail|location|show-error|quiet)|…|\.{3})$/;

/** `curl … | sh`, `bash <(curl …)`, `sh -c "$(curl …)"`, `echo $(curl …) | sh`. */
function isRun({ into, within }: ShellCommand): boolean {
  if (into.some(runsInput)) return true;
  for (let outer = within; outer !== null; outer = outer.within)
    if (runsArgument(outer) || outer.into.some(runsInput)) return true;
  return false;
}

function* inPrograms({ calls, code, text }: RuleDocument): Generator<RuleHit> {
  const fetched = calls.filter(isFetch);
  if (fetched.length === 0) return;
  for (const part of code) {
    const own = calls.filter((call) => call.part === part);
    const holds = follow(part, text, fetched);
    for (const call of own) {
      if (!ranBy(call, text).some((node) => holds(node))) continue;
      yield { start: call.start, end: call.end, ...weightOf(call, fetched) };
    }
  }
}

/** Data that is only parsed could run code, and the installers of well-known tools are known. */
function weightOf({ part }: CodeCall, fetched: readonly CodeCall[]): { severity?: 'low' } {
  const own = fetched.filter((one) => one.part === part);
  const known = own.every(({ args }) => isKnownInstaller(args[0]?.value ?? ''));
  return known ? { severity: 'low' } : {};
}

function hit(document: RuleDocument, range: ShellCommand): RuleHit {
  const address = addressIn(range);
  const severity: FindingSeverity =
    address === null
      ? isBareInstaller(range.args.map(({ text }) => text))
        ? 'medium'
        : 'high'
      : isKnownInstaller(address) && othersOf(range).every(isKnownInstaller)
        ? 'low'
        : isVersionedRelease(address) || isOwnInstaller(document, range, address)
          ? 'medium'
          : 'high';
  const end = Math.max(range.end, pipelineEnd(document, range));
  return {
    start: range.start,
    end,
    severity: severity === 'medium' ? unlessAsked(document, range, severity) : severity,
    ...(address !== null && isDocumentationHost(hostOf(address)) ? { role: 'example' } : {}),
  };
}

/** Every address in a command: a known one may only be there to be seen first. */
const othersOf = ({ args }: ShellCommand): string[] =>
  args.flatMap(({ text }) =>
    [...text.matchAll(/\bhttps?:\/\/[^\s'"<>)]{1,2000}/gi)].map(([one]) => one),
  );

/** Up to the end of the pipeline, so that the excerpt includes the interpreter. */
function pipelineEnd(
  document: RuleDocument,
  range: { readonly start: number; readonly end: number },
): number {
  for (const { tree } of document.code) {
    if (tree === null || range.start < tree.start || range.start >= tree.end) continue;
    let node: SyntaxNode | undefined = tree;
    while (node !== undefined && node.type !== 'pipeline') node = childAt(node, range.start);
    if (node !== undefined) return node.end;
  }
  return range.end;
}

/** A file as a shell names it, without its folder and quotes. */
export const base = (path: string): string =>
  path
    .replace(/^["']|["']$/g, '')
    .split(/[/\\]/)
    .at(-1)
    ?.toLowerCase() ?? path;

/** Programs that run a file, load it or install it, whichever of their arguments names it. */
const starters =
  /^(?:start-process|start|invoke-item|ii|invoke-expression|powershell|pwsh|cmd|open|xdg-open|msiexec|rundll32|regsvr32|wscript|cscript|mshta|installer|dpkg|rpm|source|\.|crontab|at|batch|osascript|insmod|pkexec|parallel|xargs|ld-linux[\w.-]*|ld\.so|import-module|add-type|sc|schtasks|launchctl|docker|podman|code|cursor|snap)$/;
/** `make -f F`, `awk -f F`: the flag before a file that is run. */
const byFlag =
  /^(?:make|gmake|awk|gawk|mawk|sed|psql|mysql|sqlite3|gdb|vim|nvim|emacs|ansible-playbook|at|jq)$/;
const installing: readonly (readonly [program: RegExp, words: RegExp])[] = [
  [
    /^(?:pip[\d.]*|pipx|uv|npm|pnpm|yarn|gem|apt|apt-get|dnf|yum|brew|flatpak)$/,
    /\b(?:install|add|i)\b/,
  ],
];
const unpacking = /^(?:tar|bsdtar|unzip|7za?|7zz|expand-archive|ditto|cpio)$/;
const checking =
  /^(?:sha\d+sum|shasum|md5sum|gpg2?|gpgv|cosign|minisign|signify|b2sum|get-filehash)$/;

export interface SavedRun {
  readonly run: ShellCommand;
  /** Something compares it with a known digest or signature first. */
  readonly isChecked: boolean;
  /** It was in an archive. */
  readonly isUnpacked: boolean;
}

/** What starts the file that an earlier command saved, also by another name or from an archive. */
export function savedRunOf(
  download: ShellCommand,
  target: string,
  commands: readonly ShellCommand[],
): SavedRun | null {
  const names = new Set([base(target)]);
  let folder: string | null = null;
  let isChecked = false;
  const variable = download.args.find(
    ({ text, written }) => text === target && /^\$\w+$/.test(written),
  )?.written;
  for (const one of commands) {
    if (one.start < download.start || one === download) continue;
    const named = (word: string): boolean => names.has(base(word));
    const words = one.args.map(({ text }) => text);
    if (one.start === download.start && !download.into.includes(one)) continue;
    isChecked ||= checking.test(one.name) && !/^(?:-d|--decrypt)$/.test(words[0] ?? '');
    const isVariable = one.args.some(
      ({ written }) => variable !== undefined && written.split(/[^\w$]+/).includes(variable),
    );
    if (starts(one, named) || (isVariable && starters.test(one.name)))
      return { run: one, isChecked, isUnpacked: false };
    if (folder !== null && runsFrom(one, folder)) return { run: one, isChecked, isUnpacked: true };
    if (/^(?:mv|cp|ln|install|move-item|copy-item|ren|rename-item)$/.test(one.name)) {
      if (words.slice(0, -1).some(named)) names.add(lastName(one));
    } else if (unpacking.test(one.name) && words.some(named)) folder = folderOf(words);
    else if (/^(?:gunzip|bunzip2|unxz|gzip|xz)$/.test(one.name) && words.some(named))
      names.add(base(target).replace(/\.(?:gz|bz2|xz)$/, ''));
  }
  return null;
}

/** `curl … | tar xz -C DIR`, and then a program of the archive. */
export function unpackedRunOf(
  download: ShellCommand,
  commands: readonly ShellCommand[],
): SavedRun | null {
  const unpack = download.into.find(({ name }) => unpacking.test(name));
  if (unpack === undefined) return null;
  const folder = folderOf(unpack.args.map(({ text }) => text));
  const run = commands.find((one) => one.start > unpack.start && runsFrom(one, folder));
  return run === undefined ? null : { run, isChecked: false, isUnpacked: true };
}

/** A script that a cloned repository holds, by its folder or after `cd` into it. */
export function clonedRunOf(
  clone: ShellCommand,
  address: string,
  commands: readonly ShellCommand[],
): ShellCommand | null {
  const last = clone.args.at(-1)?.text ?? '';
  const folder = (last === address ? base(address).replace(/\.git$/, '') : last).replace(/\/$/, '');
  if (folder === '') return null;
  let isInside = false;
  for (const one of commands) {
    if (one.start <= clone.start || one.part !== clone.part) continue;
    const [first = ''] = one.args.map(({ text }) => text);
    if (/^(?:cd|pushd)$/.test(one.name)) isInside = base(first) === base(folder);
    else if (runsFrom(one, folder)) return one;
    else if (
      isInside &&
      (one.program.startsWith('./') || (isInterpreter(one.name) && /^[\w./-]+\.sh$/.test(first)))
    )
      return one;
  }
  return null;
}

/** `mv a b`, `install a /usr/local/bin/b`, `cp a dir/`. */
function lastName({ args }: ShellCommand): string {
  const last = args.at(-1)?.text ?? '';
  return last.endsWith('/') ? base(args.at(-2)?.text ?? '') : base(last);
}

function starts(one: ShellCommand, named: (word: string) => boolean): boolean {
  const { name, args, redirects, into, within, wrappers } = one;
  const words = args.map(({ text }) => text);
  if (named(name) || named(`${name}.exe`)) return true;
  if (redirects.some(({ operator, target }) => operator === '<' && named(target)))
    return runsInput(one);
  if (isInterpreter(name) && named(words.find((word) => !word.startsWith('-')) ?? '')) return true;
  if (starters.test(name) && words.some(named)) return true;
  if (
    byFlag.test(name) &&
    words.some(
      (word, at) => named(word) && /^-[a-zA-Z]$|^--(?:file|makefile)$/.test(words[at - 1] ?? ''),
    )
  )
    return true;
  if (installing.some(([program, verb]) => program.test(name) && verb.test(words.join(' '))))
    return words.some((word) => named(word) && /[./~$]/.test(word));
  if (
    /^(?:cat|type|get-content|gc|tail|base64|openssl|gpg2?|gunzip|zcat|echo|printf)$/.test(name) &&
    words.some(named)
  )
    return (
      into.some((next) => runsInput(next) || next.wrappers.includes('xargs')) ||
      (within !== null && runsArgument(within)) ||
      (within !== null && isInterpreter(within.name))
    );
  // `find /tmp -name x -exec sh {} \;`
  if (name === 'find' && words.some(named))
    return words.some(
      (word, at) => /^-exec(?:dir)?$/.test(word) && isInterpreter(base(words[at + 1] ?? '')),
    );
  return wrappers.includes('xargs') && words.some(named);
}

/** The folder that an archive is unpacked into; an empty text for the working folder. */
function folderOf(words: readonly string[]): string {
  const at = words.findIndex((word) =>
    /^(?:-[a-zA-Z]*C|--directory|-d|-DestinationPath|-o)$/.test(word),
  );
  const joined = words.map((word) => /^(?:--directory=|-C)(.+)$/.exec(word)?.[1]).find(Boolean);
  return (joined ?? (at === -1 ? '' : (words[at + 1] ?? ''))).replace(/\/$/, '');
}

/** A script or program that an archive held: by its folder, or by a relative path. */
function runsFrom({ name, args, program }: ShellCommand, folder: string): boolean {
  const words = args.map(({ text }) => text);
  const first =
    isInterpreter(name) || /^(?:source|\.)$/.test(name)
      ? words.find((word) => !word.startsWith('-'))
      : null;
  if (first !== undefined && first !== null)
    return folder === ''
      ? /^(?:\.\/)?[\w-]+\/\S+\.\w{1,4}$|^\.\/\S+/.test(first)
      : inside(first, folder);
  return folder !== '' && program !== name && inside(program, folder);
}

const inside = (path: string, folder: string): boolean =>
  path.replace(/^["']/, '').startsWith(`${folder}/`);
