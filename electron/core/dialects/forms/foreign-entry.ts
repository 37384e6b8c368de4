import { unknownFiles } from '../../files.ts';
import type { SkillEntry } from '../../../../shared/model/skill.ts';
import { isWellFormed } from '../../json.ts';
import type { ListedResource } from '../dialect.ts';

type Given = Pick<SkillEntry, 'server' | 'uri' | 'name' | 'dialect' | 'raw'> & Partial<SkillEntry>;

/**
 * An entry in a dialect other than the extension's; omitted fields default to those of a skill
 * without any digests.
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

/** The server gave no frontmatter beyond name and description. */
export const describedEntry = (given: Given & Pick<SkillEntry, 'description'>): SkillEntry =>
  foreignEntry({
    ...given,
    frontmatter: { name: given.name, description: given.description },
  });

/** A resource as `resources/list` has it, for the entry as received. */
export const entryAsListed = ({ beside, ...listed }: ListedResource): object => ({
  ...listed,
  ...beside,
});

const kept = /[A-Za-z0-9._~!$&'()*+,;=:@-]/;

/**
 * A path as written in a URI: each segment percent-encoded except for characters a path may
 * contain.
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

/** A text from the server, or nothing. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
