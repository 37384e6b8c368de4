import type { CliCommand } from './call/command.ts';
import { checkingCommands } from './checking/index.ts';
import { decisionCommands } from './decisions/index.ts';
import { exchangeCommands } from './exchange/index.ts';
import { findingCommands } from './findings/index.ts';
import { hostCommands } from './hosts/index.ts';
import { policyCommands } from './policy/index.ts';
import { schemaCommands } from './schema/index.ts';
import { serverCommands } from './servers/index.ts';
import { skillCommands } from './skills/index.ts';

/** Every command, by its one to three words, in the order of the overview. */
export const commands: Readonly<Record<string, CliCommand>> = {
  ...skillCommands,
  ...findingCommands,
  ...decisionCommands,
  ...exchangeCommands,
  ...serverCommands,
  ...hostCommands,
  ...checkingCommands,
  ...policyCommands,
  ...schemaCommands,
};

/** The command that the first words name. */
export type NamedCommand =
  | { readonly kind: 'command'; readonly name: string; readonly words: readonly string[] }
  /** Only the first of two words, such as `keys`. */
  | { readonly kind: 'group'; readonly name: string; readonly names: readonly string[] }
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'none' };

export function findCommand(words: readonly string[]): NamedCommand {
  const [first, second] = words;
  if (first === undefined) return { kind: 'none' };
  for (const length of [3, 2, 1]) {
    const name = words.slice(0, length).join(' ');
    if (length <= words.length && Object.hasOwn(commands, name))
      return { kind: 'command', name, words: words.slice(length) };
  }
  const names = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
  if (names.length === 0) return { kind: 'unknown', name: first };
  if (second !== undefined) return { kind: 'unknown', name: `${first} ${second}` };
  return { kind: 'group', name: first, names };
}
