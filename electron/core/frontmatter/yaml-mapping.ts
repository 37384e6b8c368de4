import { Composer, isMap, CST, type Document, Lexer, Parser } from 'yaml';
import { type Result, ok } from '../../../shared/result.ts';
import { NodeRules } from './node-rules.ts';
import { refuse, type FrontmatterRefusal, type RefusalReason } from './fences.ts';
import { isRecord, setOwn } from '../json.ts';
import { limits } from '../limits.ts';

const invalid = (why: string, yaml = '', at: number | null = null) =>
  refuse('yaml', `The frontmatter is not valid YAML: ${why}.`, yaml, at);

/**
 * One YAML mapping as JSON, parsed by the library with the 1.2 core schema; refuses everything in
 * `refusalClauses`. `yaml` has LF line endings and has passed `splitAtFences`.
 */
export function yamlMapping(yaml: string): Result<Record<string, unknown>, FrontmatterRefusal> {
  const tokens = tokensOf(yaml);
  if (!tokens.ok) return tokens;
  try {
    const [document, second] = compose(tokens.value, yaml.length);
    if (document === undefined) return refuse('not-a-mapping', 'The frontmatter is empty.');
    if (second !== undefined)
      return refuse('document', 'The frontmatter contains more than one YAML document.');
    const fault = document.errors[0] ?? document.warnings[0];
    if (fault !== undefined) return invalid(fault.message, yaml, fault.pos[0]);
    const broken = new NodeRules(document.contents, yaml).check();
    if (broken !== null) return broken;
    if (!isMap(document.contents))
      return refuse('not-a-mapping', 'The frontmatter is not a mapping of fields to values.');
    return jsonObjectOf(document);
  } catch (error) {
    return invalid(error instanceof Error ? error.message : 'unreadable');
  }
}

/**
 * Composes the library's documents without stack traces: it creates an error for every wrong token,
 * and a text with only such tokens would cost five times as much.
 */
function compose(tokens: readonly CST.Token[], length: number) {
  const traced = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    const composer = new Composer({
      version: '1.2',
      schema: 'core',
      merge: false,
      uniqueKeys: false,
      strict: true,
      stringKeys: false,
      prettyErrors: false,
    });
    return [...composer.compose(tokens, true, length)];
  } finally {
    Error.stackTraceLimit = traced;
  }
}

/**
 * The document as an object whose fields are own properties, whatever their names.
 * `limits.frontmatterDepth` and the number of aliases bound the recursion.
 */
function jsonObjectOf(
  document: Document.Parsed,
): Result<Record<string, unknown>, FrontmatterRefusal> {
  const plain = expanded(document);
  if (!plain.ok) return plain;
  try {
    const value = jsonOf(plain.value);
    if (!isRecord(value)) throw new Error('invariant: a mapping did not become an object');
    return ok(value);
  } catch (error) {
    if (error instanceof NotJson) return refuse('not-json', error.message);
    throw error;
  }
}

/** Replaces aliases by their values. Nested aliases multiply, so the library counts them. */
function expanded(document: Document.Parsed): Result<unknown, FrontmatterRefusal> {
  try {
    // The library also counts the value that the aliases stand for.
    const maxAliasCount = limits.frontmatterAliases + 1;
    return ok(document.toJS({ mapAsMap: true, maxAliasCount }));
  } catch (error) {
    if (error instanceof ReferenceError)
      return refuse('too-many-anchors', 'The aliases in the frontmatter expand too much.');
    throw error;
  }
}

class NotJson extends Error {}

function jsonOf(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value))
      throw new NotJson(`The frontmatter has the number ${value}, which JSON cannot represent.`);
    return value;
  }
  if (Array.isArray(value)) return value.map(jsonOf);
  if (!(value instanceof Map))
    throw new NotJson('The frontmatter has a value that JSON cannot represent.');
  const object: Record<string, unknown> = {};
  for (const [key, field] of value as ReadonlyMap<unknown, unknown>)
    setOwn(object, String(key), jsonOf(field));
  return object;
}

/**
 * YAML as the library's tokens, or why not. The lexer bounds the cost: everything after it costs a
 * fixed amount per lexeme, so a hostile 64 KiB of anchors, brackets or keys stops at the first few
 * thousand.
 */
