import { applyEdits, modify, parseTree, type Node } from 'jsonc-parser';

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
