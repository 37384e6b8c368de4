import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { err, ok, type Result } from '../../../shared/result.ts';

/** A key that appears more than once in one object. */
export interface DuplicateKey {
  /** Keys from the top of the file to the object; one shared list per object. */
  readonly under: readonly string[];
  readonly key: string;
}

/** How deep such keys are reported. Server settings are never deeper. */
const toldDepth = 8;

/**
 * Parses JSON that may have comments, trailing commas and a byte order mark. Returns plain data in
 * file order, or one sentence naming what is wrong and where (line and column count from 1). Never
 * throws. `twice` receives keys that appear more than once in their object, of which the last
 * counts.
 */
export function parseJsonc(text: string, twice?: DuplicateKey[]): Result<unknown, string> {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const errors: ParseError[] = [];
  try {
    const tree = parseTree(source, errors, { allowTrailingComma: true });
    const first = errors[0];
    if (first !== undefined) return err(`${describe(first)} at ${position(source, first.offset)}`);
    if (tree === undefined) return err('nothing to read');
    return ok(toValue(tree, [], twice));
  } catch (error) {
    // The nesting exhausted the parser's own stack.
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

/** The value of a node. */
export const valueOf = (node: Node): unknown => toValue(node, [], undefined);

/**
 * `__proto__` in a pasted text becomes an ordinary own property, so that its author can't reach a
 * prototype.
 */
function toValue(node: Node, path: readonly string[], twice: DuplicateKey[] | undefined): unknown {
  // Builds no paths for a large file without a listener, or below the reported depth.
  const isTold = twice !== undefined && path.length <= toldDepth;
  const deeper = (child: Node, key: string): unknown =>
    child.children === undefined
      ? toValue(child, path, undefined)
      : toValue(child, isTold ? [...path, key] : path, isTold ? twice : undefined);
  if (node.type === 'array')
    return (node.children ?? []).map((child, at) => deeper(child, String(at)));
  if (node.type !== 'object') return node.value as unknown;
  const object: Record<string, unknown> = {};
  const told = new Set<string>();
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key === undefined || value === undefined) continue;
    const name = String(key.value);
    if (isTold && Object.hasOwn(object, name) && !told.has(name)) {
      told.add(name);
      twice.push({ under: path, key: name });
    }
    Object.defineProperty(object, name, {
      value: deeper(value, name),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return object;
}
