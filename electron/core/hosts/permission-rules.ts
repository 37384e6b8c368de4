import { createScanner, parseTree, type Node } from 'jsonc-parser';
import { diffLines } from 'diff';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { ChangedLine } from '../../../shared/model/hosts.ts';
import { parseJsonc, type DuplicateKey } from '../import/jsonc.ts';
import { isRawEntry, type RawServerEntry } from '../import/server-entry.ts';
import { layoutOf } from './json.ts';

/** Of `SyntaxKind`, whose values TypeScript doesn't let one module take from another. */
const token = { comma: 5, lineComment: 12, blockComment: 13, end: 17 } as const;

export const ruleLists = ['allow', 'deny'] as const;

/** Rules of an app's own settings, by the list that they're in. */
export type PermissionRules = Readonly<Record<(typeof ruleLists)[number], readonly string[]>>;

export const noRules: PermissionRules = { allow: [], deny: [] };

/** Every rule of both lists, as a file names them. */
export const ruleCount = ({ allow, deny }: PermissionRules): number => allow.length + deny.length;

/** What Skillgate wrote into a settings file, and how to take it out again. */
export interface WrittenRules {
  readonly rules: PermissionRules;
  /** The one piece in which the file differs from one without these rules: there, and as written. */
  readonly before: string;
  readonly after: string;
  /** Keys that Skillgate added to hold them. */
  readonly made: readonly ('permissions' | (typeof ruleLists)[number])[];
}

export const nothingWritten: WrittenRules = { rules: noRules, before: '', after: '', made: [] };

/** A settings file in which exactly the wanted rules are Skillgate's. */
export interface RuleEdit {
  readonly text: string;
  readonly written: WrittenRules;
}

/**
 * The text with the wanted rules in place of those that Skillgate wrote. A rule that's in the file
 * without Skillgate is the person's own: it's neither added nor ever removed. Proved by reading the result
 * again: the rest of the file must say the same, with the same comments. The error is one sentence.
 */
export function replaceRules(
  text: string,
  written: WrittenRules,
  wanted: PermissionRules,
): Result<RuleEdit, string> {
  const problem = problemIn(text);
  if (problem !== null) return err(problem);
  const base = withoutRules(text, written);
  if (base === null) return err('rules can’t be taken out without changing other parts of it');
  const own = rulesIn(base);
  const fresh = {
    allow: wanted.allow.filter((rule) => !own.allow.includes(rule)),
    deny: wanted.deny.filter((rule) => !own.deny.includes(rule)),
  };
  if (ruleCount(fresh) === 0) return ok({ text: base, written: nothingWritten });
  const changed = withRules(base, fresh);
  const isProved =
    said(changed) === JSON.stringify(expected(base, fresh)) &&
    commentsOf(changed) === commentsOf(base);
  if (!isProved) return err('rules can’t be added without changing other parts of it');
  const { permissions } = settingsIn(base);
  const map = isRawEntry(permissions) ? permissions : null;
  const { before, after } = pieceOf(base, changed);
  return ok({
    text: changed,
    written: {
      ...{ rules: fresh, before, after },
      made: [
        ...(map === null ? (['permissions'] as const) : []),
        ...ruleLists.filter((list) => fresh[list].length > 0 && map?.[list] === undefined),
      ],
    },
  });
}

