import { parseFrontmatter, type ParsedFrontmatter } from '../frontmatter/frontmatter.ts';
import type { FrontmatterRefusal } from '../frontmatter/refusal.ts';
import type { Result } from '../../../shared/result.ts';

/** One file on disk, before it is served. */
export interface LintFile {
  /** Relative to the skill's folder, with slashes. */
  readonly path: string;
  readonly size: number;
  /** Null where it is no UTF-8 text, or was not read. */
  readonly text: string | null;
  /** It was not read, which is said elsewhere: nothing about its text is known. */
  readonly isUnread?: true;
}

/** A skill's folder on disk. */
export interface LintSkill {
  /** As it is shown: relative to where the command runs. */
  readonly folder: string;
  readonly name: string;
  readonly files: readonly LintFile[];
}

/** A thing that breaks a rule, in a file. Line and column count from 1. */
export interface LintFault {
  readonly path: string;
  readonly said: string;
  readonly line?: number;
  readonly column?: number;
}

export const mainOf = ({ files }: LintSkill): LintFile | undefined =>
  files.find(({ path }) => path === 'SKILL.md');

/** Null where there is no text of a SKILL.md to parse. */
export function frontmatterOf(
  skill: LintSkill,
): Result<ParsedFrontmatter, FrontmatterRefusal> | null {
  const text = mainOf(skill)?.text;
  return text === undefined || text === null ? null : parseFrontmatter(text);
}

/** The fields, where the frontmatter can be read; empty otherwise. */
export function fieldsOf(skill: LintSkill): Readonly<Record<string, unknown>> {
  const parsed = frontmatterOf(skill);
  return parsed?.ok === true ? parsed.value.frontmatter : {};
}

/** Where a top-level field stands in SKILL.md; its first line where it cannot be found. */
export function lineOf(skill: LintSkill, field: string): number {
  const lines = (mainOf(skill)?.text ?? '').slice(0, 65_536).split('\n');
  const at = lines.findIndex((line) => line.startsWith(`${field}:`));
  return at === -1 ? 1 : at + 1;
}
