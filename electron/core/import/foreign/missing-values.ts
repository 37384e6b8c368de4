import type { ServerConfig } from '../../server-config.ts';
import { placeholderIn, shell } from '../placeholder.ts';
import { familyOf } from '../../hosts/host.ts';
import type { HostId } from '../../../../shared/model/plain.ts';
import { isRawEntry, type RawServerEntry } from '../server-entry.ts';

// The attacker wrote the project's file, which may name any variable or file, so nothing is read
// from the environment or the disk. The person supplies missing values by name.

/** A value that a person has to enter before a server can be added. */
export interface MissingValue extends ConfigInput {
  /** As written in the entry, without the braces: `TOKEN`, `input:key`, `file:/path`. */
  readonly name: string;
  readonly kind: 'variable' | 'input' | 'file' | 'folder' | 'other';
  /** Where it is: `env.API_KEY`. */
  readonly fields: readonly string[];
  /** The entry has a default. */
  readonly isOptional: boolean;
}

const hole = /\$\{([A-Za-z_][^{}]*)\}/g;
/** Programs that support `${NAME:-default}`. A pasted text may be for one of them. */
const takesDefaults = ({ program }: ConfigOrigin): boolean =>
  program === null || program === 'claude-code' || familyOf(program) === 'gemini';

interface Inside {
  readonly name: string;
  readonly otherwise: string | null;
}

function inside(text: string, origin: ConfigOrigin): Inside {
  const plain = text.startsWith('env:') ? text.slice('env:'.length) : text;
  const [, name, otherwise] = /^([A-Za-z_]\w*):-(.*)$/s.exec(plain) ?? [];
  return name !== undefined && otherwise !== undefined && takesDefaults(origin)
    ? { name, otherwise }
    : { name: plain, otherwise: null };
}

const kindOf = (name: string): MissingValue['kind'] => {
  if (/^[A-Za-z_]\w*$/.test(name))
    return /Folder|^userHome$|^cwd$/.test(name) ? 'folder' : 'variable';
  if (name.startsWith('input:')) return 'input';
  if (name.startsWith('file:')) return 'file';
  return name.startsWith('workspaceFolder') ? 'folder' : 'other';
};

/** All values to enter, each once, in the order of the entry. */
export function asksOf(
  config: ServerConfig,
  origin: ConfigOrigin,
  inputs: ReadonlyMap<string, ConfigInput> = new Map(),
): readonly MissingValue[] {
  const asks = new Map<string, { readonly fields: Set<string>; isOptional: boolean }>();
  walk(config, (text, field) => {
    for (const [, written = ''] of text.matchAll(hole)) {
      const { name, otherwise } = inside(written, origin);
      const ask = asks.get(name) ?? { fields: new Set(), isOptional: true };
      // If one is in every argument, it costs no more than its length.
      ask.fields.add(field);
      ask.isOptional &&= otherwise !== null;
      asks.set(name, ask);
    }
    return text;
  });
  return [...asks].map(([name, { fields, isOptional }]) => {
    const { about, ...input }: ConfigInput = inputs.get(name) ?? { about: null };
    const kind = kindOf(name);
    const isEasy = isOptional || input.otherwise !== undefined;
    return { name, about, kind, fields: [...fields], isOptional: isEasy, ...input };
  });
}

const limits = { asks: 200, name: 200 } as const;

/**
 * Why nobody can complete an entry, or null: it asks for too many values, or a placeholder would
 * remain whatever is entered and reach the server unfilled.
 */
export function asksProblem(
  config: ServerConfig,
  origin: ConfigOrigin,
  asks: readonly MissingValue[],
): string | null {
  if (asks.length > limits.asks)
    return `it asks for ${asks.length} values, and at most ${limits.asks} can be given`;
  if (asks.some(({ name }) => name.length > limits.name))
    return `it asks for a value whose name is longer than ${limits.name} characters`;
  const rest = placeholderIn(filled(config, origin, new Map(asks.map(({ name }) => [name, 'x']))));
  return rest === null
    ? null
    : `${rest.field} has the placeholder ${rest.text}, which can’t be filled in there`;
}

