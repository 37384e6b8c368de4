import { own } from '../json.ts';
import { describe } from '../problem.ts';
import { isActedOn } from './host-keys.ts';
import { wrongTypes } from './field-types.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A field that breaks a rule, and how. */
export interface FieldFault {
  readonly field: string;
  readonly said: string;
}

/** A rule of Agent Skills about the fields of frontmatter, in a file or in an entry. */
export interface FieldRule {
  readonly id: string;
  readonly clause: string;
  readonly level: 'MUST' | 'SHOULD';
  readonly words: string;
  readonly mend: string;
  broken(fields: Fields): readonly FieldFault[];
}

/** The fields that the reference checker accepts; it rejects every other one. */
const knownFields = [
  'name',
  'description',
  'license',
  'allowed-tools',
  'metadata',
  'compatibility',
];
const mostCharacters = 1024;

/** The rules that need only the fields; `lint` and `conformance` share them. */
export const fieldRules = {
  description: {
    id: 'skillgate/description',
    clause: 'Skill Format',
    level: 'MUST',
    words: 'The description has 1 to 1,024 characters.',
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
    words: 'The frontmatter has only the fields of Agent Skills.',
    mend: 'Move fields that no app obeys under metadata. Keep a field that your app obeys: it has no effect there.',
    broken: (fields) =>
      Object.keys(fields)
        .filter((field) => !knownFields.includes(field))
        .map((field) => ({
          field,
          said: `the reference checker rejects the field ${field}${isActedOn(field) ? ', which some apps obey' : ''}`,
        })),
  },
  types: {
    id: 'skillgate/field-types',
    clause: 'Skill Format',
    level: 'MUST',
    words: 'Each field has the type that its readers expect.',
    mend: 'Use a value of that type, or leave the field out.',
    broken: wrongTypes,
  },
} as const satisfies Readonly<Record<string, FieldRule>>;
