import type { ServerConfig } from '../../server-config.ts';
import { shell } from '../placeholder.ts';
import { untaken } from './ignored-settings.ts';

const ofWindows = /%[A-Za-z_][\w()]*%/;
const why =
  'it’s passed on unchanged because only a Windows shell fills it in. Enter its value under Edit';

/**
 * `%APPDATA%` outside a shell: no app fills it in, and neither does Skillgate. Addresses are
 * skipped, because such a text may be percent-encoding there.
 */
export function unfilled(config: ServerConfig): readonly string[] {
  const fields =
    config.type === 'stdio'
      ? [
          ['command', config.command] as const,
          ...(shell.test(config.command)
            ? []
            : config.args.map((arg, at) => [`args[${at}]`, arg] as const)),
          ['cwd', config.cwd ?? ''] as const,
          ...Object.entries(config.env).map(([name, text]) => [`env.${name}`, text] as const),
        ]
      : Object.entries(config.headers).map(([name, text]) => [`headers.${name}`, text] as const);
  return fields.flatMap(([field, text]) => {
    const found = ofWindows.exec(text);
    return found === null ? [] : [untaken(`${found[0]} in ${field}`, why)];
  });
}
