import type { SkillRow } from '../../shared/model/skill.ts';

/** The parts of a row that most rows share. */
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
 * Makes a new row reuse the previous row's equal parts: most of a hundred thousand skills share
 * their server, status and lack of findings. Changes the row in place, because copies would be as
 * much garbage again.
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

/** Compares JSON values without allocating, since it runs for every part of every row. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a))
    return (
      Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index]))
    );
  return !Array.isArray(b) && holds(a as Fields, b as Fields) && holds(b as Fields, a as Fields);
}

/** Whether all fields are equal. */
function holds(a: Fields, b: Fields): boolean {
  for (const field in a) if (!isSame(a[field], b[field])) return false;
  return true;
}
