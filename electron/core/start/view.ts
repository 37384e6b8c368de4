import type { StartView } from '../../../shared/model/start.ts';
import type { ServerConfig } from '../server-config.ts';
import { shownArgument } from './argument.ts';
import { loadsCode } from './loader-variables.ts';

/**
 * What a person is shown before a command starts, whole. The attacker wrote the configuration that
 * the person pasted or imported: they would have code loaded from where nobody looks. So nothing
 * is left out or cut; of a credential the length is said; a variable that loads code is shown in
 * full, whatever its name. `origin` is the file that it comes from.
 */
export function startView(
  config: Extract<ServerConfig, { type: 'stdio' }>,
  origin: string,
): StartView {
  return {
    command: config.command,
    args: config.args.map((_, at) => shownArgument(config.command, config.args, at)),
    folder: config.cwd ?? null,
    environment: Object.entries(config.env).map(([name, value]) => ({
      name,
      value: value === '' || loadsCode(name) ? [{ text: value }] : [{ masked: [...value].length }],
      loadsCode: loadsCode(name),
    })),
    origin,
  };
}
