import { Lexer, parseDocument, Parser, type Document } from 'yaml';
import { err, ok, type Result } from '../../../shared/result.ts';
import { limits } from '../limits.ts';

/**
 * A YAML configuration as the library's document. The error says where it's wrong. The attacker
 * wrote what a person pastes: endless nesting would exhaust the library's stack and, if a lexer
 * expression is being compiled just then, crash the process.
 */
export function yamlDocument(text: string): Result<Document.Parsed, string> {
  if (isTooDeep(text)) return err('nested too deeply');
  const document = parseDocument(text, { schema: 'core', uniqueKeys: true, logLevel: 'silent' });
  const [first] = document.errors;
  if (first === undefined) return ok(document);
  const at = first.linePos?.[0];
  return err(at === undefined ? first.code : `line ${at.line}, column ${at.col}`);
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
