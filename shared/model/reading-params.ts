/** The part of JSON Schema that describes the parameters of reading methods. */
export interface ParamSchema {
  readonly type: 'string' | 'object';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, ParamSchema>>;
  readonly required?: readonly string[];
  /** Additional members are expected. */
  readonly additionalProperties?: true;
}

const text = (description: string): ParamSchema => ({ type: 'string', description });
const anything: ParamSchema = { type: 'object', additionalProperties: true };

const object = (
  properties: Readonly<Record<string, ParamSchema>>,
  required: readonly string[] = [],
): ParamSchema => ({ type: 'object', properties: { ...properties, _meta: anything }, required });

const cursor = text('the nextCursor of the previous page; omit it for the first page');
const pages = object({ cursor });
const uri = text('URI as listed');
const name = text('name of the skill');

const reference: ParamSchema = {
  type: 'object',
  description: 'the template or prompt with the argument',
  properties: {
    type: { type: 'string', enum: ['ref/resource', 'ref/prompt'] },
    uri: text('URI of the resource template'),
    name: text('name of the prompt'),
    title: text('title of the prompt'),
  },
  required: ['type'],
};
const argument: ParamSchema = {
  type: 'object',
  description: 'the argument to complete',
  properties: { name: text('name of the argument'), value: text('text typed so far') },
  required: ['name', 'value'],
};

/** What each reading method accepts according to its specification. */
const schemas: Readonly<Record<string, ParamSchema>> = {
  'skills/list': pages,
  'skills/get': object({ uri }, ['uri']),
  'skills/read': object({ name }, ['name']),
  'skills/read_reference': object({ name, reference: text('path of the file') }, [
    'name',
    'reference',
  ]),
  'resources/list': pages,
  'resources/read': object({ uri }, ['uri']),
  'resources/templates/list': pages,
  'resources/directory/read': object({ uri, cursor }, ['uri']),
  'completion/complete': object(
    {
      ref: reference,
      argument,
      context: { type: 'object', properties: { arguments: anything } },
    },
    ['ref', 'argument'],
  ),
  'prompts/list': pages,
  'tools/list': pages,
  ping: object({}),
};

export const paramsSchema = (method: string): ParamSchema | null =>
  Object.hasOwn(schemas, method) ? (schemas[method] ?? null) : null;

/** A method's minimal parameters, to be filled in: every required member, empty. */
export function paramsTemplate(method: string): string {
  const schema = paramsSchema(method);
  return schema === null ? '{}' : JSON.stringify(emptyOf(schema), null, 2);
}

const emptyOf = ({ type, enum: words, properties = {}, required = [] }: ParamSchema): unknown =>
  type === 'string'
    ? (words?.[0] ?? '')
    : Object.fromEntries(
        required.flatMap((member) => {
          const of = properties[member];
          return of === undefined ? [] : [[member, emptyOf(of)]];
        }),
      );

/** Something in the parameters that a server may reject; they can still be sent. */
export interface ParamProblem {
  /** `argument.name`. */
  readonly path: string;
  readonly said: string;
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
const withArticle = (kind: string): string =>
  kind === 'null' ? kind : `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;

/**
 * How typed parameters violate a method's schema: missing, mistyped or unknown members. Empty while
 * they aren't JSON.
 */
export function paramsProblems(method: string, params: string): readonly ParamProblem[] {
  const schema = paramsSchema(method);
  if (schema === null) return [];
  try {
    return [...problemsOf(schema, params.trim() === '' ? {} : JSON.parse(params), '')];
  } catch {
    return [];
  }
}

function* problemsOf(schema: ParamSchema, value: unknown, path: string): Generator<ParamProblem> {
  const kind = kindOf(value);
  if (kind !== schema.type) {
    const said = `must be ${withArticle(schema.type)}, not ${withArticle(kind)}`;
    yield { path: path === '' ? 'The parameters' : path, said };
    return;
  }
  if (schema.enum !== undefined && !schema.enum.includes(value as string))
    yield { path, said: `must be ${schema.enum.join(' or ')}` };
  if (kind !== 'object') return;
  const members = value as Readonly<Record<string, unknown>>;
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const { properties = {}, required = [] } = schema;
  for (const name of required)
    if (!Object.hasOwn(members, name))
      yield { path: at(name), said: `is missing: ${properties[name]?.type ?? ''}, required` };
  for (const [name, member] of Object.entries(members)) {
    const of = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (of !== undefined) yield* problemsOf(of, member, at(name));
    else if (schema.additionalProperties !== true)
      yield { path: at(name), said: 'is not a parameter of this method' };
  }
}
