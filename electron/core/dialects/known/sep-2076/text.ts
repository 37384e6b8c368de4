import { canonicalJson } from '../../../canonical-json.ts';
import { isRecord, isWellFormed, own } from '../../../json.ts';

/**
 * SEP-2076 sends a skill as fields instead of a file. This text stands in for its SKILL.md: the
 * fields as frontmatter, each as RFC 8785 JSON, then the instructions. Equal fields give equal
 * bytes and a new script gives different ones, so an approval binds to everything that was sent.
 * Null if the answer isn't the skill with that name.
 */
export function skillText(result: unknown, name: string): string | null {
  const skill = skillIn(result);
  if (!isRecord(skill)) return null;
  const instructions = own(skill, 'instructions');
  if (own(skill, 'name') !== name || typeof instructions !== 'string') return null;
  const lines: string[] = [];
  for (const field of ['name', 'description', ...Object.keys(skill).sort()]) {
    const value = own(skill, field);
    if (
      field === 'instructions' ||
      value === undefined ||
      !/^[A-Za-z][\w-]*$/.test(field) ||
      lines.some((line) => line.startsWith(`${field}: `))
    )
      continue;
    const text = jsonOf(value);
    if (text === null) return null;
    lines.push(`${field}: ${text}`);
  }
  return `---\n${lines.join('\n')}\n---\n\n${instructions}`;
}

/** Fields that any result may have besides its own. */
const ofResults = new Set(['resultType', 'ttlMs', 'cacheScope']);

/** The skill in an answer: servers put it under `skill` or return it directly. */
export function skillIn(answer: unknown): unknown {
  if (!isRecord(answer)) return undefined;
  const within = own(answer, 'skill');
  if (within !== undefined || typeof own(answer, 'name') !== 'string') return within;
  return Object.fromEntries(Object.entries(answer).filter(([field]) => !ofResults.has(field)));
}

function jsonOf(value: unknown): string | null {
  try {
    const text = canonicalJson(value as never);
    return isWellFormed(text) ? text : null;
  } catch {
    return null;
  }
}
