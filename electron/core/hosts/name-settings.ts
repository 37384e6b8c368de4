import { err, ok, type Result } from '../../../shared/result.ts';
import type { ChangedLine } from '../../../shared/model/hosts.ts';
import type { NameSetting } from './host.ts';
import { parseJsonc, type DuplicateKey } from '../import/jsonc.ts';
import { isRawEntry, type RawServerEntry } from '../import/server-entry.ts';
import {
  commentsOf,
  keyDifference,
  lineDifference,
  nodeAt,
  pieceOf,
  settingsIn,
  withItems,
  withoutEmpty,
  withoutMembers,
} from './json-items.ts';
import { toml } from './toml.ts';
import { noRules, nothingWritten, ruleCount, type PermissionRules } from './permission-rules.ts';
import type { RuleEdit, WrittenRules } from './permission-rules.ts';

/** What the app calls each state; null where a skill is on unless it's turned off. */
const words: Readonly<
  Record<
    Exclude<NameSetting, 'skills.config'>,
    { readonly path: readonly string[]; readonly allow: string | null; readonly deny: string }
  >
> = {
  // opencode: the last rule that matches counts, so Skillgate's come last.
  'permission.skill': { path: ['permission', 'skill'], allow: 'allow', deny: 'deny' },
  skillOverrides: { path: ['skillOverrides'], allow: null, deny: 'off' },
};

/** Whether a skill can be turned on by name as well: elsewhere it's on unless it's turned off. */
export const allowsByName = (setting: NameSetting): boolean =>
  setting !== 'skills.config' && words[setting].allow !== null;

/** A file in which exactly the wanted names are Skillgate's. */
export interface NameEdit extends RuleEdit {
  /** Names that a setting of the person's own says otherwise about; it counts. */
  readonly own: readonly string[];
}

/**
 * The text with the wanted names in place of those that Skillgate wrote. A setting that's there
 * without Skillgate is the person's own. Proved by reading the result again: the rest must say the
 * same. The error is one sentence.
 */
export function replaceNames(
  setting: NameSetting,
  text: string,
  written: WrittenRules,
  wanted: PermissionRules,
): Result<NameEdit, string> {
  return setting === 'skills.config'
    ? replaceTables(text, written, wanted)
    : replaceKeys(words[setting], text, written, wanted);
}

/** How a setting changes, as lines of it alone: others may hold secrets. */
export function settingDifference(
  setting: NameSetting | 'permissions',
  before: string,
  after: string,
): { readonly line: number; readonly lines: readonly ChangedLine[] } {
  if (setting === 'permissions') return keyDifference(before, after, setting);
  if (setting !== 'skills.config')
    return keyDifference(before, after, words[setting].path[0] ?? '');
  const piece = pieceOf(before, after);
  const start = before.length - piece.before.length;
  const line = (piece.before === '' ? after : before).slice(0, start).split('\n').length;
  return { line, lines: lineDifference(piece.before, piece.after) };
}

type KeyWords = (typeof words)[keyof typeof words];

const namesIn = (text: string, path: readonly string[]): RawServerEntry => {
  const value = path.reduce<unknown>(
    (held, key) => (isRawEntry(held) ? held[key] : undefined),
    settingsIn(text),
  );
  return isRawEntry(value) ? value : {};
};

/** Why names can't be kept in this file; null if they can. */
function problemIn(text: string, path: readonly string[]): string | null {
  const twice: DuplicateKey[] = [];
  const value = parseJsonc(text, twice);
  if (!value.ok) return `it isn’t valid JSON: ${value.error}`;
  if (!isRawEntry(value.value)) return 'it isn’t a JSON object';
  // Some programs read the first of two equal keys: a denial could be written where nobody looks.
  const double = twice.find(
    ({ under, key }) =>
      isStart([...under, key], path) || (under.length === path.length && isStart(under, path)),
  );
  if (double !== undefined) return `${JSON.stringify(double.key)} appears twice in it`;
  let held: RawServerEntry = value.value;
  for (const [at, key] of path.entries()) {
    const next = held[key];
    if (next === undefined) return null;
    if (!isRawEntry(next)) return `"${path.slice(0, at + 1).join('.')}" isn’t an object in it`;
    held = next;
  }
  return null;
}

