import type { Command } from './call/command.ts';
import { checkingCommands } from './checking/index.ts';
import { decisionCommands } from './decisions/index.ts';
import { exchangeCommands } from './exchange/index.ts';
import { findingCommands } from './findings/index.ts';
import { hostCommands } from './hosts/index.ts';
import { schemaCommands } from './schema/index.ts';
import { serverCommands } from './servers/index.ts';
import { skillCommands } from './skills/index.ts';

/** Every command, by its one or two words, in the order of the overview. */
export const commands: Readonly<Record<string, Command>> = {
  ...skillCommands,
  ...findingCommands,
  ...decisionCommands,
  ...exchangeCommands,
  ...serverCommands,
  ...hostCommands,
  ...checkingCommands,
  ...schemaCommands,
};

/** The command that the first words name. */
export type Named =
  | { readonly kind: 'command'; readonly name: string; readonly words: readonly string[] }
  /** Only the first of two words, such as `keys`. */
  | { readonly kind: 'group'; readonly name: string; readonly names: readonly string[] }
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'none' };

export function named(words: readonly string[]): Named {
  const [first, second, ...rest] = words;
  if (first === undefined) return { kind: 'none' };
  if (Object.hasOwn(commands, first))
    return { kind: 'command', name: first, words: words.slice(1) };
  const both = `${first} ${second ?? ''}`;
  if (Object.hasOwn(commands, both)) return { kind: 'command', name: both, words: rest };
  const names = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
  if (names.length === 0) return { kind: 'unknown', name: first };
  if (second !== undefined) return { kind: 'unknown', name: both };
  return { kind: 'group', name: first, names };
}