/** The configuration with the entered values; an empty optional value takes the entry's default. */
export function filled(
  config: ServerConfig,
  origin: ConfigOrigin,
  given: ReadonlyMap<string, string>,
): ServerConfig {
  return walk(config, (text) =>
    text.replace(hole, (whole, written: string) => {
      const { name, otherwise } = inside(written, origin);
      const value = given.get(name) ?? '';
      return value === '' ? (otherwise ?? whole) : value;
    }),
  );
}

/** Every text of a configuration that may have a placeholder, replaced. */
function walk(config: ServerConfig, make: (text: string, field: string) => string): ServerConfig {
  const each = (texts: Readonly<Record<string, string>>, field: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, make(text, `${field}.${name}`)]),
    );
  if (config.type === 'stdio') {
    // There the same spelling belongs to the shell.
    const isShell = shell.test(config.command);
    return {
      ...config,
      command: make(config.command, 'command'),
      args: config.args.map((arg, at) => (isShell ? arg : make(arg, `args[${at}]`))),
      ...(config.cwd === undefined ? {} : { cwd: make(config.cwd, 'cwd') }),
      env: each(config.env, 'env'),
    };
  }
  const { oauth } = config;
  const text = (key: 'clientId' | 'clientSecret' | 'clientMetadataUrl') =>
    oauth?.[key] === undefined ? {} : { [key]: make(oauth[key], `oauth.${key}`) };
  return {
    ...config,
    url: make(config.url, 'url'),
    headers: each(config.headers, 'headers'),
    ...(oauth === undefined
      ? {}
      : {
          oauth: {
            ...oauth,
            ...text('clientId'),
            ...text('clientSecret'),
            ...text('clientMetadataUrl'),
          },
        }),
  };
}

/**
 * An entry's text in the canonical spelling of `asksOf`, with known folders filled in so that a
 * person sees them. `field` is the key of the entry.
 */
export function spelled(text: string, field: string, origin: ConfigOrigin): string {
  const program = familyOf(origin.program);
  if (program === 'opencode')
    return text.replace(/\{(env|file):([^{}]+)\}/g, (_, kind: string, name: string) =>
      kind === 'env' ? `\${${name.trim()}}` : `\${file:${name.trim()}}`,
    );
  if (program === 'continue')
    return text.replace(/\$\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g, (_, name: string) => `\${${name}}`);
  // A `$` within a word is probably part of a password, and no part of it may be shown.
  if (program === 'gemini' || (program === 'goose' && field === 'headers'))
    return text.replace(/(?<![\w$\\])\$([A-Z_][A-Z\d_]+)\b/g, (_, name: string) => `\${${name}}`);
  return program === 'vscode' || program === 'cursor' ? withFolders(text, origin) : text;
}

function withFolders(text: string, { home, folder, windows }: ConfigOrigin): string {
  const sign = windows ? '\\' : '/';
  const known: Readonly<Record<string, string | null>> = {
    userHome: home,
    workspaceFolder: folder,
    workspaceFolderBasename: folder?.split(/[\\/]/).findLast((part) => part !== '') ?? null,
    pathSeparator: sign,
    '/': sign,
  };
  return text.replace(/\$\{([A-Za-z]+|\/)\}/g, (whole, name: string) =>
    Object.hasOwn(known, name) ? (known[name] ?? whole) : whole,
  );
}

/** Where a configuration comes from, if that affects its meaning. */
export interface ConfigOrigin {
  readonly program: HostId | null;
  /** The person's home folder; null if unknown, as for pasted text. */
  readonly home: string | null;
  /** The project's folder, for a project's own file. */
  readonly folder: string | null;
  readonly windows: boolean;
  /** Labels that another file of the program has turned off. */
  readonly off: readonly unknown[];
}

export const nowhere: ConfigOrigin = {
  program: null,
  home: null,
  folder: null,
  windows: false,
  off: [],
};

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