function tokensOf(yaml: string): Result<readonly CST.Token[], FrontmatterRefusal> {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const guard = new Guard();
  let offset = 0;
  for (const lexeme of new Lexer().lex(yaml)) {
    const broken = guard.next(lexeme);
    if (broken !== null) return refuse(broken[0], broken[1], yaml, offset);
    if (!isMark(lexeme)) offset += lexeme.length;
    for (const token of parser.next(lexeme)) tokens.push(token);
    // The parser recurses to leave its levels, so an attacker could make it run out of stack.
    if (parser.stack.length > parsedDepth) return refuse(...tooDeep, yaml, offset);
  }
  for (const token of parser.end()) tokens.push(token);
  return nestingOf(tokens, yaml) ?? ok(tokens);
}

/** The most levels that the parser has open: the document, the permitted levels and two more. */
const parsedDepth = limits.frontmatterDepth + 3;

/** Marks that the lexer puts between the lexemes of the text. */
const isMark = (lexeme: string): boolean =>
  lexeme === CST.DOCUMENT || lexeme === CST.FLOW_END || lexeme === CST.SCALAR;

/** Counts lexemes. The one after a scalar mark is content, whatever it looks like. */
class Guard {
  private lexemes = 0;
  private anchors = 0;
  private aliases = 0;
  private flow = 0;
  private scalar = false;

  next(lexeme: string): readonly [RefusalReason, string] | null {
    if ((this.lexemes += 1) > limits.frontmatterTokens)
      return [
        'too-many-tokens',
        `The frontmatter has more than ${limits.frontmatterTokens} tokens.`,
      ];
    const content = this.scalar;
    this.scalar = lexeme === CST.SCALAR;
    if (content) return null;
    switch (CST.tokenType(lexeme)) {
      case 'anchor':
        return (this.anchors += 1) > limits.frontmatterAliases
          ? [
              'too-many-anchors',
              `The frontmatter has more than ${limits.frontmatterAliases} anchors.`,
            ]
          : null;
      case 'alias':
        return (this.aliases += 1) > limits.frontmatterAliases
          ? [
              'too-many-anchors',
              `The frontmatter has more than ${limits.frontmatterAliases} aliases.`,
            ]
          : null;
      case 'tag':
        return ['tag', 'The frontmatter has a tag, which readers resolve differently.'];
      case 'directive-line':
        // It could choose another schema, in which `yes` is not a string.
        return ['directive', 'The frontmatter has a YAML directive.'];
      case 'doc-start':
      case 'doc-end':
        return ['document', 'The frontmatter ends a YAML document before its closing line.'];
      case 'single-quoted-scalar':
      case 'double-quoted-scalar':
        return blankAtLineEnd.test(lexeme)
          ? [
              'ambiguous-layout',
              'The frontmatter has a quoted string with a space at the end of a line.',
            ]
          : null;
      case 'explicit-key-ind':
        return ['ambiguous-layout', 'The frontmatter has a key written with "?".'];
      case 'block-scalar-header':
        // Readers differ on blank lines that are longer or shorter than the number.
        return /[0-9]/.test(lexeme)
          ? [
              'ambiguous-layout',
              'The frontmatter has a block scalar with an indentation indicator.',
            ]
          : null;
      case 'flow-map-start':
      case 'flow-seq-start':
        return (this.flow += 1) > limits.frontmatterDepth ? tooDeep : null;
      case 'flow-map-end':
      case 'flow-seq-end':
        this.flow -= 1;
        return null;
      default:
        return null;
    }
  }
}

/** Some readers keep the spaces. */
const blankAtLineEnd = / \n/;

const tooDeep = [
  'too-deep',
  `The frontmatter is nested more than ${limits.frontmatterDepth} levels deep.`,
] as const;

/**
 * Why the tokens are refused, or null. It uses its own stack, because deep nesting could overflow a
 * recursion like the composer's.
 */
function nestingOf(
  tokens: readonly CST.Token[],
  yaml: string,
): Result<never, FrontmatterRefusal> | null {
  const pending = tokens.map((token) => ({ token, depth: 0 }));
  const push = (token: CST.Token | null | undefined, depth: number): void => {
    if (token !== null && token !== undefined) pending.push({ token, depth });
  };
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { token, depth } = next;
    if (token.type === 'error')
      return refuse(
        'yaml',
        `The frontmatter is not valid YAML: ${token.message}.`,
        yaml,
        token.offset,
      );
    if (depth > limits.frontmatterDepth) return refuse(...tooDeep, yaml, token.offset);
    if (token.type === 'document') push(token.value, depth);
    if ('items' in token)
      for (const item of token.items) {
        push(item.key, depth + 1);
        push(item.value, depth + 1);
      }
  }
  return null;
}
