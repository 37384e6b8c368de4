import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import type { DetailState } from '../../store/state.ts';
import { day, type ExpiryTerm } from './dates.ts';
import { toolsOf } from './sheet.ts';
import type { FieldDifference } from '../../../shared/model/verdict.ts';

/** What a renewed approval starts from: the last one, so that nothing of it is lost. */
export interface ApprovalRenewal {
  readonly expiry: ExpiryTerm;
  /** Expiry of the last approval (ISO 8601) if it's in the future: the choice `same`. */
  readonly same: string | null;
  /** The last approval's expiry as text. */
  readonly was: string;
  readonly note: string;
  /** Tools that it allowed and the skill still requests: selected at first and marked. */
  readonly granted: ReadonlySet<string>;
  /** Tools requested now that weren't requested then. */
  readonly fresh: ReadonlySet<string>;
  /** Tools that it allowed and the skill no longer requests: they stay off. */
  readonly gone: readonly string[];
}

const dayMs = 86_400_000;
const lengths = [30, 90, 365] as const;

/**
 * Null if nothing is renewed: the skill was never approved, or was denied since.
 * @param now ms since the epoch.
 */
export function renewalOf(
  row: SkillRow,
  record: ApprovalRecord | null,
  now: number,
): ApprovalRenewal | null {
  if (record === null || record.decision !== 'approved') return null;
  const { expiresAt, note, grants } = record;
  const asked = new Set(toolsOf(row));
  const then = askedThen(record);
  const about = {
    note,
    granted: new Set(grants.allowedTools.filter((tool) => asked.has(tool))),
    fresh: new Set([...asked].filter((tool) => !then.has(tool))),
    gone: grants.allowedTools.filter((tool) => !asked.has(tool)),
  };
  if (expiresAt === null)
    return { ...about, expiry: 'never', same: null, was: 'Previously: never' };
  if (Date.parse(expiresAt) > now)
    return {
      ...about,
      expiry: 'same',
      same: expiresAt,
      was: `Previously: until ${day(expiresAt)}`,
    };
  // It expired: offer the choice nearest to its original duration.
  const days = (Date.parse(expiresAt) - Date.parse(record.decidedAt)) / dayMs;
  const nearest = lengths.toSorted((a, b) => Math.abs(a - days) - Math.abs(b - days))[0] ?? 30;
  return {
    ...about,
    expiry: String(nearest) as ExpiryTerm,
    same: null,
    was: `Previously: until ${day(expiresAt)}, expired`,
  };
}

/** What the skill requested when it was approved; everything allowed was requested. */
function askedThen({ frontmatter, grants }: ApprovalRecord): ReadonlySet<string> {
  const fields =
    typeof frontmatter === 'object' && frontmatter !== null ? Object.entries(frontmatter) : [];
  return new Set([
    ...grants.allowedTools,
    ...fields.flatMap(([field, value]) =>
      /^allowed[-_]?tools$/i.test(field) ? toolsIn(JSON.stringify(value)) : [],
    ),
  ]);
}

/** How many of these approvals have an expiry, which one shared expiry would replace. */
export const endingAmong = (rows: readonly SkillRow[]): number =>
  rows.filter(({ standing }) => standing.kind === 'approved' && standing.expiresAt !== null).length;

/**
 * Whether the current decision is loaded. Right after a decision it is not, and a form made then
 * would drop the expiry of the approval it replaces.
 */
export const isStandingKnown = (
  replaces: string | null,
  state: Pick<DetailState, 'detail' | 'stale' | 'loading'> | undefined,
): boolean =>
  state?.detail != null &&
  // Decided elsewhere meanwhile: the form opens and says so.
  ((state.detail.record?.id ?? null) === replaces || (!state.stale && !state.loading));

/** Splits at commas and whitespace outside parentheses: `Bash(git add:*)` is one tool. */
function split(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    else if (character === ')') depth = Math.max(0, depth - 1);
    if (depth === 0 && (character === ',' || character.trim() === '')) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.filter((part) => part !== '');
}

/** The tools in a field's value; empty if it isn't text. */
export function toolsIn(json: string | undefined): readonly string[] {
  if (json === undefined) return [];
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'string') return split(value);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

export interface ToolsChange {
  readonly added: readonly string[];
  readonly gone: readonly string[];
}

/**
 * Which tools a skill newly requests and which it no longer requests since its approval; null if
 * unchanged.
 */
export function toolsChange(differences: readonly FieldDifference[]): ToolsChange | null {
  const field = differences.find((one) => /^allowed[-_]?tools$/i.test(one.field));
  if (!field) return null;
  const before = new Set(toolsIn(field.expected));
  const now = new Set(toolsIn(field.actual));
  const added = [...now].filter((tool) => !before.has(tool));
  const gone = [...before].filter((tool) => !now.has(tool));
  return added.length + gone.length === 0 ? null : { added, gone };
}
