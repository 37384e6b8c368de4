import type { FieldDifference } from '../../../shared/model/verdict.ts';
import { escapedInvisible, visible } from '../text.ts';
import { isRecord, own } from '../json.ts';

/** The most differences listed; the rest are only counted. */
const listed = 100;
const valueLength = 2_000;
const fieldLength = 200;

/**
 * Compares the frontmatter of an entry (`expected`) with that of its `SKILL.md` (`actual`), field
 * by field and deeply ("Frontmatter Verification"). Keys may be in any order and array items may
 * not; an absent field equals null, also inside objects. Returns an empty list if the content is
 * identical. `field` is a path such as `metadata.tags[1]`; values are JSON text with invisible
 * characters escaped, because a server may differ only in those.
 */
export function compareFrontmatter(
  entry: Readonly<Record<string, unknown>>,
  file: Readonly<Record<string, unknown>>,
): FieldDifference[] {
  const found: FieldDifference[] = [];
  let more = 0;
  const report = (field: string, expected: unknown, actual: unknown): void => {
    if (found.length >= listed) {
      more += 1;
      return;
    }
    const difference: FieldDifference = { field: visible(field, fieldLength) };
    if (expected !== undefined) difference.expected = jsonText(expected);
    if (actual !== undefined) difference.actual = jsonText(actual);
    found.push(difference);
  };
  compare('', entry, file, report);
  if (more > 0) found.push({ field: `… and ${more} more` });
  return found;
}

type Report = (field: string, expected: unknown, actual: unknown) => void;

function compare(field: string, expected: unknown, actual: unknown, report: Report): void {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) report(field, expected, actual);
    else expected.forEach((item, at) => compare(`${field}[${at}]`, item, actual[at], report));
    return;
  }
  if (isRecord(expected) && isRecord(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      compare(field === '' ? key : `${field}.${key}`, own(expected, key), own(actual, key), report);
    }
    return;
  }
  // Absent equals null: YAML writes `license:` where JSON leaves the field out.
  if ((expected ?? null) !== (actual ?? null)) report(field, expected, actual);
}

function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return `${escapedInvisible(text.slice(0, valueLength))}${text.length > valueLength ? '…' : ''}`;
}
