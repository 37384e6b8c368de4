import type { StartText, StartView } from '../../../shared/model/start.ts';
import type { ServerConfig } from '../server-config.ts';
import { argumentsParts } from './argument.ts';
import type { MaskedPart } from './credential.ts';
import { loadsCode } from './loader-variables.ts';
import { startFolderOf } from './start-folder.ts';
import { variablesParts } from './variable.ts';

/**
 * What a person is shown before a command starts, whole. The attacker wrote the configuration that
 * the person pasted or imported: they would have code loaded from where nobody looks. So nothing
 * is left out or cut; only of what is surely a credential the length alone is said. `origin` is the
 * file that it comes from, `program` the one that its command means here, where that is known.
 */
export function startView(
  config: Extract<ServerConfig, { type: 'stdio' }>,
  origin: string,
  program: string | null = null,
): StartView {
  return {
    command: config.command,
    args: argumentsParts(config.command, config.args, config.env).map(shown),
    ...(program === null ? {} : { program }),
    folder: startFolderOf(config),
    environment: variablesParts(config).map(({ name, value }) => ({
      name,
      value: shown(value),
      loadsCode: loadsCode(name),
    })),
    origin,
  };
}

/** The variables of a command that programs take code from, with their values. */
export const loadingVariables = (config: ServerConfig): { name: string; value: StartText }[] =>
  config.type !== 'stdio'
    ? []
    : variablesParts(config)
        .filter(({ name }) => loadsCode(name))
        .map(({ name, value }) => ({ name, value: shown(value) }));

const shown = (pieces: readonly MaskedPart[]): StartText =>
  pieces.map(({ text, hidden }) => (hidden ? { masked: [...text].length } : { text }));
