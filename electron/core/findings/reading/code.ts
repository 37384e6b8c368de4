import type { ProseBlock } from './blocks.ts';
import { languageOfFence, type FileKind, type CodeLanguage } from './kind.ts';
import type { SyntaxNode } from './tree.ts';

/** Code in a document: a whole script, a fence in prose, inline code or a line of a recipe. */
export interface CodePart {
  readonly language: CodeLanguage;
  readonly from: 'script' | 'fence' | 'inline';
  /** Offsets in the document's text. */
  readonly start: number;
  readonly end: number;
  /** Null if the grammar couldn't be loaded or the code is nested too deeply. */
  readonly tree: SyntaxNode | null;
}

/** A stretch to parse. `code` is as long as the range, so that offsets stay the same. */
export interface CodeStretch {
  readonly language: CodeLanguage;
  readonly from: CodePart['from'];
  readonly start: number;
  readonly code: string;
}

/** The code in a document. */
export function stretchesOf(
  text: string,
  kind: FileKind,
  blocks: readonly ProseBlock[],
): CodeStretch[] {
  if (kind.kind === 'code')
    return [{ language: kind.language, from: 'script', start: 0, code: text }];
  if (kind.kind === 'markdown') return blocks.flatMap((block) => inBlock(text, block));
  if (kind.kind === 'text' && kind.format === 'dockerfile')
    return recipes(text, /^[ \t]*RUN[ \t]+/i);
  if (kind.kind === 'text' && /^[\w.-]+:(?!=).*\n\t/m.test(text)) return recipes(text, /^\t[@-]*/);
  return [];
}

/** The longest inline code that counts as a command. */
const longestInline = 2_000;

function inBlock(text: string, block: ProseBlock): CodeStretch[] {
  if (block.kind === 'frontmatter' || block.kind === 'html') return [];
  if (block.kind !== 'fence') return inline(text, block);
  const { start, end } = block.content;
  const code = text.slice(start, end);
  const named = languageOfFence(block.info);
  if (
    named === null &&
    block.info.trim() !== '' &&
    !/^(?:text|txt|plain\w*)$/i.test(block.info.trim())
  )
    return [];
  const language = named ?? 'bash';
  if (language === 'bash') return [{ language, from: 'fence', start, code: typed(code) }];
  return [{ language, from: 'fence', start, code }, ...straying(code, start)];
}

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
    if (!/\S[ \t|;&]+\S/.test(code) || code.length > longestInline) continue;
    found.push({
      language: 'bash',
      from: 'inline',
      start: block.start + index + ticks.length,
      code,
    });
  }
  return found;
}

/** Lines of a recipe, with their continuations, each of which a shell runs separately. */
function recipes(text: string, lead: RegExp): CodeStretch[] {
  const found: CodeStretch[] = [];
  let at = 0;
  let open: { start: number; code: string } | null = null;
  for (const line of text.split('\n')) {
    const head = lead.exec(line);
    if (open !== null) open.code += `\n${line}`;
    else if (head !== null) open = { start: at + head[0].length, code: line.slice(head[0].length) };
    if (open !== null && !line.trimEnd().endsWith('\\')) {
      found.push({ language: 'bash', from: 'script', ...open });
      open = null;
    }
    at += line.length + 1;
  }
  if (open !== null) found.push({ language: 'bash', from: 'script', ...open });
  return found;
}
