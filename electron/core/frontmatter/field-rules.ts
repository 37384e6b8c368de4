import { own, isRecord } from '../json.ts';
import { describe } from '../problem.ts';

interface FieldType {
  readonly words: string;
  takes(value: unknown): boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';
/**
 * Values that every reader turns into a string, as the reference checker does with `1.0` in
 * metadata.
 */
const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

const text: FieldType = { words: 'a string', takes: isText };
const truth: FieldType = { words: 'true or false', takes: (value) => typeof value === 'boolean' };
const tools: FieldType = {
  words: 'a string or a list of strings',
  takes: (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
};
const metadata: FieldType = {
  words: 'an object of strings',
  takes: (value) => isRecord(value) && Object.values(value).every(isPlain),
};
const compatibility: FieldType = {
  words: 'a string of 1 to 500 characters',
  takes: (value) => isText(value) && value.trim() !== '' && [...value].length <= 500,
};

/**
 * The types of the optional fields of Agent Skills, and of the fields that hosts add and act on.
 * Name and description have their own rules.
 */
const types: ReadonlyMap<string, FieldType> = new Map([
  ['license', text],
  ['compatibility', compatibility],
  ['allowed-tools', tools],
  ['metadata', metadata],
  ['hooks', { words: 'an object', takes: isRecord }],
  ['model', text],
  ['agent', text],
  ['context', text],
  ['disable-model-invocation', truth],
  ['user-invocable', truth],
]);

/** The fields whose value has the wrong type, each with a description of the value. */
const wrongTypes = (
  fields: Readonly<Record<string, unknown>>,
): { readonly field: string; readonly said: string }[] =>
  Object.entries(fields).flatMap(([field, value]) => {
    const type = types.get(field);
    return type === undefined || type.takes(value)
      ? []
      : [{ field, said: `${field} is ${told(field, value)}, not ${type.words}` }];
  });

/** Describes the wrong value; for metadata and compatibility, names the part that is wrong. */
function told(field: string, value: unknown): string {
  if (field === 'metadata' && isRecord(value)) {
    const odd = Object.entries(value).find(([, one]) => !isPlain(one));
    return `an object whose ${odd?.[0]} is ${describe(odd?.[1])}`;
  }
  if (field === 'compatibility' && isText(value))
    return `a string of ${[...value].length} characters`;
  return describe(value);
}

type Fields = Readonly<Record<string, unknown>>;

/** A field that breaks a rule, and how. */
interface FieldFault {
  readonly field: string;
  readonly said: string;
}

/** A rule of Agent Skills about the fields of frontmatter, in a file or in an entry. */
export interface FieldRule {
  readonly id: string;
  readonly clause: string;
  readonly level: 'MUST' | 'SHOULD';
  readonly words: string;
  readonly fix: string;
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
    fix: 'Say in a sentence or two what the skill does and when to use it.',
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
    fix:
      'Move fields that no app obeys under metadata. ' +
      'Keep a field that your app obeys: it has no effect there.',
    broken: (fields) =>
      Object.keys(fields)
        .filter((field) => !knownFields.includes(field))
        .map((field) => ({
          field,
          said:
            `the reference checker rejects the field ${field}` +
            (isActedOn(field) ? ', which some apps obey' : ''),
        })),
  },
  types: {
    id: 'skillgate/field-types',
    clause: 'Skill Format',
    level: 'MUST',
    words: 'Each field has the type that its readers expect.',
    fix: 'Use a value of that type, or leave the field out.',
    broken: wrongTypes,
  },
} as const satisfies Readonly<Record<string, FieldRule>>;

/**
 * Fields of Agent Skills and of hosts that some host in use acts on. Only lowercase letters and
 * digits, because hosts spell them with hyphens, underscores or capitals.
 */
const acted = new Set(
  (
    'name description whentouse ' +
    'allowedtools disallowedtools tools model effort context agent ' +
    'disablemodelinvocation userinvocable userinvokable alwaysapply ' +
    'argumenthint arguments paths globs shell commanddispatch commandtool commandargmode'
  ).split(' '),
);
/** Fields that some host runs, or that let a skill do more ("No implicit local execution"). */
const run =
  /^(?:hooks?|scripts?|commands?|run|exec|install|setup|env|environment|mcp[-_]?servers?|permissions?|permission[-_]?mode)$/i;
/**
 * Lifecycle fields: `pre`, `post-install`, `on_load`, `onStop`, `prerun`, but not `presentation` or
 * `online`.
 */
const lifeCycle = /^(?:pre|post|on)(?:[-_A-Z].*|install|run|exec|command)?$/;

/** Whether some host runs the field's value, or lets the skill do more because of it. */
export const isRunByHosts = (field: string): boolean => run.test(field) || lifeCycle.test(field);

/** Whether some host uses the field at all, even if only to name the skill. */
export const isActedOn = (field: string): boolean =>
  isRunByHosts(field) || acted.has(field.toLowerCase().replaceAll(/[-_]/g, ''));
