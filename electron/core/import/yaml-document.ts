import { Lexer, parseDocument, Parser, type Document } from 'yaml';
import { err, ok, type Result } from '../../../shared/result.ts';
import { limits } from '../limits.ts';

/**
 * A configuration in YAML as the library's document. The error is where it is wrong. The attacker
 * wrote what a person pastes: endless nesting would end the stack of the library, and where an
 * expression of its lexer is compiled just then, the process with it.
 */
export function yamlDocument(text: string): Result<Document.Parsed, string> {
  if (isTooDeep(text)) return err('nested too deeply');
  const document = parseDocument(text, { schema: 'core', uniqueKeys: true, logLevel: 'silent' });
  const [first] = document.errors;
  if (first === undefined) return ok(document);
  const at = first.linePos?.[0];
  return err(at === undefined ? first.code : `line ${at.line}, column ${at.col}`);
}

/** What a document says, where its aliases do not expand too far. */
export function plainOf(document: Document.Parsed): Result<unknown, string> {
  try {
    return ok(document.toJS({ maxAliasCount: limits.frontmatterAliases }) as unknown);
  } catch (error) {
    // An alias bomb, an alias of nothing, or aliases that lie in each other.
    if (error instanceof ReferenceError || error instanceof RangeError)
      return err('it expands too far');
    throw error;
  }
}

/** The parser recurses only where it leaves a level again: it is stopped before. */
function isTooDeep(text: string): boolean {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > limits.configurationDepth) return true;
  }
  return false;
}
