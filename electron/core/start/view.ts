import type { StartText, StartView } from '../../../shared/model/start.ts';
import type { ServerConfig } from '../server-config.ts';
import { argumentsParts, variablesParts } from './argument.ts';
import type { MaskedPart } from './credential.ts';
import { loadsCode } from './loader-variables.ts';
import { startFolderOf } from './start-folder.ts';

/**
 * Everything that a person sees before a command starts. The attacker wrote the pasted or imported
 * configuration and wants code loaded from an overlooked place, so nothing is left out or cut; only
 * certain credentials are replaced by their length. `origin` is the source file, `program` the file
 * that the command means here, if known.
 */
export function startView(
  config: Extract<ServerConfig, { type: 'stdio' }>,
  origin: string,
  program: string | null,
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

/** A command's variables from which programs take code, with their values. */
export const loadingVariables = (config: ServerConfig): { name: string; value: StartText }[] =>
  config.type !== 'stdio'
    ? []
    : variablesParts(config)
        .filter(({ name }) => loadsCode(name))
        .map(({ name, value }) => ({ name, value: shown(value) }));

const shown = (pieces: readonly MaskedPart[]): StartText =>
  pieces.map(({ text, hidden }) => (hidden ? { masked: [...text].length } : { text }));
