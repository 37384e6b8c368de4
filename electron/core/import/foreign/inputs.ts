import { isRawEntry, type RawServerEntry } from '../server-entry.ts';

/** What a configuration says about a value it asks for. */
export interface ConfigInput {
  /** Its own description. */
  readonly about: string | null;
  /** The only allowed values; absent if any text is allowed. */
  readonly options?: readonly string[];
  /** The default. */
  readonly otherwise?: string;
}

/** Nobody chooses from a longer list or a longer text, so any text is allowed then. */
const mostOfOptions = { options: 100, characters: 200 } as const;

/**
 * What VS Code's `inputs` say about `${input:id}`, by that name: `promptString` and `pickString`,
 * with their `default`. A `command` is internal to VS Code and never run here, so its value is
 * asked for.
 */
export function inputsOf(file: unknown): ReadonlyMap<string, ConfigInput> {
  const mcp = isRawEntry(file) ? file['mcp'] : null;
  const lists = [file, mcp].map((one) => (isRawEntry(one) ? one['inputs'] : null));
  return new Map(
    lists.flatMap((list) =>
      (Array.isArray(list) ? (list as unknown[]) : []).flatMap((one): [string, ConfigInput][] => {
        const { id } = isRawEntry(one) ? one : {};
        return typeof id === 'string' && isRawEntry(one) ? [[`input:${id}`, inputOf(one)]] : [];
      }),
    ),
  );
}

function inputOf({ type, description, options, default: otherwise }: RawServerEntry): ConfigInput {
  const picked = type === 'pickString' && Array.isArray(options) ? (options as unknown[]) : [];
  const texts = picked
    .map((one) => (isRawEntry(one) ? one['value'] : one))
    .filter((one): one is string => typeof one === 'string' && one !== '');
  const isChoice =
    texts.length > 0 &&
    texts.length <= mostOfOptions.options &&
    texts.every(({ length }) => length <= mostOfOptions.characters);
  const isTaken =
    typeof otherwise === 'string' && otherwise !== '' && (!isChoice || texts.includes(otherwise));
  return {
    about: typeof description === 'string' && description !== '' ? description : null,
    ...(isChoice ? { options: texts } : {}),
    ...(isTaken ? { otherwise } : {}),
  };
}
