import type { FieldDifference } from '../../../shared/model/verdict.ts';

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
