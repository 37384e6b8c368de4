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
  /(?:^|\.)(?:open|read|readFile|readFileSync|read_text|read_bytes|load|copy|copyfile|copytree|createReadStream|glob|rglob|listdir|readdirSync|readdir|walk|scandir|iterdir|foreach|binread)$/;
const writeCalls =
  /(?:^|\.)(?:write|write_text|write_bytes|writeFile|writeFileSync|appendFile|appendFileSync|copy|copyfile|copytree|copyFileSync|cpSync|rename|replace|move|unlink|remove|rmtree|rmSync|unlinkSync|symlink|symlinkSync|binwrite|outputFile|createWriteStream)$/;

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

/** Where code writes, moves or removes files of a kind. */
export function writesOf(document: RuleDocument, files: TextPattern): Use[] {
  const names = naming(files, document);
  const writes = ({ name, args, redirects }: ShellCommand): boolean => {
    if (redirects.some(({ operator, target }) => operator.startsWith('>') && names(target)))
      return true;
    if (!writers.has(name)) return false;
    if (name === 'sed' || name === 'perl' || name === 'jq')
      return (
        args.some(({ text }) => /^-[a-z]*i|^--in-?place/.test(text)) &&
        args.some(({ text }) => names(text))
      );
    const named = args.filter(({ text }) => !text.startsWith('-'));
    const targets = /^(?:cp|install|ln|copy-item|rsync)$/.test(name) ? named.slice(-1) : named;
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

const isWriting = ({ args }: CodeCall): boolean =>
  args.some(
    ({ literal, name }) => (name === null || name === 'mode') && /^[wax]b?\+?$/.test(literal ?? ''),
  );

/** In its arguments, or in its receiver: `(home / "x.md").write_text(…)`. */
function namesFile(call: CodeCall, names: (word: string) => boolean, text: string): boolean {
  if (
    call.args.some(({ literal, node }) =>
      names(literal ?? joined(text.slice(node.start, Math.min(node.end, node.start + 300)))),
    )
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
