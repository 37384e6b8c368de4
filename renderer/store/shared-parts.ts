import type { SkillRow } from '../../shared/model/skill.ts';

/** What of a row most others have alike. */
const parts = [
  'server',
  'dialect',
  'origin',
  'standing',
  'content',
  'integrity',
  'alsoIn',
  'identity',
  'checked',
  'requests',
  'problems',
  'findings',
  'sinceDecision',
  'barredBy',
] as const satisfies readonly (keyof SkillRow)[];

/**
 * Gives a row that has just come in what it says alike with the one before it: of a hundred thousand skills most
 * come from one server, were never decided, and have nothing found in them. The row is the same object,
 * since another one for each would be as much again to collect.
 */
export function sharing(before: SkillRow | undefined, row: SkillRow): SkillRow {
  if (before === undefined || before === row) return row;
  for (const part of parts) share(before, row, part);
  return row;
}

function share<K extends (typeof parts)[number]>(
  before: SkillRow,
  row: { -readonly [P in keyof SkillRow]: SkillRow[P] },
  part: K,
): void {
  if (row[part] !== before[part] && isSame(before[part], row[part])) row[part] = before[part];
}

type Fields = Readonly<Record<string, unknown>>;

/** Of values as they come in JSON, and making nothing: asked of every part of every row. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a))
    return (
      Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index]))
    );
  return !Array.isArray(b) && holds(a as Fields, b as Fields) && holds(b as Fields, a as Fields);
}

/** Whether every field of one is the same in the other. */
function holds(a: Fields, b: Fields): boolean {
  for (const field in a) if (!isSame(a[field], b[field])) return false;
  return true;
}