/** How a file's rules change, as lines of its `permissions` alone: others may hold secrets. */
export function ruleDifference(
  before: string,
  after: string,
): { readonly line: number; readonly lines: readonly ChangedLine[] } {
  const [one, other] = [permissionsPiece(before), permissionsPiece(after)];
  const lines = diffLines(one.text, other.text).flatMap(({ added, removed, value }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((text): ChangedLine => ({
        kind: added === true ? 'added' : removed === true ? 'removed' : 'same',
        text: text.replace(/\r$/, ''),
      })),
  );
  return { line: (one.text === '' ? other : one).line, lines: nearChanges(lines) };
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

function permissionsPiece(text: string): { readonly text: string; readonly line: number } {
  const node = propertyOf(treeOf(text), 'permissions');
  if (node === undefined) return { text: '', line: 1 };
  const start = text.lastIndexOf('\n', node.offset - 1) + 1;
  const isOwnLine = text.slice(start, node.offset).trim() === '';
  const from = isOwnLine ? start : node.offset;
  return {
    text: `${text.slice(from, node.offset + node.length)}\n`,
    line: text.slice(0, node.offset).split('\n').length,
  };
}

/** Why rules can't be kept in this file; null if they can. */
function problemIn(text: string): string | null {
  const twice: DuplicateKey[] = [];
  const value = parseJsonc(text, twice);
  if (!value.ok) return `it isn’t valid JSON: ${value.error}`;
  if (!isRawEntry(value.value)) return 'it isn’t a JSON object';
  // Some programs read the first of two equal keys: a denial could be written where nobody looks.
  const double = twice.find(
    ({ under, key }) =>
      (under.length === 0 && key === 'permissions') || String(under) === 'permissions',
  );
  if (double !== undefined) return `${JSON.stringify(double.key)} appears twice in it`;
  const { permissions } = value.value;
  if (permissions === undefined) return null;
  if (!isRawEntry(permissions)) return '"permissions" isn’t an object in it';
  const odd = ruleLists.find(
    (list) => permissions[list] !== undefined && !Array.isArray(permissions[list]),
  );
  return odd === undefined ? null : `"permissions.${odd}" isn’t a list in it`;
}

const treeOf = (text: string): Node | undefined =>
  parseTree(text, [], { allowTrailingComma: true });

const propertyOf = (node: Node | undefined, key: string): Node | undefined =>
  node?.children?.find(({ children }) => children?.[0]?.value === key);

function listNode(text: string, list: (typeof ruleLists)[number]): Node | undefined {
  const permissions = propertyOf(treeOf(text), 'permissions')?.children?.[1];
  return propertyOf(permissions, list)?.children?.[1];
}

function settingsIn(text: string): RawServerEntry {
  const value = parseJsonc(text);
  if (!value.ok || !isRawEntry(value.value))
    throw new Error('invariant: settings that were read can’t be read');
  return value.value;
}

const said = (text: string): string => JSON.stringify(settingsIn(text));

function rulesIn(text: string): Readonly<Record<(typeof ruleLists)[number], readonly unknown[]>> {
  const { permissions } = settingsIn(text);
  const of = (list: (typeof ruleLists)[number]): readonly unknown[] => {
    const held = isRawEntry(permissions) ? permissions[list] : undefined;
    return Array.isArray(held) ? held : [];
  };
  return { allow: of('allow'), deny: of('deny') };
}

function expected(base: string, fresh: PermissionRules): unknown {
  const value = settingsIn(base);
  const held = isRawEntry(value['permissions']) ? value['permissions'] : {};
  const own = rulesIn(base);
  const lists = ruleLists.filter((list) => fresh[list].length > 0);
  const added = Object.fromEntries(lists.map((list) => [list, [...own[list], ...fresh[list]]]));
  return { ...value, permissions: { ...held, ...added } };
}

function withRules(base: string, fresh: PermissionRules): string {
  const lists = ruleLists.filter((list) => fresh[list].length > 0);
  const root = treeOf(base);
  if (root === undefined) throw new Error('invariant: settings that were read are empty');
  if (propertyOf(root, 'permissions') === undefined) {
    const value = Object.fromEntries(lists.map((list) => [list, fresh[list]]));
    return withItems(base, root, [{ key: 'permissions', value }]);
  }
  return lists.reduce((text, list) => {
    const there = listNode(text, list);
    if (there !== undefined)
      return withItems(
        text,
        there,
        fresh[list].map((value) => ({ value })),
      );
    const map = propertyOf(treeOf(text), 'permissions')?.children?.[1];
    if (map === undefined) throw new Error('invariant: permissions that were there are missing');
    return withItems(text, map, [{ key: list, value: fresh[list] }]);
  }, base);
}

/** Adds items at the end of a list or map, in its own layout; every other byte stays. */
function withItems(
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

/**
 * The text without the rules that Skillgate wrote: to the byte where the piece is as it was written,
 * else without one rule for each, so that what the person wrote between them stays. Null if that
 * can't be done alone.
 */
function withoutRules(text: string, { rules, before, after, made }: WrittenRules): string | null {
  const wanted = JSON.stringify(valueWithout(text, rules, made));
  const says = (one: string): boolean => {
    const value = parseJsonc(one);
    return value.ok && JSON.stringify(value.value) === wanted;
  };
  const at = after === '' ? -1 : text.indexOf(after);
  if (at !== -1 && !text.includes(after, at + 1)) {
    const exact = text.slice(0, at) + before + text.slice(at + after.length);
    if (says(exact)) return exact;
  }
  const removed = ruleLists.reduce((held, list) => withoutItems(held, list, rules[list]), text);
  const emptied = [...made].reverse().reduce(withoutEmpty, removed);
  const isProved =
    said(removed) === JSON.stringify(valueWithout(text, rules, [])) &&
    commentsOf(emptied) === commentsOf(text);
  return isProved ? emptied : null;
}

/** Which items are the ones that were added: of equal ones the last. */
function addedAt(values: readonly unknown[], rules: readonly string[]): ReadonlySet<number> {
  const left = new Map<unknown, number>();
  for (const rule of rules) left.set(rule, (left.get(rule) ?? 0) + 1);
  const found = new Set<number>();
  for (let at = values.length - 1; at >= 0; at -= 1) {
    const count = left.get(values[at]) ?? 0;
    if (count === 0) continue;
    left.set(values[at], count - 1);
    found.add(at);
  }
  return found;
}

function valueWithout(
  text: string,
  rules: PermissionRules,
  made: WrittenRules['made'],
): RawServerEntry {
  const { permissions, ...others } = settingsIn(text);
  if (!isRawEntry(permissions)) return settingsIn(text);
  const held = Object.entries(permissions).flatMap(([key, value]) => {
    const list = ruleLists.find((one) => one === key);
    if (list === undefined || !Array.isArray(value)) return [[key, value] as const];
    const added = addedAt(value, rules[list]);
    const kept = value.filter((_, at) => !added.has(at));
    return kept.length === 0 && made.includes(list) ? [] : [[key, kept] as const];
  });
  if (held.length === 0 && made.includes('permissions')) return others;
  return { ...settingsIn(text), permissions: Object.fromEntries(held) };
}

function withoutItems(
  text: string,
  list: (typeof ruleLists)[number],
  rules: readonly string[],
): string {
  const items = listNode(text, list)?.children ?? [];
  const added = addedAt(
    items.map(({ value }) => value as unknown),
    rules,
  );
  const commas = new Set<number>();
  let kept: Node | null = null;
  for (const [at, item] of items.entries()) {
    if (!added.has(at)) {
      kept = item;
      continue;
    }
    const comma = commaAfter(text, item) ?? (kept === null ? null : commaAfter(text, kept));
    if (comma !== null) commas.add(comma);
  }
  return cutOut(
    text,
    items.filter((_, at) => added.has(at)),
    [...commas],
  );
}

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
  const [gap = ''] = /[ \t]*$/.exec(text.slice(start, at)) ?? [];
  return text.slice(0, at - gap.length) + text.slice(at);
}

/** A key that Skillgate added goes if nothing is left in it, not even a comment. */
function withoutEmpty(text: string, key: WrittenRules['made'][number]): string {
  const root = treeOf(text);
  const parent = key === 'permissions' ? root : propertyOf(root, 'permissions')?.children?.[1];
  const property = propertyOf(parent, key);
  const value = property?.children?.[1];
  if (parent === undefined || property === undefined || value === undefined) return text;
  const inside = text.slice(value.offset + 1, value.offset + value.length - 1);
  if (inside.trim() !== '') return text;
  const previous = parent.children?.[parent.children.indexOf(property) - 1];
  const comma =
    commaAfter(text, property) ?? (previous === undefined ? null : commaAfter(text, previous));
  return cutOut(text, [property], comma === null ? [] : [comma]);
}

function commentsOf(text: string): string {
  const scanner = createScanner(text, false);
  const found: string[] = [];
  for (let kind = scanner.scan(); kind !== token.end; kind = scanner.scan())
    if (kind === token.lineComment || kind === token.blockComment)
      found.push(scanner.getTokenValue());
  return JSON.stringify(found);
}

/** The one piece in which two texts differ. */
function pieceOf(before: string, after: string): Pick<WrittenRules, 'before' | 'after'> {
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
