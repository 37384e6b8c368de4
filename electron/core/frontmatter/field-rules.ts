import { own } from '../json.ts';
import { describe } from '../problem.ts';
import { wrongTypes } from './field-types.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A field that breaks a rule, and how. */
export interface FieldFault {
  readonly field: string;
  readonly said: string;
}

/** A rule of Agent Skills over the fields of a frontmatter, in a file as well as in an entry. */
export interface FieldRule {
  readonly id: string;
  readonly clause: string;
  readonly level: 'MUST' | 'SHOULD';
  readonly words: string;
  readonly mend: string;
  broken(fields: Fields): readonly FieldFault[];
}

/** What the reference checker takes; it refuses every other field. */
const known = ['name', 'description', 'license', 'allowed-tools', 'metadata', 'compatibility'];
const mostCharacters = 1024;

/** The rules that need nothing but the fields: `lint` and `conformance` say them alike. */
export const fieldRules = {
  description: {
    id: 'skillgate/description',
    clause: 'Skill Format',
    level: 'MUST',
    words: 'The description is a text of 1 to 1,024 characters.',
    mend: 'Say in a sentence or two what the skill does and when to use it.',
    broken(fields) {
      const field = 'description';
      const value = own(fields, field);
      if (typeof value !== 'string' || value.trim() === '')
        return [{ field, said: `it is ${describe(value)}` }];
      const { length } = [...value];
      return length > mostCharacters ? [{ field, said: `it has ${length} characters` }] : [];
    },
  },
  known: {
    id: 'skillgate/fields',
    clause: 'Skill Format',
    level: 'SHOULD',
    words: 'The fields are those of Agent Skills.',
    mend: 'Move own fields under metadata.',
    broken: (fields) =>
      Object.keys(fields)
        .filter((field) => !known.includes(field))
        .map((field) => ({ field, said: `the reference checker refuses the field ${field}` })),
  },
  types: {
    id: 'skillgate/field-types',
    clause: 'Skill Format',
    level: 'MUST',
    words: 'A field has a value of the type that its readers take.',
    mend: 'Write the value as that type, or leave the field out.',
    broken: wrongTypes,
  },
} as const satisfies Readonly<Record<string, FieldRule>>;
