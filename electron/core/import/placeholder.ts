import type { ServerConfig } from '../server-config.ts';

/**
 * `${input:token}`, `${env:HOME}`, `${workspaceFolder}`, `${VAR:-default}`: filled in by the
 * program they were written for.
 */
const placeholder = /\$\{[A-Za-z_][^{}]{0,200}\}/;
const shell = /(?:^|[\\/])(?:ba|z|da|k|fi)?sh$|(?:^|[\\/])(?:pwsh|powershell|cmd)(?:\.exe)?$/i;

/**
 * The first placeholder that a configuration still has and the field it stands in, or null.
 * Arguments of a shell are left alone: there the same spelling is the shell's own.
 */
export function placeholderIn(
  config: ServerConfig,
): { readonly field: string; readonly text: string } | null {
  for (const [field, value] of fieldsOf(config)) {
    const found = placeholder.exec(value);
    if (found !== null) return { field, text: found[0] };
  }
  return null;
}

function fieldsOf(config: ServerConfig): readonly (readonly [string, string])[] {
  if (config.type !== 'stdio') {
    return [
      ['url', config.url],
      ...Object.entries(config.headers).map(([name, value]) => [`headers.${name}`, value] as const),
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
