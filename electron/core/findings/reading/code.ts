import type { ProseBlock } from './blocks.ts';
import { carriedProgram, codeOfMarkup, codeOfPage } from './carried-code.ts';
import {
  fenceWord,
  isOtherLanguage,
  languageOfFence,
  type CodeLanguage,
  type FileKind,
} from './layers.ts';
import { isWorthParsing, preformatted, promptedCommands } from './prose-commands.ts';
import type { CodePart, CodeStretch } from './literals.ts';
import {
  commandStrings,
  databaseFunctions,
  notebookCommands,
  toolCommands,
} from './tool-commands.ts';

/** The code in a document. */
export function stretchesOf(
  text: string,
  kind: FileKind,
  blocks: readonly ProseBlock[],
): CodeStretch[] {
  if (kind.kind === 'code')
    // Vagrant and CocoaPods are set up by programs.
    return [
      whole(kind.language, text),
      ...(kind.language === 'ruby' ? toolCommands(text, 'script') : []),
      ...(readsItself.test(text) ? strayCommands(text, []) : []),
    ];
  if (kind.kind === 'markdown') {
    const found = blocks.flatMap((block) => inBlock(text, block));
    // A comment of a program is a heading here.
    const isPlain = !blocks.some((block) => /^(?:frontmatter|fence)$/.test(block.kind));
    return isPlain ? [...carriedProgram(text), ...found] : found;
  }
  if (kind.kind === 'data' || kind.kind === 'markup' || kind.kind === 'text') {
    const found = inText(text, kind);
    return [...found, ...strayCommands(text, found)];
  }
  return [];
}

function inText(
  text: string,
  kind: Extract<FileKind, { readonly kind: 'data' | 'markup' | 'text' }>,
): CodeStretch[] {
  if (kind.kind === 'data') return inData(text, kind.format, 'script', 0);
  if (kind.kind === 'markup') return [...toolCommands(text, 'script'), ...codeOfPage(text)];
  if (kind.format === 'dockerfile') return recipes(text, dockerLead);
  // A backslash is no escape in a batch file.
  if (kind.format === 'bat') return [whole('bash', text.replaceAll('\\', '/'))];
  const handed = toolCommands(text, 'script');
  if (isOtherLanguage(kind.format)) return [whole('other', text), ...handed];
  if (isMakefile(text)) return [...recipes(text, makeLead), ...handed];
  if (kind.format !== 'plaintext') return [...handed, ...codeOfMarkup(text)];
  const found = [...handed, ...codeOfMarkup(text), ...carriedProgram(text)];
  return [...promptedCommands(text, 0, text.length, found), ...found];
}

const whole = (language: CodeLanguage, text: string): CodeStretch => ({
  language,
  from: 'script',
  start: 0,
  code: language === 'bash' ? undone(text) : text,
});

const dockerLead = /^[ \t]*(?:RUN|CMD|ENTRYPOINT)[ \t]+/i;
const makeLead = /^\t[@-]*/;
const isMakefile = (text: string): boolean => /^[\w.-]+:(?!=).*\n\t/m.test(text);

/** The longest inline code that counts as a command. */
const longestInline = 2_000;

/** Fences of formats in which nothing runs, so that a line is at most a stray command. */
const inert =
  /^(?:json|jsonc|json5|jsonl|xml|html|css|scss|less|svg|sql|mermaid|diff|patch|graphql|proto|protobuf|markdown|md|mdx|csv|tsv|latex|tex|regex|http|plantuml|dot|gherkin|solidity|sol|yara|abnf|ebnf|math|toon|hcl|terraform|tf|prisma|nginx|cypher|promql|vue|svelte|astro|template|jinja|jinja2)$/;

function inBlock(text: string, block: ProseBlock): CodeStretch[] {
  if (block.kind === 'frontmatter') return [];
  if (block.kind === 'html') return [...preformatted(text, block)];
  if (block.kind !== 'fence') {
    const spans = inline(text, block);
    return [...spans, ...promptedCommands(text, block.start, block.end, spans)];
  }
  const { start, end } = block.content;
  const code = text.slice(start, end);
  const word = fenceWord(block.info);
  const language = languageOfFence(block.info);
  const other = (stretches: CodeStretch[]): CodeStretch[] => [
    ...stretches,
    ...straying(code, start),
  ];
  if (language !== null && language !== 'bash')
    return other([{ language, from: 'fence', start, code }]);
  if (isOtherLanguage(word))
    return other([
      { language: 'other', from: 'fence', start, code },
      ...toolCommands(code, 'fence', start),
    ]);
  if (/^(?:ya?ml|toml|ini)$/.test(word)) return other(inData(code, 'yaml', 'fence', start));
  if (/^(?:dockerfile|containerfile|docker)$/.test(word))
    return recipes(code, dockerLead, 'fence', start);
  if (/^make(?:file)?$/.test(word)) return recipes(code, makeLead, 'fence', start);
  if (inert.test(word)) return other(toolCommands(code, 'fence', start));
  return [{ language: 'bash', from: 'fence', start, code: undone(typed(code)) }];
}