const isStart = (keys: readonly string[], path: readonly string[]): boolean =>
  keys.length <= path.length && keys.every((key, at) => path[at] === key);

function replaceKeys(
  { path, allow, deny }: KeyWords,
  text: string,
  written: WrittenRules,
  wanted: PermissionRules,
): Result<NameEdit, string> {
  const problem = problemIn(text, path);
  if (problem !== null) return err(problem);
  const base = withoutNames({ path, allow, deny }, text, written);
  if (base === null) return err('names can’t be taken out without changing other parts of it');
  const held = namesIn(base, path);
  const asked = new Map<string, string>([
    ...wanted.allow.flatMap((name) => (allow === null ? [] : [[name, allow] as const])),
    ...wanted.deny.map((name) => [name, deny] as const),
  ]);
  const missed = [...asked].filter(([name]) => !Object.hasOwn(held, name));
  const all: RawServerEntry = { ...held, ...Object.fromEntries(missed) };
  const permission = namesIn(base, path.slice(0, -1));
  const says = (name: string): unknown =>
    allow === null ? all[name] : countingWord({ ...permission, skill: all }, name);
  const own = [...asked].flatMap(([name, word]) => (says(name) === word ? [] : [name]));
  const fresh = missed.filter(([name]) => !own.includes(name));
  if (fresh.length === 0) return ok({ text: base, written: nothingWritten, own });
  const missing = path.findIndex((_, at) => nodeAt(base, path.slice(0, at + 1)) === undefined);
  const value = Object.fromEntries(fresh);
  const changed = withNames(base, path, missing, value);
  if (changed === null || !isProved(base, changed, path, { ...held, ...value }))
    return err('names can’t be added without changing other parts of it');
  const names = (word: string | null): readonly string[] =>
    fresh.flatMap(([name, is]) => (is === word ? [name] : []));
  return ok({
    text: changed,
    own,
    written: {
      ...pieceOf(base, changed),
      rules: { allow: names(allow), deny: names(deny) },
      made: missing === -1 ? [] : path.slice(missing),
    },
  });
}

/**
 * What opencode takes from its permissions about a skill: the last rule that matches, in the order
 * of an object's keys, where whole numbers come first. The attacker writes `"*": "allow"` behind a
 * denial.
 */
function countingWord(permission: RawServerEntry, name: string): unknown {
  let word: unknown;
  for (const [kind, rules] of Object.entries(permission)) {
    if (!isMatch(kind, 'skill')) continue;
    for (const [pattern, one] of isRawEntry(rules)
      ? Object.entries(rules)
      : [['*', rules] as const])
      if (isMatch(pattern, name)) word = one;
  }
  return word;
}

/** opencode's `*` and `?`; a space and `*` at the end may be missing. */
const isMatch = (pattern: string, name: string): boolean =>
  isGlob(pattern, name) || (pattern.endsWith(' *') && isGlob(pattern.slice(0, -2), name));

/** Without a regular expression: the attacker writes one that takes forever. */
function isGlob(pattern: string, name: string): boolean {
  let [at, inName] = [0, 0];
  let star: { readonly at: number; inName: number } | null = null;
  while (inName < name.length) {
    if (pattern[at] === '*') {
      star = { at, inName };
      at += 1;
    } else if (pattern[at] === '?' || pattern[at] === name[inName]) {
      at += 1;
      inName += 1;
    } else if (star === null) return false;
    else {
      star.inName += 1;
      at = star.at + 1;
      ({ inName } = star);
    }
  }
  return /^\**$/.test(pattern.slice(at));
}

function withNames(
  base: string,
  path: readonly string[],
  missing: number,
  value: Readonly<Record<string, string>>,
): string | null {
  const top = nodeAt(base, missing === -1 ? path : path.slice(0, missing));
  if (top === undefined) return null;
  if (missing === -1)
    return withItems(
      base,
      top,
      Object.entries(value).map(([key, word]) => ({ key, value: word })),
    );
  const inner = path
    .slice(missing + 1)
    .reduceRight<unknown>((held, key) => ({ [key]: held }), value);
  return withItems(base, top, [{ key: path[missing] ?? '', value: inner }]);
}

