import { createScanner, parseTree, type Node } from 'jsonc-parser';
import { diffLines } from 'diff';
import type { ChangedLine } from '../../../shared/model/hosts.ts';
import { parseJsonc } from '../import/jsonc.ts';
import { isRawEntry, type RawServerEntry } from '../import/server-entry.ts';
import { withoutEnd } from '../text.ts';
import { layoutOf } from './json.ts';

/*
 * Items that are added to lists and maps of a JSON file, and taken out again, while every other
 * byte stays: comments, layout and trailing commas are the person's.
 */

/** Of `SyntaxKind`, whose values TypeScript doesn't let one module take from another. */
const token = { comma: 5, lineComment: 12, blockComment: 13, end: 17 } as const;

export const treeOf = (text: string): Node | undefined =>
  parseTree(text, [], { allowTrailingComma: true });

export const propertyOf = (node: Node | undefined, key: string): Node | undefined =>
  node?.children?.find(({ children }) => children?.[0]?.value === key);

export function settingsIn(text: string): RawServerEntry {
  const value = parseJsonc(text);
  if (!value.ok || !isRawEntry(value.value))
    throw new Error('invariant: settings that were read can’t be read');
  return value.value;
}

export const said = (text: string): string => JSON.stringify(settingsIn(text));

/** Adds items at the end of a list or map, in its own layout; every other byte stays. */
export function withItems(
  text: string,
  container: Node,
  items: readonly { readonly key?: string; readonly value: unknown }[],
): string {
  const { insertSpaces, tabSize, eol } = layoutOf(text);
  const unit = insertSpaces ? ' '.repeat(tabSize) : '\t';
  const last = container.children?.at(-1);
  const outer = indentAt(text, container.offset);
  const inner = last === undefined ? null : headOf(text, last.offset);
  const isInLine =
    inner === null ? !text.trim().includes('\n') && text.trim().length > 2 : inner.trim() !== '';
  const indent = inner?.trim() === '' ? inner : outer + unit;
  const written = items.map(({ key, value }) => {
    const json = isInLine
      ? JSON.stringify(value)
      : JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);
    return key === undefined ? json : `${JSON.stringify(key)}: ${json}`;
  });
  const gap = isInLine ? ' ' : eol + indent;
  if (last !== undefined) {
    const end = last.offset + last.length;
    return text.slice(0, end) + written.map((item) => `,${gap}${item}`).join('') + text.slice(end);
  }
  const close = container.offset + container.length - 1;
  const joined = written.join(`,${gap}`);
  const inside = text.slice(container.offset + 1, close);
  if (inside.trim() === '')
    return (
      text.slice(0, container.offset + 1) +
      (isInLine ? joined : gap + joined + eol + outer) +
      text.slice(close)
    );
  // Only comments are in it: the last may end with its line.
  const line = text.lastIndexOf('\n', close - 1) + 1;
  const isOwnLine = line > container.offset && text.slice(line, close).trim() === '';
  const at = isOwnLine ? line : close;
  const piece = isOwnLine ? indent + joined + eol : ` ${joined} `;
  return text.slice(0, at) + piece + text.slice(at);
}

/** What precedes a place on its line. */
const headOf = (text: string, offset: number): string =>
  text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(headOf(text, offset))?.[0] ?? '';

/** A key that Skillgate added goes if nothing is left in it, not even a comment. */
export function withoutEmpty(text: string, path: readonly string[]): string {
  const parent = nodeAt(text, path.slice(0, -1));
  const property = propertyOf(parent, path.at(-1) ?? '');
  const value = property?.children?.[1];
  if (parent === undefined || property === undefined || value === undefined) return text;
  const inside = text.slice(value.offset + 1, value.offset + value.length - 1);
  return inside.trim() === '' ? withoutMembers(text, parent, [property]) : text;
}

/** Without these members of a list or map, and the commas that separated them. */
export function withoutMembers(text: string, parent: Node, gone: readonly Node[]): string {
  const commas = new Set<number>();
  let kept: Node | null = null;
  for (const item of parent.children ?? []) {
    if (!gone.includes(item)) {
      kept = item;
      continue;
    }
    const comma = commaAfter(text, item) ?? (kept === null ? null : commaAfter(text, kept));
    if (comma !== null) commas.add(comma);
  }
  return cutOut(text, gone, [...commas]);
}

