import { nodesIn, type SyntaxNode } from './tree.ts';
import type { CodeLanguage } from './layers.ts';

/** The node types of strings, by grammar. */
const strings = new Set([
  'string',
  'template_string',
  'concatenated_string',
  'raw_string',
  'ansi_c_string',
  'chained_string',
  'string_literal',
  'verbatim_string_characters',
  'expandable_string_literal',
  'verbatim_string_literal',
  'subshell',
]);
const interpolations = new Set([
  'interpolation',
  'template_substitution',
  'expansion',
  'simple_expansion',
  'command_substitution',
  'process_substitution',
  'arithmetic_expansion',
  'sub_expression',
  'variable',
]);

export const isString = (node: SyntaxNode): boolean => strings.has(node.type);

/** True if a value is filled in at run time. */
export function isDynamic(node: SyntaxNode): boolean {
  for (const inside of nodesIn(node)) if (interpolations.has(inside.type)) return true;
  return false;
}

/**
 * The value of a string in the code, also if it is put together from pieces; null if it is only
 * known at run time.
 */
export function literalOf(node: SyntaxNode, text: string): string | null {
  if (node.type === 'concatenated_string' || node.type === 'chained_string')
    return joined(node.children, text);
  if (
    node.type === 'binary_operator' ||
    node.type === 'binary_expression' ||
    node.type === 'binary'
  ) {
    const [left, right] = node.children;
    if (left === undefined || right === undefined || node.children.length !== 2) return null;
    return text.slice(left.end, right.start).trim() === '+' ? joined([left, right], text) : null;
  }
  if (node.type === 'parenthesized_expression' && node.children.length === 1)
    return joined(node.children, text);
  if (!isString(node) || isDynamic(node)) return null;
  return unquoted(text.slice(node.start, node.end));
}

function joined(nodes: readonly SyntaxNode[], text: string): string | null {
  let whole = '';
  for (const node of nodes) {
    if (node.type === 'comment') continue;
    const part = literalOf(node, text);
    if (part === null) return null;
    whole += part;
  }
  return whole;
}

/** A string of one line, in any language. */
export interface QuotedText {
  readonly start: number;
  readonly end: number;
  readonly mark: string;
  readonly body: string;
}

const bodies: Readonly<Record<string, RegExp>> = {
  '"': /[^"\\\n]*(?:\\.[^"\\\n]*)*/y,
  "'": /[^'\\\n]*(?:\\.[^'\\\n]*)*/y,
};

/**
 * The strings between these marks that `fits` takes. After another one, its closing mark may open the
 * next: an attacker may write one mark too many. What nothing closes in its line is looked
 * through once, however many marks are in it.
 */
export function* quotedIn(
  text: string,
  marks: '"' | `"'`,
  fits: (body: string, end: number) => boolean = () => true,
): Generator<QuotedText> {
  const opening = new RegExp(`[${marks}]`, 'g');
  const unclosed: Record<string, number> = {};
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const { 0: mark, index: start } = found;
    const inside = bodies[mark];
    if (inside === undefined || start < (unclosed[mark] ?? 0)) continue;
    inside.lastIndex = start + 1;
    const body = inside.exec(text)?.[0] ?? '';
    const end = start + 1 + body.length + 1;
    if (text[end - 1] !== mark) unclosed[mark] = end - 1;
    else if (fits(body, end)) {
      opening.lastIndex = end;
      yield { start, end, mark, body };
    } else opening.lastIndex = end - 1;
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** A string without its quotes and with common escapes resolved. */
function unquoted(source: string): string {
  const here = /^@(["'])[ \t]*\r?\n([^]*)\n\1@$/.exec(source)?.[2];
  if (here !== undefined) return here;
  const prefix = /^[a-zA-Z$@%]{0,2}(?=["'`])/.exec(source)?.[0] ?? '';
  const body = source.slice(prefix.length);
  const quote = /^(?:"""|'''|["'`])/.exec(body)?.[0];
  if (quote === undefined || body.length < 2 * quote.length || !body.endsWith(quote)) return body;
  const inner = body.slice(quote.length, -quote.length);
  if (/r/i.test(prefix)) return inner;
  return inner.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|(\r?\n)|(.))/gs,
    (whole, hex?: string, unit?: string, point?: string, line?: string, plain?: string) => {
      const code = hex ?? unit ?? point;
      if (code !== undefined) {
        const value = Number.parseInt(code, 16);
        return value <= 0x10ffff ? String.fromCodePoint(value) : whole;
      }
      if (line !== undefined) return '';
      return plain === undefined ? whole : (escapes[plain] ?? plain);
    },
  );
}

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
