import type { SkillRow } from '../../shared/model/skill.ts';

/**
 * A row that shares with the one before it what both say alike: of a hundred thousand skills most
 * come from one server, were never decided, and have nothing found in them.
 */
export function sharing(before: SkillRow | undefined, row: SkillRow): SkillRow {
  if (before === undefined) return row;
  const kept = <K extends keyof SkillRow>(field: K): SkillRow[K] =>
    isSame(before[field], row[field]) ? before[field] : row[field];
  return {
    ...row,
    server: kept('server'),
    dialect: kept('dialect'),
    origin: kept('origin'),
    standing: kept('standing'),
    content: kept('content'),
    integrity: kept('integrity'),
    alsoIn: kept('alsoIn'),
    identity: kept('identity'),
    checked: kept('checked'),
    requests: kept('requests'),
    problems: kept('problems'),
    findings: kept('findings'),
    sinceDecision: kept('sinceDecision'),
    barredBy: kept('barredBy'),
  };
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
