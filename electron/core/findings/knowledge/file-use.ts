import type { RuleDocument } from '../document.ts';
import type { TextPattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import type { CodeCall } from '../reading/calls.ts';

const readers = new Set(
  'cat head tail less more grep egrep rg awk jq base64 cp tar zip find ls tree source . strings xxd get-content gc type copy-item python python3 node sqlite3 yq rsync scp'.split(
    ' ',
  ),
);
const writers = new Set(
  'tee cp mv install ln sed rm touch chmod truncate dd set-content add-content out-file copy-item move-item rsync jq mkdir unlink perl'.split(
    ' ',
  ),
);
const readCalls =
  /(?:^|\.)(?:open|read|readFile|readFileSync|read_text|read_bytes|load|copy|copyfile|copytree|createReadStream|glob|rglob|listdir|readdirSync|readdir|walk|scandir|iterdir|foreach|binread|ReadFile|ReadDir|Open|file_get_contents|fopen|ReadAllText|ReadAllBytes|readAllBytes|readString|read_to_string)$/;
const writeCalls =
  /(?:^|\.)(?:write|write_text|write_bytes|writeFile|writeFileSync|appendFile|appendFileSync|copy|copyfile|copytree|copyFileSync|cpSync|rename|replace|move|unlink|remove|rmtree|rmSync|unlinkSync|symlink|symlinkSync|binwrite|outputFile|createWriteStream|WriteFile|file_put_contents|AppendAllText|WriteAllText|WriteAllLines|AppendAllLines|WriteAllBytes|OpenFile|StreamWriter|FileWriter|FileOutputStream|appendText|writeText|appendBytes|write_all|OpenOptions|writeString|symlink_to|hardlink_to)$/;

/** Paths outside the skill's folder that code reads and writes, as far as it says them. */
export function outsidePaths(document: RuleDocument): { reads: string[]; writes: string[] } {
  const reads: string[] = [];
  const writes: string[] = [];
  const put = (into: string[], word: string): void => {
    const path = expanded(word, document).replaceAll(/["']/g, '');
    if (isOutside(path)) into.push(path);
  };
  for (const { name, args, redirects, part } of document.commands) {
    for (const { operator, target } of redirects) {
      if (operator.startsWith('<<')) continue;
      put(operator.startsWith('<') ? reads : writes, target);
    }
    const words = args.map(({ text }) => text).filter((word) => !word.startsWith('-'));
    if (part.from === 'inline' && args.length === 0) continue;
    const isCopy = /^(?:cp|install|ln|copy-item|rsync|scp|mv|move-item)$/.test(name);
    if (isCopy) {
      for (const word of words.slice(0, -1)) put(reads, word);
      put(writes, words.at(-1) ?? '');
    } else if (name === 'sed' || name === 'perl' || name === 'jq' || name === 'yq') {
      const edits = args.some(({ text }) => /^-[a-z]*i|^--in-?place/.test(text));
      for (const word of words) put(edits ? writes : reads, word);
    } else if (writers.has(name)) for (const word of words) put(writes, word);
    else if (readers.has(name)) for (const word of words) put(reads, word);
  }
  for (const call of document.calls) {
    const isWrite =
      writeCalls.test(call.callee) || (/(?:^|\.)open$/.test(call.callee) && isWriting(call));
    if (!isWrite && !readCalls.test(call.callee)) continue;
    for (const path of [...call.args.map(({ value }) => value), call.receiver])
      if (path !== null) put(isWrite ? writes : reads, path);
  }
  return { reads, writes };
}

/** In the home folder, absolute or above the skill's folder; streams and scratch aren't files. */
const isOutside = (path: string): boolean =>
  path.length < 400 &&
  !/\s/.test(path) &&
  /^(?:~|\$\{?HOME\b|\/[\w.]|%\w+%|\$env:|[a-z]:[/\\]|(?:\.\/)?\.\.[/\\])/i.test(path) &&
  !/^\/dev\/|^(?:\.\.?\/?)$|^\/(?:tmp|var\/tmp)\b/.test(path);

interface Use {
  readonly start: number;
  readonly end: number;
}

/** Where code reads files of a kind: commands and calls with the name of one as an argument. */
export function readsOf(document: RuleDocument, files: TextPattern): Use[] {
  const names = naming(files, document);
  const reads = (command: ShellCommand): boolean => {
    const given = command.args.map(({ text }) => text);
    const last = given.at(-1) ?? '';
    // The last argument of a copy is written, not read.
    const sources =
      /^(?:cp|copy-item|rsync|scp)$/.test(command.name) && names(last) ? given.slice(0, -1) : given;
    const input = command.redirects
      .filter(({ operator }) => operator === '<')
      .map(({ target }) => target);
    return readers.has(command.name) && [...sources, ...input].some(names);
  };
  return [
    ...document.commands.filter(reads),
    ...document.calls.filter(
      (call) =>
        readCalls.test(call.callee) && !isWriting(call) && namesFile(call, names, document.text),
    ),
  ].sort((a, b) => a.start - b.start);
}

/** An edit that takes lines out, such as those that an installer added: `/# start/,/# end/d`. */
const onlyDeletes = /^["']?\/(?:[^/;\\\n]|\\.)*\/(?:,\/(?:[^/;\\\n]|\\.)*\/)?d["']?$/;

/** A switch of sed, or the extension that its copy gets. */
const isNoScript = /^-[a-zA-Z]+(?:\.\w+)?$|^["']{0,2}(?:\.\w+)?["']{0,2}$/;

/** Where code writes or removes files of a kind. */
export function writesOf(document: RuleDocument, files: TextPattern): Use[] {
  const names = naming(files, document);
  const writes = ({ name, args, redirects }: ShellCommand): boolean => {
    if (redirects.some(({ operator, target }) => operator.startsWith('>') && names(target)))
      return true;
    if (!writers.has(name) || isSetAside(name, args)) return false;
    if (name === 'sed' || name === 'perl' || name === 'jq')
      return (
        args.some(({ text }) => /^-[a-z]*i|^--in-?place/.test(text)) &&
        args.some(({ text }) => names(text)) &&
        !args
          .filter(({ text }) => !names(text) && !isNoScript.test(text))
          .every(({ text }) => onlyDeletes.test(text))
      );
    const named = args.filter(({ text }) => !text.startsWith('-'));
    const targets = /^(?:cp|mv|install|ln|copy-item|move-item|rsync)$/.test(name)
      ? named.slice(-1)
      : named;
    return targets.some(({ text }) => names(text));
  };
  const moded = (call: CodeCall): boolean => /(?:^|\.)open$/.test(call.callee) && isWriting(call);
  return [
    ...document.commands.filter(writes),
    ...document.calls.filter(
      (call) =>
        (writeCalls.test(call.callee) || moded(call)) && namesFile(call, names, document.text),
    ),
  ].sort((a, b) => a.start - b.start);
}

const writing =
  /\b(?:fs::write|File::create|OpenOptions|write_all|WriteFile|OpenFile|os\.Create|WriteString|Fprint\w*|file_put_contents|fwrite|fputs|FileWriter|FileOutputStream|Files\.(?:write|copy|writeString)|writeText|appendText|WriteAll\w+|AppendAll\w+|StreamWriter|File\.(?:write!?|Copy|Move)|writeLines|writeFile|appendFile|writeAsString|spit|CreateTextFile|OpenTextFile|createFile|write\(toFile|\.write\(|fprintf|fopen|copyFile|Console\.SetOut|open\([^)\n]{0,80}["'][wa>])/;

/**
 * Where a script in a language without a grammar names a file of a kind and writes something. Its
 * path may be in pieces and its call unknown, so both are only words.
 */
export function* namedWrites(document: RuleDocument, files: TextPattern): Generator<Use> {
  for (const { language, from, start, end } of document.code) {
    if (language !== 'other' || from === 'inline') continue;
    const said = document.text.slice(start, end);
    if (!writing.test(said)) continue;
    for (const { 0: quoted, index } of said.matchAll(/"[^"\n]{4,200}"|'[^'\n]{4,200}'/g))
      if (files.test(quoted.slice(1, -1))) {
        yield { start: start + index, end: start + index + quoted.length };
        break;
      }
  }
}

/** `mv x x.bak`, `cp -a x x.$(date +%F)`: the file is kept under another name beside itself. */
function isSetAside(name: string, args: ShellCommand['args']): boolean {
  if (!/^(?:cp|mv|copy-item|move-item)$/.test(name)) return false;
  const [from, to, ...more] = args
    .map(({ text }) => text.replaceAll(/["']/g, ''))
    .filter((word) => !word.startsWith('-'));
  if (from === undefined || to === undefined || more.length > 0 || !to.startsWith(from))
    return false;
  return /^[.~_-](?:[\w.-]*(?:bak|back|old|orig|prev|save|local|broken|copy|before|disabled|\$|\d{4})[^/]*)?$/i.test(
    to.slice(from.length),
  );
}

/** Whether a word names one, also through a variable that the text assigns. */
const naming =
  (files: TextPattern, document: RuleDocument) =>
  (word: string): boolean =>
    files.test(word) || files.test(expanded(word, document));

/**
 * `"$CONFIG/a"` with the first value that the text assigns to CONFIG; unchanged if there is none.
 */
function expanded(word: string, document: RuleDocument): string {
  const [whole, name] = /^["']?\$\{?([A-Za-z_]\w{0,60})\}?/.exec(word) ?? [];
  if (whole === undefined || name === undefined) return word;
  const value = givenIn(document).get(name);
  return value === undefined ? word : value + word.slice(whole.length);
}

/** Computed once per document, because a script may use variables in every command. */
const given = new WeakMap<RuleDocument, ReadonlyMap<string, string>>();

/** The first value of each variable that is assigned at the start of a line. */
function givenIn(document: RuleDocument): ReadonlyMap<string, string> {
  const known = given.get(document);
  if (known !== undefined) return known;
  const values = new Map<string, string>();
  const lines = document.text.matchAll(
    /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w{0,60})=["']?([^"'\n]{1,300})/gm,
  );
  for (const [, name = '', value = ''] of lines) if (!values.has(name)) values.set(name, value);
  given.set(document, values);
  return values;
}

/** `"w"`, `"ab+"`, and of Perl `">>"`, `">:utf8"` or `">>$path"`. */
const isWriting = ({ args, callee }: CodeCall): boolean =>
  args.some(
    ({ literal, name }) =>
      (name === null || name === 'mode') &&
      /^(?:[wax]b?\+?|\+?>{1,2}(?::\S+)?)$/.test(literal ?? ''),
  ) ||
  (callee === 'open' && args.some(({ literal }) => /^\s*>{1,2}\s*[^\s:]/.test(literal ?? '')));

/** In its arguments, or in its receiver: `(home / "x.md").write_text(…)`. */
function namesFile(call: CodeCall, names: (word: string) => boolean, text: string): boolean {
  if (
    call.args.some(
      ({ value, node }) =>
        (value !== null && names(value)) ||
        names(joined(text.slice(node.start, Math.min(node.end, node.start + 300)))),
    ) ||
    (call.receiver !== null && names(call.receiver))
  )
    return true;
  const open = text.indexOf('(', call.start);
  const receiver = text.slice(
    call.start,
    Math.max(open, (call.args[0]?.node.start ?? call.end) - 1),
  );
  return receiver.length < 400 && names(joined(receiver));
}

/** The path that `home / ".x" / "y"` or `join(home, ".x", "y")` makes. */
const joined = (source: string): string => source.replace(/["'`]\s*[,/+]\s*["'`]/g, '/');
