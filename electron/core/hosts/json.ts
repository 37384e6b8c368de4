import {
  applyEdits,
  findNodeAtLocation,
  modify,
  parseTree,
  stripComments,
  type Node,
} from 'jsonc-parser';
import { err, ok } from '../../../shared/result.ts';
import { parseJsonc } from '../import/jsonc.ts';
import { isRawEntry, targetKeys, typeKeys } from '../import/server-entry.ts';
import { rootIn, valueAt, type HostEntry, type HostFormat, type TextSpan } from './entry.ts';
import { gatewayArgs } from './gateway-entry.ts';

/** JSON with the comments and trailing commas that editors allow. */
export const json: HostFormat = {
  value: (text) => (text.trim() === '' ? ok({}) : parseJsonc(text)),

  entries(text, host) {
    const value = json.value(text);
    if (!value.ok) return err(`it is not valid JSON: ${value.error}`);
    const tree = parseTree(text, [], { allowTrailingComma: true });
    if (!isRawEntry(value.value) || tree === undefined) return ok([]);
    const at = (path: readonly string[], project: string): HostEntry[] => {
      const map = valueAt(value.value, path);
      if (!isRawEntry(map)) return [];
      return Object.entries(map).flatMap(([label, entry]) =>
        isRawEntry(entry)
          ? [
              {
                path: [...path, label],
                label,
                project,
                value: entry,
                span: spanOf(tree, [...path, label]),
              },
            ]
          : [],
      );
    };
    const projects = host.projects === true ? value.value['projects'] : undefined;
    const folders = isRawEntry(projects) ? Object.keys(projects) : [];
    const root = rootIn(value.value, host);
    return ok([
      ...at(root, ''),
      ...folders.flatMap((folder) => at(['projects', folder, ...root], folder)),
    ]);
  },

  through(text, { path }, gateway, style) {
    const formattingOptions = layoutOf(text);
    let changed = text;
    const set = (key: string, value: unknown, index?: number): void => {
      const options =
        index === undefined
          ? { formattingOptions }
          : { formattingOptions, getInsertionIndex: () => index };
      changed = applyEdits(changed, modify(changed, [...path, key], value, options));
    };
    const entry = findNodeAtLocation(parsed(text), [...path]);
    const keys = (entry?.children ?? []).map(({ children }) => String(children?.[0]?.value));
    const { command, env, type, isList = false } = style;
    const own = isList ? [command] : [command, 'args'];
    for (const key of keys) if (targetKeys.has(key) && !own.includes(key)) set(key, undefined);
    const args = gatewayArgs(gateway);
    set(command, isList ? [gateway.command, ...args] : gateway.command, 0);
    if (!isList) set('args', args, 1);
    if (Object.keys(gateway.env).length > 0) set(env, gateway.env, own.length);
    for (const key of typeKeys) if (keys.includes(key)) set(key, type);
    return changed;
  },

  with: (text, path, edits) =>
    edits.reduce(
      (changed, { keys, value }) =>
        applyEdits(
          changed,
          modify(changed, [...path, ...keys], value, { formattingOptions: layoutOf(text) }),
        ),
      text,
    ),

  hasComment: (piece) => stripComments(piece) !== piece,
};

function parsed(text: string): Node {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  if (tree === undefined) throw new Error('invariant: a text that was read is empty');
  return tree;
}

/**
 * Most programs read the last of two equal keys, some the first: changing one could leave the other
 * in effect somewhere.
 */
function spanOf(tree: Node, path: readonly string[]): HostEntry['span'] {
  let node = tree;
  for (const key of path) {
    const value = membersOf(node).get(key);
    if (value === null) return err(`${JSON.stringify(key)} appears twice in it`);
    if (value === undefined) throw new Error(`invariant: a key that was read is missing: ${key}`);
    node = value;
  }
  for (const [key, value] of membersOf(node))
    if (value === null) return err(`${JSON.stringify(key)} appears twice in it`);
  return ok({ start: node.offset, end: node.offset + node.length } satisfies TextSpan);
}

const members = new WeakMap<Node, ReadonlyMap<string, Node | null>>();

/** A map's values by their keys, null where a key appears twice. Read once for all its entries. */
function membersOf(node: Node): ReadonlyMap<string, Node | null> {
  const known = members.get(node);
  if (known !== undefined) return known;
  const found = new Map<string, Node | null>();
  for (const { children } of node.children ?? []) {
    const [key, value] = children ?? [];
    if (value !== undefined)
      found.set(String(key?.value), found.has(String(key?.value)) ? null : value);
  }
  members.set(node, found);
  return found;
}

/** The file's own indentation and line endings. */
export function layoutOf(text: string): { insertSpaces: boolean; tabSize: number; eol: string } {
  const [, indent = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
