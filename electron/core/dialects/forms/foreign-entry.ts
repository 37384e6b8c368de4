import { unknownFiles } from '../../files.ts';
import type { SkillEntry } from '../../../../shared/model/skill.ts';
import { isWellFormed } from '../../json.ts';

type Given = Pick<SkillEntry, 'server' | 'uri' | 'name' | 'dialect' | 'raw'> & Partial<SkillEntry>;

/**
 * An entry of a dialect other than the extension's; what is not given is what a skill without any
 * promise has.
 */
export function foreignEntry(given: Given): SkillEntry {
  return {
    description: '',
    frontmatter: {},
    frontmatterIsPart: true,
    files: unknownFiles,
    origin: 'listed',
    archives: [],
    integrity: 'none',
    alsoIn: [],
    problems: [],
    ...given,
  };
}

/** One of which the server told no more frontmatter than name and description. */
export const describedEntry = (given: Given & Pick<SkillEntry, 'description'>): SkillEntry =>
  foreignEntry({
    ...given,
    frontmatter: { name: given.name, description: given.description },
  });

const kept = /[A-Za-z0-9._~!$&'()*+,;=:@-]/;

/**
 * A path as it stands in a URI: each segment percent-encoded, what a path may have kept as it is.
 */
export function encodePath(path: string): string {
  return path
    .split('/')
    .map((segment) =>
      [...segment]
        .map((character) =>
          kept.test(character)
            ? character
            : isWellFormed(character)
              ? encodeURIComponent(character)
              : '%EF%BF%BD',
        )
        .join(''),
    )
    .join('/');
}

/** Text of the server, or nothing. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
