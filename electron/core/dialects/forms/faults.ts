import type { Problem } from '../../../../shared/model/problem.ts';
import { describe, problem } from '../../problem.ts';

// What an entry of any draft can lack. `value` is what the server sent for the field; `clause` is
// the draft's heading.

export const notAnObject = (value: unknown, clause: string): Problem =>
  problem('entry-not-object', 'The entry is not an object.', {
    expected: 'an object',
    actual: describe(value),
    clause,
  });

export const noName = (value: unknown, clause: string): Problem =>
  problem('name-missing', 'The entry has no name.', {
    field: 'name',
    expected: 'a string that is not empty',
    actual: describe(value),
    clause,
  });

export const noDescription = (value: unknown, clause: string): Problem =>
  problem('description-missing', 'The entry has no description.', {
    field: 'description',
    expected: 'a string that is not empty',
    actual: describe(value),
    clause,
  });

export const unknownType = (value: unknown, expected: string, clause: string): Problem =>
  problem('type-unknown', 'The entry has an unknown type.', {
    field: 'type',
    expected,
    actual: describe(value),
    clause,
  });

/** `field` holds a name that isn't `expected`, the folder in the skill's URI. */
export const nameOfAnotherFolder = (field: string, expected: string, name: string): Problem =>
  problem('name-path-mismatch', "The name doesn’t match the last folder of the skill's URI.", {
    field,
    expected,
    actual: name,
    clause: 'Resource Mapping',
  });

/** The entry or its frontmatter is nested too deeply to compare. */
export const tooDeep = (levels: number, clause: string): Problem =>
  problem('frontmatter-not-json', `The entry is nested deeper than ${levels} levels.`, {
    field: 'frontmatter',
    expected: `at most ${levels} levels`,
    actual: 'more',
    clause,
  });

/** The server lists its skills at `field`, where clients of the final specification don’t look. */
export const olderListing = (field: string, message: string, actual: string = field): Problem =>
  problem('older-dialect', message, {
    field,
    expected: 'skills/list',
    actual,
    clause: 'Listing Skills',
  });
