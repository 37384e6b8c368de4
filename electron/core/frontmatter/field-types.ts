import { isRecord } from '../json.ts';
import { describe } from '../problem.ts';

interface FieldType {
  readonly words: string;
  takes(value: unknown): boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';
/** What every reader makes a text of: the reference checker writes `1.0` in metadata as one. */
const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

const text: FieldType = { words: 'a text', takes: isText };
const truth: FieldType = { words: 'true or false', takes: (value) => typeof value === 'boolean' };
const tools: FieldType = {
  words: 'a text or a list of texts',
  takes: (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
};
const metadata: FieldType = {
  words: 'fields with a text each',
  takes: (value) => isRecord(value) && Object.values(value).every(isPlain),
};
const compatibility: FieldType = {
  words: 'a text of 1 to 500 characters',
  takes: (value) => isText(value) && value.trim() !== '' && [...value].length <= 500,
};

/**
 * The types of the optional fields of Agent Skills, and of those fields that hosts add to them and
 * act on. Name and description have rules of their own.
 */
const types: ReadonlyMap<string, FieldType> = new Map([
  ['license', text],
  ['compatibility', compatibility],
  ['allowed-tools', tools],
  ['metadata', metadata],
  ['hooks', { words: 'fields of its own', takes: isRecord }],
  ['model', text],
  ['agent', text],
  ['context', text],
  ['disable-model-invocation', truth],
  ['user-invocable', truth],
]);

/** The fields whose value has another type than its readers want, with what was there instead. */
export const wrongTypes = (
  fields: Readonly<Record<string, unknown>>,
): { readonly field: string; readonly said: string }[] =>
  Object.entries(fields).flatMap(([field, value]) => {
    const type = types.get(field);
    return type === undefined || type.takes(value)
      ? []
      : [{ field, said: `${field} is ${told(field, value)}, and not ${type.words}` }];
  });

/** The field of fields or the long text that is wrong is not wrong as a whole. */
function told(field: string, value: unknown): string {
  if (field === 'metadata' && isRecord(value)) {
    const odd = Object.entries(value).find(([, one]) => !isPlain(one));
    return `an object whose ${odd?.[0]} is ${describe(odd?.[1])}`;
  }
  if (field === 'compatibility' && isText(value))
    return `a text of ${[...value].length} characters`;
  return describe(value);
}
