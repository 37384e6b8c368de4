declare const described: unique symbol;

/**
 * Part of a JSON Schema (2020-12), as data, using the few keywords that `faultIn` knows. `T` is the
 * described type: types, parser and published schema all derive from one such value.
 */
export interface JsonSchema<T = unknown> {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly properties?: Fields;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly [described]?: T;
}
type Fields = Readonly<Record<string, JsonSchema>>;

/** The type of the values that a schema describes. */
export type SchemaValue<S> = S extends JsonSchema<infer T> ? T : never;
type Flat<T> = { readonly [K in keyof T]: T[K] };

export const text: JsonSchema<string> = { type: 'string' };
export const number: JsonSchema<number> = { type: 'number' };
export const flag: JsonSchema<boolean> = { type: 'boolean' };
export const count: JsonSchema<number> = { type: 'integer', minimum: 0, maximum: 2 ** 53 - 1 };
/** Any JSON object: its content is ignored here. */
export const anything: JsonSchema<Readonly<Record<string, unknown>>> = { type: 'object' };
/** Any value: it's ignored here. */
export const whatever: JsonSchema<unknown> = {};
export const like = (pattern: string): JsonSchema<string> => ({ type: 'string', pattern });
export const one = <const T extends readonly string[]>(...values: T): JsonSchema<T[number]> => ({
  enum: values,
});
export const listOf = <T>(items: JsonSchema<T>): JsonSchema<readonly T[]> => ({
  type: 'array',
  items,
});
export const orNull = <T>(schema: JsonSchema<T>): JsonSchema<T | null> => ({
  anyOf: [schema, { type: 'null' }],
});
export const either = <A, B>(a: JsonSchema<A>, b: JsonSchema<B>): JsonSchema<A | B> => ({
  anyOf: [a, b],
});
/** An object with these fields; a later writer's fields are allowed too. */
export const object = <R extends Fields, O extends Fields = Readonly<Record<never, JsonSchema>>>(
  required: R,
  optional?: O,
): JsonSchema<
  Flat<
    { readonly [K in keyof R]: SchemaValue<R[K]> } & { readonly [K in keyof O]?: SchemaValue<O[K]> }
  >
> => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
});

type Find = (value: unknown) => string | null;
const cache = new WeakMap<JsonSchema, Find>();

/**
 * Where a JSON value first violates a schema: the path of the field, `''` for the value itself;
 * null if it's valid. Only own fields count.
 */
export function faultIn(schema: JsonSchema, value: unknown): string | null {
  let find = cache.get(schema);
  if (find === undefined) cache.set(schema, (find = finder(schema)));
  return find(value);
}

function finder(schema: JsonSchema): Find {
  const { type, anyOf, enum: values, pattern, minimum = -Infinity, maximum = Infinity } = schema;
  if (anyOf !== undefined) {
    const ways = anyOf.map(finder);
    return (value) => {
      for (const way of ways) if (way(value) === null) return null;
      return '';
    };
  }
  if (values !== undefined) return (value) => (values.includes(value) ? null : '');
  if (type === undefined) return () => null;
  if (type === 'object') return objectFinder(schema);
  if (type === 'array') return arrayFinder(schema);
  if (type === 'null') return (value) => (value === null ? null : '');
  if (type === 'number' || type === 'integer')
    return (value) =>
      (type === 'number' ? Number.isFinite(value) : Number.isInteger(value)) &&
      (value as number) >= minimum &&
      (value as number) <= maximum
        ? null
        : '';
  if (type === 'string' && pattern === undefined)
    return (value) => (typeof value === 'string' ? null : '');
  const form = pattern === undefined ? null : new RegExp(pattern);
  return (value) =>
    typeof value === type && (form === null || form.test(value as string)) ? null : '';
}

function objectFinder({ properties = {}, required = [] }: JsonSchema): Find {
  const fields = Object.entries(properties).map(
    ([key, schema]) => [key, finder(schema), required.includes(key)] as const,
  );
  const byName = new Map(fields.map(([key, find]) => [key, find]));
  // The fields of the last valid value, in its order: thousands of records are written alike, and
  // `for in` over known names costs a third of looking up each field.
  let names: readonly string[] = [];
  let finds: readonly (Find | undefined)[] = [];
  const isLikeLast = (value: Readonly<Record<string, unknown>>, count: number): boolean => {
    let at = 0;
    // Own fields come first, so no inherited one is among the first `count`, and a non-enumerable
    // one leaves fewer.
    for (const name in value) {
      if (at === count || name !== names[at]) break;
      const find = finds[at];
      if (find !== undefined && find(value[name]) !== null) break;
      at += 1;
    }
    return at === count;
  };
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
    if (fields.length === 0) return null;
    const object = value as Readonly<Record<string, unknown>>;
    const own = Object.getOwnPropertyNames(object);
    if (own.length === names.length && isLikeLast(object, own.length)) return null;
    for (const [key, find, needed] of fields) {
      if (!Object.hasOwn(object, key)) {
        if (needed) return key;
        continue;
      }
      const fault = find(object[key]);
      if (fault !== null) return fault === '' ? key : `${key}.${fault}`;
    }
    names = own;
    finds = own.map((name) => byName.get(name));
    return null;
  };
}

function arrayFinder({ items = {} }: JsonSchema): Find {
  const find = finder(items);
  return (value) => {
    if (!Array.isArray(value)) return '';
    for (let at = 0; at < value.length; at += 1) {
      const fault = find(value[at]);
      if (fault !== null) return fault === '' ? String(at) : `${at}.${fault}`;
    }
    return null;
  };
}
