import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { err, ok, type Result } from '../../../shared/result.ts';

/**
 * Parses JSON that may have comments, trailing commas and a byte order mark.
 * Gives plain data in file order, or one sentence naming what is wrong and where (line and
 * column count from 1). Never throws.
 */
export function parseJsonc(text: string): Result<unknown, string> {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const errors: ParseError[] = [];
  try {
    const tree = parseTree(source, errors, { allowTrailingComma: true });
    const first = errors[0];
    if (first !== undefined) return err(`${describe(first)} at ${position(source, first.offset)}`);
    if (tree === undefined) return err('nothing to read');
    return ok(toValue(tree));
  } catch (error) {
    // The text is nested so deeply that the parser's own stack ended.
    if (error instanceof RangeError) return err('nested too deeply');
    throw error;
  }
}

function describe(error: ParseError): string {
  const words = printParseErrorCode(error.error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words === 'invalid symbol' ? 'unexpected text' : words;
}

function position(source: string, offset: number): string {
  const before = source.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/**
 * `__proto__` in a pasted text becomes an ordinary own property: whoever wrote the text cannot
 * reach a prototype.
 */
function toValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(toValue);
  if (node.type !== 'object') return node.value as unknown;
  const object: Record<string, unknown> = {};
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key === undefined || value === undefined) continue;
    Object.defineProperty(object, String(key.value), {
      value: toValue(value),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return object;
}
