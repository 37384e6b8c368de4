import { parseFrontmatter, type ParsedFrontmatter } from '../frontmatter/frontmatter.ts';
import type { FrontmatterRefusal } from '../frontmatter/fences.ts';
import type { Result } from '../../../shared/result.ts';

/** One file on disk, before it is served. */
export interface LintFile {
  /** Relative to the skill's folder, with slashes. */
  readonly path: string;
  readonly size: number;
  /** Null if it isn't UTF-8 text or wasn't read. */
  readonly text: string | null;
  /** The file wasn't read, which is reported elsewhere, so nothing is known about its text. */
  readonly isUnread?: true;
}

/** A skill's folder on disk. */
export interface LintSkill {
  /** As shown: relative to where the command runs. */
  readonly folder: string;
  readonly name: string;
  readonly files: readonly LintFile[];
}

/** Something in a file that breaks a rule. Line and column count from 1. */
export interface LintFault {
  readonly path: string;
  readonly said: string;
  readonly line?: number;
  readonly column?: number;
}

export const mainOf = ({ files }: LintSkill): LintFile | undefined =>
  files.find(({ path }) => path === 'SKILL.md');

/** The parsed frontmatter; null if there is no text of a SKILL.md to parse. */
export function frontmatterOf(
  skill: LintSkill,
): Result<ParsedFrontmatter, FrontmatterRefusal> | null {
  const text = mainOf(skill)?.text;
  return text === undefined || text === null ? null : parseFrontmatter(text);
}

/** The fields; empty if the frontmatter can't be read. */
export function fieldsOf(skill: LintSkill): Readonly<Record<string, unknown>> {
  const parsed = frontmatterOf(skill);
  return parsed?.ok === true ? parsed.value.frontmatter : {};
}

/** The line of a top-level field in SKILL.md; 1 if it can't be found. */
export function lineOf(skill: LintSkill, field: string): number {
  const lines = (mainOf(skill)?.text ?? '').slice(0, 65_536).split('\n');
  const at = lines.findIndex((line) => line.startsWith(`${field}:`));
  return at === -1 ? 1 : at + 1;
}