/** `${IFS}` and `{curl,-s,x}` are spaces to a shell, and as many to its parser. */
const undone = (code: string): string =>
  code.includes('IFS') || /\{[^\s{},]+,/.test(code)
    ? code
        .replace(/\$\{IFS[^}]{0,20}\}|\$IFS(?:\$\d)?/g, blank)
        .replace(
          /(^|[;&|(]\s*)\{([^\s{},;]+(?:,[^\s{},;]+)+)\}/gm,
          (_, before: string, words: string) => `${before} ${words.replaceAll(',', ' ')} `,
        )
    : code;

const blank = (gone: string): string => ' '.repeat(gone.length);

/** A line that is only a command: a name, then a flag, an address or a path. */
const commandLine =
  /^[ \t]*(?:sudo[ \t]+)?(?:curl|wget|bash|sh|nc|ncat|socat|chmod|chown|rm|base64|scp|rsync|ssh|powershell|npx|pip|npm)[ \t]+(?:--?[A-Za-z]|https?:\/\/|[~./$])[^\n]*$/gm;

/** Commands in a fence of another language, which are errors to a parser but orders to a model. */
const straying = (code: string, start: number): CodeStretch[] =>
  [...code.matchAll(commandLine)].map(({ 0: line, index }) => ({
    language: 'bash',
    from: 'fence',
    start: start + index,
    code: line,
  }));

/** A command that loads, packs or sends something, whatever is before it in its line. */
const anyCommand =
  /(?<![\w./@:-])(?:\/(?:usr\/)?bin\/)?(?:(?:curl|wget|nc|ncat|socat|scp|rsync)[ \t]+(?:-|https?:|\S*[@:]\S)|tar[ \t]+-?[a-z]*c[a-z]*f?[ \t]+\S)[^\n]{0,2000}/g;
/** The most such commands of one file that are read each on its own. */
const mostStray = 100;

/**
 * Commands at any place of a file that nothing else reads: after a key, a sign or a word with which some
 * tool hands the rest of its line to a shell. An attacker knows more tools than any list has.
 */
function strayCommands(text: string, known: readonly CodeStretch[]): CodeStretch[] {
  const found: CodeStretch[] = [];
  let rest: CodeStretch | null = null;
  const read = known
    .filter(({ language }) => language !== 'other')
    .toSorted((a, b) => a.start - b.start);
  let next = 0;
  let readTo = 0;
  for (const { 0: line, index } of text.matchAll(anyCommand)) {
    for (let one = read[next]; one !== undefined && one.start <= index; one = read[next]) {
      readTo = Math.max(readTo, one.start + one.code.length);
      next += 1;
    }
    const isKnown = index < readTo;
    // `Exec=curl …` sets a variable to a shell.
    if (isKnown && text[index - 1] !== '=') continue;
    const quote = /["'`({]/.exec(text[index - 1] ?? '')?.[0];
    const closing = quote === '(' ? ')' : quote === '{' ? '}' : quote;
    const end = closing === undefined ? -1 : line.indexOf(closing);
    const code = end === -1 ? line : line.slice(0, end);
    if (found.length < mostStray)
      found.push({ language: 'bash', from: 'script', start: index, code });
    else {
      // An attacker may write harmless ones first, so the others are read as one program.
      rest ??= { language: 'bash', from: 'script', start: index, code: '' };
      const between = text.slice(rest.start + rest.code.length, index);
      rest = { ...rest, code: rest.code + between.replaceAll(/[^\n]/g, ' ') + code };
    }
  }
  return rest === null ? found : [...found, rest];
}

/** A program that reads its own file may run what its comments say. */
const readsItself =
  /__file__|\bgetsource\(|__doc__|"\$0"|\$\{?BASH_SOURCE|import\.meta\.(?:filename|url)|__filename|\.toString\(\)\.split|\bDATA\b/;

/** Only the typed commands of a recorded session, without prompts. */
function typed(code: string): string {
  if (!/^[ \t]*[$❯] /m.test(code)) return code;
  let continued = false;
  return code.replace(/[^\n]+/g, (line) => {
    const prompt = /^[ \t]*[$❯#] /.exec(line);
    const keeps = prompt !== null || continued;
    continued = keeps && line.trimEnd().endsWith('\\');
    if (!keeps) return ' '.repeat(line.length);
    return prompt === null ? line : ' '.repeat(prompt[0].length) + line.slice(prompt[0].length);
  });
}

const spans = /(?<!`)(`{1,4})([^`]+)\1(?!`)/g;

/** Spans between backticks that could be a command with arguments. */
function inline(text: string, block: ProseBlock): CodeStretch[] {
  const found: CodeStretch[] = [];
  const source = text.slice(block.start, block.end);
  for (const { index, 1: ticks = '', 2: code = '' } of source.matchAll(spans)) {
    if (!/\S[ \t|;&]+\S|IFS/.test(code) || code.length > longestInline) continue;
    if (!isWorthParsing(code)) continue;
    found.push({
      language: 'bash',
      from: 'inline',
      start: block.start + index + ticks.length,
      code: undone(code.replace(/^[$%] /, '  ')),
    });
  }
  return found;
}

/** `["sh", "-c", "a | b"]`: the shell's text, in a list that a container starts. */
const execForm =
  /^\[\s*"(?:\/bin\/)?(?:ba|da|z)?sh"\s*,\s*"-[a-z]*c"\s*,\s*"((?:[^"\\]|\\.)*)"\s*\]\s*$/;

function unlisted({ code, ...rest }: CodeStretch): CodeStretch {
  const given = execForm.exec(code)?.[1];
  if (given === undefined) return { ...rest, code };
  const start = rest.start + code.lastIndexOf(given);
  return { ...rest, start, code: given.replaceAll(/\\(.)/g, ' $1') };
}

/** Lines of a recipe, with their continuations, each of which a shell runs separately. */
function recipes(
  text: string,
  lead: RegExp,
  from: CodePart['from'] = 'script',
  offset = 0,
): CodeStretch[] {
  const found: CodeStretch[] = [];
  let at = offset;
  let open: { start: number; code: string } | null = null;
  for (const line of text.split('\n')) {
    const head = lead.exec(line);
    if (open !== null) open.code += `\n${line}`;
    else if (head !== null) open = { start: at + head[0].length, code: line.slice(head[0].length) };
    if (open !== null && !line.trimEnd().endsWith('\\')) {
      found.push({ language: 'bash', from, ...open });
      open = null;
    }
    at += line.length + 1;
  }
  if (open !== null) found.push({ language: 'bash', from, ...open });
  return found.map(unlisted);
}

/** Keys under which programs keep shell commands: workflows, editor tasks, containers, hooks. */
const keys =
  'run|script|command|cmd|before_script|after_script|entrypoint|args|exec|ExecStart' +
  '|ExecStartPre|onCreateCommand|postCreateCommand|postStartCommand|postAttachCommand' +
  '|initializeCommand|shellCommand|prepare|preinstall|install|postinstall|hook|program|shell' +
  '|sh';
const yamlKey = new RegExp(
  `^([ \\t]*(?:-[ \\t]+)?)["']?(?:${keys})["']?[ \\t]*[:=][ \\t]*([|>][-+\\d]*)?[ \\t]*`,
);
/**
 * A value of any other key, or an item of a list, that begins like a command that loads or runs.
 */
const commandValue =
  /^([ \t]*(?:-[ \t]+|["']?[\w.-]{1,60}["']?[ \t]*[:=][ \t]*))(?=["']?(?:sudo |(?:curl|wget|bash|sh|python3?|node|npx|powershell|pwsh|eval|source|nc)[ \t]+[-~/.$"'(h]))/;
const jsonValue = new RegExp(
  `"(?:${keys})"\\s{0,20}:\\s{0,20}"((?:[^"\\\\\\n]|\\\\.){2,4000})"`,
  'g',
);

/** Arguments of a program in JSON, one of which may be a shell's text. */
const jsonArguments = /"args"\s{0,20}:\s{0,20}\[([^\]\n]{0,4000}|(?:[^\]]{0,4000}))\]/g;

/** Scripts of a package, whatever they are called. */
const jsonScripts = /"scripts"\s{0,20}:\s{0,20}\{[^}]{0,20000}/g;
const jsonScript = /"[\w:.-]{1,60}"\s{0,20}:\s{0,20}"((?:[^"\\\n]|\\.){2,4000})"/g;

/** The most commands of one file, because an attacker chooses how many there are. */
const mostCommands = 500;

/** Shell commands in data: `run:` of a workflow, `"command"` of an editor's task. */
function inData(
  text: string,
  format: string,
  from: CodePart['from'],
  offset: number,
): CodeStretch[] {
  if (format === 'json' || format === 'yaml' || format === 'ini') {
    const isNotebook = format === 'json' && offset === 0 && text.includes('"cells"');
    const known = format === 'json' ? inJson(text, from, offset) : inYaml(text, from, offset);
    return [
      ...known,
      ...commandStrings(text, from, offset, known),
      ...(isNotebook ? notebookCommands(text) : []),
    ];
  }
  return [
    ...toolCommands(text, from, offset),
    ...(format === 'sql' ? databaseFunctions(text) : []),
  ];
}

function inJson(text: string, from: CodePart['from'], offset: number): CodeStretch[] {
  const found: CodeStretch[] = [];
  for (const { 0: whole, 1: code = '', index } of text.matchAll(jsonValue)) {
    if (found.length >= mostCommands) break;
    // Escapes become as many characters, so that offsets stay the same.
    const plain = code.replace(/\\(.)/g, (_, one: string) =>
      one === 'n' ? '\n ' : one === 't' ? '  ' : ` ${one}`,
    );
    found.push({
      language: 'bash',
      from,
      start: offset + index + whole.length - 1 - code.length,
      code: plain,
    });
  }
  for (const { 0: block, index } of text.matchAll(jsonScripts))
    for (const { 1: code = '', index: at, 0: pair } of block.matchAll(jsonScript)) {
      if (found.length >= mostCommands) return found;
      const start = offset + index + at + pair.length - 1 - code.length;
      if (found.some((one) => one.start === start)) continue;
      found.push({ language: 'bash', from, start, code: code.replaceAll(/\\(.)/g, ' $1') });
    }
  for (const { 1: list = '', index, 0: whole } of text.matchAll(jsonArguments))
    for (const { 1: code = '', index: at } of list.matchAll(/"((?:[^"\\\n]|\\.){8,4000})"/g)) {
      if (found.length >= mostCommands) return found;
      if (!/\S\s+\S/.test(code)) continue;
      const start = offset + index + whole.indexOf('[') + 1 + at + 1;
      found.push({ language: 'bash', from, start, code: code.replaceAll(/\\(.)/g, ' $1') });
    }
  return found;
}

function inYaml(text: string, from: CodePart['from'], offset: number): CodeStretch[] {
  const found: CodeStretch[] = [];
  let at = 0;
  let open: {
    readonly indent: number;
    readonly start: number;
    code: string;
    /** What ends a text of TOML, in which no indentation does. */
    readonly closes?: string;
  } | null = null;
  const close = (): void => {
    if (open !== null && open.code.trim() !== '' && found.length < mostCommands)
      found.push({ language: 'bash', from, start: offset + open.start, code: open.code });
    open = null;
  };
  for (const line of text.split('\n')) {
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    const isInside =
      open?.closes === undefined ? indent > (open?.indent ?? 0) : !line.includes(open.closes);
    if (open !== null && (line.trim() === '' || isInside)) open.code += `${line}\n`;
    else {
      close();
      const head = yamlKey.exec(line) ?? commandValue.exec(line);
      const lead = head?.[1] ?? '';
      const closes = /^(?:"""|''')/.exec(line.slice(head?.[0].length ?? line.length))?.[0];
      if (head !== null && closes !== undefined && !line.slice(head[0].length + 3).includes(closes))
        open = {
          indent: 0,
          start: at + head[0].length + 3,
          code: `${line.slice(head[0].length + 3)}\n`,
          closes,
        };
      else if (head !== null && (head[2] !== undefined || line.length === head[0].length))
        open = { indent: lead.length, start: at + line.length + 1, code: '' };
      else if (head !== null && found.length < mostCommands) {
        const value = line.slice(head[0].length);
        const quote = /^["']/.exec(value)?.[0] ?? '';
        const code =
          quote === '' || !value.trimEnd().endsWith(quote) ? value : value.trimEnd().slice(1, -1);
        found.push({
          language: 'bash',
          from,
          start: offset + at + head[0].length + (code === value ? 0 : 1),
          code: code.replace(/^\[.*\]$/, (list) => list.replaceAll(/[[\],]/g, ' ')),
        });
      }
    }
    at += line.length + 1;
  }
  close();
  return found;
}
