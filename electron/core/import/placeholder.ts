import type { ServerConfig } from '../server-config.ts';

/**
 * `${input:token}`, `${env:HOME}`, `${workspaceFolder}`, `${VAR:-default}`: filled in only by the
 * program they were written for.
 */
const placeholder = /\$\{[A-Za-z_][^{}]*\}/;
/** Programs whose arguments may be shell code. */
export const shell =
  /(?:^|[\\/])(?:ba|z|da|k|fi)?sh$|(?:^|[\\/])(?:pwsh|powershell|cmd)(?:\.exe)?$/i;

/** An unfilled reference to a secret in `servers.json`: it must never be passed on. */
const reference = /\$\{skillgate:[^{}]{0,200}\}?/i;

/**
 * The first placeholder left in a configuration and its field, or null. Arguments of a shell are
 * skipped: there the same spelling belongs to the shell.
 */
export function placeholderIn(
  config: ServerConfig,
): { readonly field: string; readonly text: string } | null {
  for (const [field, value] of fieldsOf(config)) {
    const found = placeholder.exec(value);
    if (found !== null) return { field, text: found[0] };
  }
  for (const [field, value] of everyText(config)) {
    const found = reference.exec(value);
    if (found !== null) return { field, text: found[0] };
  }
  return null;
}

/** Every text of a configuration and its field, including names. */
function everyText(value: unknown, field = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[field, value]];
  if (typeof value !== 'object' || value === null) return [];
  const prefix = field === '' ? '' : `${field}.`;
  return Object.entries(value).flatMap(([name, inner]) =>
    Array.isArray(value)
      ? everyText(inner, `${field}[${name}]`)
      : [[`a name in ${field}`, name] as const, ...everyText(inner, `${prefix}${name}`)],
  );
}

/** The texts in which a placeholder may be, by field. */
export function fieldsOf(config: ServerConfig): readonly (readonly [string, string])[] {
  if (config.type !== 'stdio') {
    return [
      ['url', config.url],
      ...Object.entries(config.headers).map(([name, value]) => [`headers.${name}`, value] as const),
      ...everyText(config.oauth, 'oauth'),
    ];
  }
  const args = shell.test(config.command)
    ? []
    : config.args.map((arg, index) => [`args[${index}]`, arg] as const);
  return [
    ['command', config.command],
    ...args,
    ['cwd', config.cwd ?? ''],
    ...Object.entries(config.env).map(([name, value]) => [`env.${name}`, value] as const),
  ];
}