function isProved(
  base: string,
  changed: string,
  path: readonly string[],
  names: RawServerEntry,
): boolean {
  const value = parseJsonc(changed);
  const set = (held: RawServerEntry, [key = '', ...rest]: readonly string[]): RawServerEntry => {
    const inner = held[key];
    return {
      ...held,
      [key]: rest.length === 0 ? names : set(isRawEntry(inner) ? inner : {}, rest),
    };
  };
  return (
    value.ok &&
    JSON.stringify(value.value) === JSON.stringify(set(settingsIn(base), path)) &&
    commentsOf(changed) === commentsOf(base)
  );
}

/**
 * The text without the names that Skillgate wrote: to the byte where the piece is as it was
 * written, else without one member for each that still says what was written. Null if that can't be
 * done alone.
 */
function withoutNames(
  { path, allow, deny }: KeyWords,
  text: string,
  { rules, before, after, made }: WrittenRules,
): string | null {
  if (ruleCount(rules) === 0) return text;
  const ours = new Map<string, unknown>([
    ...rules.allow.map((name) => [name, allow] as const),
    ...rules.deny.map((name) => [name, deny] as const),
  ]);
  const kept = Object.fromEntries(
    Object.entries(namesIn(text, path)).filter(
      ([name, word]) => !ours.has(name) || ours.get(name) !== word,
    ),
  );
  const at = text.indexOf(after);
  if (at !== -1 && !text.includes(after, at + 1)) {
    const exact = text.slice(0, at) + before + text.slice(at + after.length);
    const isWhole = Object.keys(kept).length === 0 && made.length > 0;
    if (isWhole ? isSameWithout(text, exact, path, made) : isProved(text, exact, path, kept))
      return exact;
  }
  const map = nodeAt(text, path);
  if (map === undefined) return text;
  const gone = (map.children ?? []).filter(({ children }) => {
    const name = String(children?.[0]?.value);
    return ours.has(name) && ours.get(name) === children?.[1]?.value;
  });
  const removed = withoutMembers(text, map, gone);
  if (!isProved(text, removed, path, kept)) return null;
  const emptied = made
    .map((_, index) => path.slice(0, path.length - index))
    .reduce(withoutEmpty, removed);
  return commentsOf(emptied) === commentsOf(text) ? emptied : null;
}

/** Whether `exact` says the same as `text` without the keys that Skillgate added. */
function isSameWithout(
  text: string,
  exact: string,
  path: readonly string[],
  made: WrittenRules['made'],
): boolean {
  const without = (held: RawServerEntry, [key = '', ...rest]: readonly string[]): unknown => {
    const { [key]: inner, ...others } = held;
    if (rest.length < made.length) return others;
    return { ...held, [key]: without(isRawEntry(inner) ? inner : {}, rest) };
  };
  const value = parseJsonc(exact);
  return (
    value.ok &&
    JSON.stringify(value.value) === JSON.stringify(without(settingsIn(text), path)) &&
    commentsOf(exact) === commentsOf(text)
  );
}

const tomlOf = (text: string): Result<RawServerEntry, string> => {
  const value = toml.value(text);
  return value.ok ? ok(isRawEntry(value.value) ? value.value : {}) : value;
};

interface SkillTable {
  readonly name?: unknown;
  readonly enabled?: unknown;
}

/** The tables of Codex's `[[skills.config]]`; null if the key is something else. */
function tablesIn({ skills }: RawServerEntry): readonly SkillTable[] | null {
  if (skills === undefined) return [];
  const config = isRawEntry(skills) ? (skills['config'] ?? []) : null;
  return Array.isArray(config) ? (config as SkillTable[]) : null;
}

