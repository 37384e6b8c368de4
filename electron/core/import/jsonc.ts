import {
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
  applyEdits,
  modify,
} from 'jsonc-parser';
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

// Edits to a text that people also write by hand. Of duplicate keys in an object the last one
// counts, as in every parser; the library's own edits change the first.

type Keys = readonly string[];

const layout = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };

/** The text with a value at a path, in its old position or at the end; the rest is unchanged. */
export function withValue(text: string, path: Keys, value: unknown): string {
  return besideOthers(text, path, (alone) =>
    applyEdits(alone, modify(alone, [...path], value, layout)),
  );
}

/** Replaces the value at a path. */
export interface JsonEdit {
  readonly path: Keys;
  readonly value: unknown;
}

/**
 * Replaces existing values at any number of paths, reading the text once. Null if one of the paths
 * has no value.
 */
export function withValues(text: string, changes: readonly JsonEdit[]): string | null {
  const members = new Map<Node, ReadonlyMap<string, Node>>();
  const membersOf = (object: Node): ReadonlyMap<string, Node> => {
    // Of duplicate keys, the last one counts.
    const found =
      members.get(object) ?? new Map(propertiesOf(object).map(({ name, value }) => [name, value]));
    members.set(object, found);
    return found;
  };
  const root = treeOf(text);
  const edits: { offset: number; length: number; content: string }[] = [];
  for (const { path, value } of changes) {
    let node = root;
    for (const name of path) node = node === undefined ? node : membersOf(node).get(name);
    if (node === undefined) return null;
    edits.push({ offset: node.offset, length: node.length, content: JSON.stringify(value) });
  }
  edits.sort((one, other) => one.offset - other.offset);
  const parts: string[] = [];
  let done = 0;
  for (const { offset, length, content } of edits) {
    parts.push(text.slice(done, offset), content);
    done = offset + length;
  }
  return parts.join('') + text.slice(done);
}

/** Removes every occurrence of a key: an earlier one would count afterwards. */
export function withoutKey(text: string, path: Keys): string {
  let rest = text;
  while (propertiesAt(rest, path).length > 0)
    rest = besideOthers(rest, path.slice(0, -1), (alone) =>
      applyEdits(alone, modify(alone, [...path], undefined, layout)),
    );
  return rest;
}

/** Renames the key that counts. */
export function withKey(text: string, path: Keys, name: string): string {
  const key = propertiesAt(text, path).at(-1)?.children?.[0];
  return key === undefined ? text : withKeys(text, [{ ...key, name: JSON.stringify(name) }]);
}

/** How often a key occurs in the object that counts. */
export const countOf = (text: string, path: Keys): number => propertiesAt(text, path).length;

/** An object's properties by key; empty for anything else. */
export function propertiesOf(
  object: Node | undefined,
): readonly { readonly name: string; readonly value: Node; readonly node: Node }[] {
  if (object?.type !== 'object') return [];
  return (object.children ?? []).flatMap((node) => {
    const [key, value] = node.children ?? [];
    return key === undefined || value === undefined
      ? []
      : [{ name: String(key.value), value, node }];
  });
}

export const treeOf = (text: string): Node | undefined =>
  parseTree(text, [], { allowTrailingComma: true });

const propertiesAt = (text: string, path: Keys): readonly Node[] =>
  alongPath(text, path).at(-1) ?? [];

/** For each key of a path, all properties with that key in the object that counts. */
function alongPath(text: string, path: Keys): readonly (readonly Node[])[] {
  let object = treeOf(text);
  return path.map((name) => {
    const found = propertiesOf(object).filter((one) => one.name === name);
    object = found.at(-1)?.value;
    return found.map(({ node }) => node);
  });
}

/** The result of `edit` while no key of a path has an earlier duplicate. */
function besideOthers(text: string, path: Keys, edit: (text: string) => string): string {
  const earlier = alongPath(text, path).flatMap((same) =>
    same.slice(0, -1).flatMap(({ children }) => children?.slice(0, 1) ?? []),
  );
  if (earlier.length === 0) return edit(text);
  let mark = '\uE000';
  while (text.includes(mark)) mark += '\uE000';
  const names = earlier.map((_, at) => `"${mark}${at}\uE001"`);
  let edited = edit(
    withKeys(
      text,
      earlier.map((key, at) => ({ ...key, name: names[at] ?? '' })),
    ),
  );
  for (const [at, { offset, length }] of earlier.entries())
    edited = edited.replace(names[at] ?? '', () => text.slice(offset, offset + length));
  return edited;
}

function withKeys(
  text: string,
  keys: readonly { readonly offset: number; readonly length: number; readonly name: string }[],
): string {
  return keys
    .toSorted((one, other) => other.offset - one.offset)
    .reduce(
      (rest, { offset, length, name }) =>
        rest.slice(0, offset) + name + rest.slice(offset + length),
      text,
    );
}
