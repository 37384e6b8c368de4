import type { Node } from 'jsonc-parser';
import { err, ok, type Result } from '../../../shared/result.ts';
import { parseJsonc, type DuplicateKey } from '../import/jsonc.ts';
import { isRawEntry, type RawServerEntry } from '../import/server-entry.ts';
import {
  commentsOf,
  nodeAt,
  pieceOf,
  propertyOf,
  said,
  settingsIn,
  treeOf,
  withItems,
  withoutEmpty,
  withoutMembers,
} from './json-items.ts';

export const ruleLists = ['allow', 'deny'] as const;

/** Rules of an app's own settings, by the list that they're in. */
export type PermissionRules = Readonly<Record<(typeof ruleLists)[number], readonly string[]>>;

export const noRules: PermissionRules = { allow: [], deny: [] };

/** Every rule of both lists, as a file names them. */
export const ruleCount = ({ allow, deny }: PermissionRules): number => allow.length + deny.length;

/** What Skillgate wrote into a settings file, and how to take it out again. */
export interface WrittenRules {
  readonly rules: PermissionRules;
  /**
   * The one piece in which the file differs from one without these rules: there, and as written.
   */
  readonly before: string;
  readonly after: string;
  /** Keys that Skillgate added to hold them. */
  readonly made: readonly string[];
}

export const nothingWritten: WrittenRules = { rules: noRules, before: '', after: '', made: [] };

/** A settings file in which exactly the wanted rules are Skillgate's. */
export interface RuleEdit {
  readonly text: string;
  readonly written: WrittenRules;
}

/**
 * The text with the wanted rules in place of those that Skillgate wrote. A rule that's in the file
 * without Skillgate is the person's own: it's neither added nor ever removed. Proved by reading the
 * result again: the rest of the file must say the same, with the same comments. The error is one
 * sentence.
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

const listNode = (text: string, list: (typeof ruleLists)[number]): Node | undefined =>
  nodeAt(text, ['permissions', list]);

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
    const map = nodeAt(text, ['permissions']);
    if (map === undefined) throw new Error('invariant: permissions that were there are missing');
    return withItems(text, map, [{ key: list, value: fresh[list] }]);
  }, base);
}

/**
 * The text without the rules that Skillgate wrote: to the byte where the piece is as it was
 * written, else without one rule for each, so that what the person wrote between them stays. Null
 * if that can't be done alone.
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
  const emptied = [...made]
    .reverse()
    .reduce(
      (held, key) => withoutEmpty(held, key === 'permissions' ? [key] : ['permissions', key]),
      removed,
    );
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
  const node = listNode(text, list);
  const items = node?.children ?? [];
  const added = addedAt(
    items.map(({ value }) => value as unknown),
    rules,
  );
  return node === undefined
    ? text
    : withoutMembers(
        text,
        node,
        items.filter((_, at) => added.has(at)),
      );
}