/** The value at a path of keys from the top. */
export const nodeAt = (text: string, path: readonly string[]): Node | undefined =>
  path.reduce<Node | undefined>((node, key) => propertyOf(node, key)?.children?.[1], treeOf(text));

/** Without these values and commas, and the lines that become empty. */
function cutOut(text: string, nodes: readonly Node[], commas: readonly number[]): string {
  const cuts = [
    ...nodes.map(({ offset, length }) => ({ start: offset, end: offset + length, isValue: true })),
    ...commas.map((start) => ({ start, end: start + 1, isValue: false })),
  ].sort((a, b) => b.start - a.start);
  let result = text;
  for (const { start, end, isValue } of cuts) {
    result = result.slice(0, start) + result.slice(end);
    if (isValue) result = withoutBlankLine(result, start);
  }
  return result;
}

/** Where the comma after a value is, beyond comments; null if there is none. */
function commaAfter(text: string, { offset, length }: Node): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset + length);
  return scanner.scan() === token.comma ? scanner.getTokenOffset() : null;
}

/** Without the line that a rule left empty, or the space before it on a line with others. */
function withoutBlankLine(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const next = text.indexOf('\n', at);
  const end = next === -1 ? text.length : next;
  if (text.slice(start, end).trim() === '' && next !== -1)
    return text.slice(0, start) + text.slice(next + 1);
  return withoutEnd(text.slice(0, at), ' \t') + text.slice(at);
}

export function commentsOf(text: string): string {
  const scanner = createScanner(text, false);
  const found: string[] = [];
  for (let kind = scanner.scan(); kind !== token.end; kind = scanner.scan())
    if (kind === token.lineComment || kind === token.blockComment)
      found.push(scanner.getTokenValue());
  return JSON.stringify(found);
}

/** The one piece in which two texts differ: there before, and there now. */
export function pieceOf(
  before: string,
  after: string,
): { readonly before: string; readonly after: string } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
  };
}

/** How two versions of a file differ, as lines of this top key alone: others may hold secrets. */
export function keyDifference(
  before: string,
  after: string,
  key: string,
): { readonly line: number; readonly lines: readonly ChangedLine[] } {
  const [one, other] = [keyPiece(before, key), keyPiece(after, key)];
  return {
    line: (one.text === '' ? other : one).line,
    lines: lineDifference(one.text, other.text),
  };
}

/** Changed lines, with two unchanged ones before and after each. */
export function lineDifference(before: string, after: string): readonly ChangedLine[] {
  const lines = diffLines(before, after).flatMap(({ added, removed, value }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((text): ChangedLine => ({
        kind: added === true ? 'added' : removed === true ? 'removed' : 'same',
        text: text.replace(/\r$/, ''),
      })),
  );
  return nearChanges(lines);
}

/** Unchanged lines that are shown before and after a change. */
const context = 2;

function nearChanges(lines: readonly ChangedLine[]): readonly ChangedLine[] {
  const near = new Set<number>();
  for (const [at, { kind }] of lines.entries())
    if (kind !== 'same') for (let one = at - context; one <= at + context; one += 1) near.add(one);
  if (near.size === 0) return [];
  return lines.flatMap((line, at): ChangedLine[] =>
    near.has(at) ? [line] : at === 0 || near.has(at - 1) ? [{ kind: 'same', text: '…' }] : [],
  );
}

function keyPiece(text: string, key: string): { readonly text: string; readonly line: number } {
  const node = propertyOf(treeOf(text), key);
  if (node === undefined) return { text: '', line: 1 };
  const start = text.lastIndexOf('\n', node.offset - 1) + 1;
  const isOwnLine = text.slice(start, node.offset).trim() === '';
  const from = isOwnLine ? start : node.offset;
  return {
    text: `${text.slice(from, node.offset + node.length)}\n`,
    line: text.slice(0, node.offset).split('\n').length,
  };
}
