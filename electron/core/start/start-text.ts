import { secretsOf } from '../import/mask.ts';
import { maskUrl } from '../import/masked-target.ts';
import type { ServerConfig } from '../server-config.ts';
import { argumentsParts, variablesParts } from './argument.ts';

/**
 * The texts of a configuration that a person must be able to read, and those hidden on screen,
 * without their positions. A text can be both: `TOKEN` may equal an argument.
 */
export function textsOf(config: ServerConfig): {
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
} {
  if (config.type !== 'stdio') return { shown: [maskUrl(config.url)], hidden: secretsOf(config) };
  const { command, args, cwd = '' } = config;
  const pieces = [
    ...argumentsParts(command, args, config.env),
    ...variablesParts(config).map(({ value }) => value),
  ].flat();
  const texts = (hidden: boolean): string[] =>
    pieces.filter((piece) => piece.hidden === hidden).map(({ text }) => text);
  return { shown: [command, cwd, ...texts(false)], hidden: texts(true) };
}