/** Codex's tables come last, since of two about one skill the later counts. */
function replaceTables(
  text: string,
  { rules, after }: WrittenRules,
  { deny }: PermissionRules,
): Result<NameEdit, string> {
  const value = tomlOf(text);
  if (!value.ok) return err(`it isn’t valid TOML: ${value.error}`);
  if (tablesIn(value.value) === null) return err('"skills.config" isn’t a list of tables in it');
  const base = withoutTables(text, value.value, rules.deny, after);
  if (base === null) return err('names can’t be taken out without changing other parts of it');
  const now = tomlOf(base);
  const held = now.ok ? (tablesIn(now.value) ?? []) : [];
  const named = deny.map((name) => ({ name, own: held.filter((one) => one.name === name).at(-1) }));
  const own = named.flatMap((one) => (one.own?.enabled === true ? [one.name] : []));
  // The attacker turns the skill on again by its path, after the person turned it off by name.
  const isOnByPath = (own: SkillTable): boolean =>
    own.enabled === false &&
    held
      .slice(held.indexOf(own) + 1)
      .some(({ name, enabled }) => name === undefined && enabled === true);
  const fresh = named.flatMap(({ name, own }) =>
    own === undefined || isOnByPath(own) ? [name] : [],
  );
  if (fresh.length === 0) return ok({ text: base, written: nothingWritten, own });
  const eol = base.includes('\r\n') ? '\r\n' : '\n';
  const gap = base === '' ? '' : base.endsWith('\n') ? eol : eol + eol;
  const piece =
    gap +
    fresh
      .map((name) => ['[[skills.config]]', `name = "${name}"`, 'enabled = false', ''].join(eol))
      .join(eol);
  const changed = tomlOf(base + piece);
  const wanted = [...held, ...fresh.map((name) => ({ name, enabled: false }))];
  if (!changed.ok || !isSameBut(value.value, changed.value, wanted))
    return err('names can’t be added without changing other parts of it');
  return ok({
    text: base + piece,
    own,
    written: { rules: { ...noRules, deny: fresh }, before: '', after: piece, made: [] },
  });
}

/**
 * Most tables of one name that are tried; the attacker writes any number of their text elsewhere.
 */
const mostTried = 8;

/** Without one table for each name: another that says the same is the person's own. */
function withoutTables(
  text: string,
  value: RawServerEntry,
  names: readonly string[],
  piece: string,
): string | null {
  const held = tablesIn(value) ?? [];
  const left = [...held];
  const ours = names.filter((name) => {
    const at = left.findLastIndex(
      ({ name: its, enabled, ...rest }) =>
        its === name && enabled === false && Object.keys(rest).length === 0,
    );
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
  if (ours.length === 0) return text;
  const isProved = (one: string, kept: readonly SkillTable[]): boolean => {
    const now = tomlOf(one);
    // What is cut out of a text leaves the rest in its order.
    const tables = now.ok ? (tablesIn(now.value) ?? []) : [];
    const isSame = JSON.stringify(sorted(tables)) === JSON.stringify(sorted(kept));
    return now.ok && isSame && isSameBut(value, now.value, tables);
  };
  // The last: the same text may be in a string before it.
  const whole = text.lastIndexOf(piece);
  const exact = text.slice(0, whole) + text.slice(whole + piece.length);
  if (whole !== -1 && isProved(exact, left)) return exact;
  let rest = text;
  const kept = [...held];
  for (const name of ours) {
    const from = rest;
    kept.splice(
      kept.findLastIndex((one) => one.name === name && one.enabled === false),
      1,
    );
    const table = new RegExp(
      '(?<![^\\n])(?:\\r?\\n)?\\[\\[skills\\.config\\]\\]\\r?\\nname ' +
        `= "${name}"\\r?\\nenabled = false\\r?\\n`,
      'g',
    );
    const found = [...from.matchAll(table)]
      .slice(-mostTried)
      .map(({ 0: { length }, index }) => from.slice(0, index) + from.slice(index + length))
      .findLast((one) => isProved(one, kept));
    if (found === undefined) return null;
    rest = found;
  }
  return rest;
}

const sorted = (tables: readonly SkillTable[]): readonly string[] =>
  tables.map((table) => JSON.stringify(table)).toSorted();

/** Whether `now` says what `before` says, with these tables. */
function isSameBut(
  before: RawServerEntry,
  now: RawServerEntry,
  tables: readonly SkillTable[],
): boolean {
  const others = ({ skills, ...rest }: RawServerEntry): string => {
    const { config: _, ...more } = isRawEntry(skills) ? skills : {};
    return JSON.stringify([rest, more], (_key, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    );
  };
  return others(before) === others(now) && JSON.stringify(tablesIn(now)) === JSON.stringify(tables);
}
