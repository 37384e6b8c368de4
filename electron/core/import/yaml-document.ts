import { isNode, isScalar, Lexer, LineCounter, parseDocument, Parser, visit } from 'yaml';
import type { Document, Node } from 'yaml';
import { err, ok, type Result } from '../../../shared/result.ts';
import { limits } from '../limits.ts';

/**
 * A YAML configuration as the library's document. The error says where it's wrong. The attacker
 * wrote what a person pastes: endless nesting would exhaust the library's stack and, if a lexer
 * expression is being compiled just then, crash the process.
 */
export function yamlDocument(text: string): Result<Document.Parsed, string> {
  if (isTooDeep(text)) return err('nested too deeply');
  const lineCounter = new LineCounter();
  const options = { schema: 'core', uniqueKeys: false, logLevel: 'silent', lineCounter } as const;
  const document = parseDocument(text, options);
  const [first] = document.errors;
  const start = first === undefined ? repeatedKeyIn(document)?.range?.[0] : first.pos[0];
  if (start === undefined) return ok(document);
  const { line, col } = lineCounter.linePos(start);
  return err(`line ${line}, column ${col}`);
}

/** Our own, since the library compares each key of a map with all before it. */
function repeatedKeyIn(document: Document.Parsed): Node | null {
  let found: Node | null = null;
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        const value = isScalar(key) ? key.value : key;
        if (keys.has(value) && isNode(key)) {
          found = key;
          return visit.BREAK;
        }
        keys.add(value);
      }
      return undefined;
    },
  });
  return found;
}

/** A document's data, if its aliases don't expand too far. */
export function plainOf(document: Document.Parsed): Result<unknown, string> {
  try {
    return ok(document.toJS({ maxAliasCount: limits.frontmatterAliases }) as unknown);
  } catch (error) {
    // An alias bomb, an alias without an anchor, or aliases nested in each other.
    if (error instanceof ReferenceError || error instanceof RangeError)
      return err('it expands too far');
    throw error;
  }
}

/** The parser recurses only when leaving a level, so it's stopped before. */
function isTooDeep(text: string): boolean {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > limits.configurationDepth) return true;
  }
  return false;
}
