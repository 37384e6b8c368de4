import type { SkillRow } from '../../../shared/model/skill.ts';
import type { AppState, PaletteCommand } from '../../store/state.ts';

export type PaletteResult =
  | { readonly kind: 'command'; readonly id: string; readonly command: PaletteCommand }
  | { readonly kind: 'server'; readonly id: string; readonly label: string }
  | { readonly kind: 'skill'; readonly id: string; readonly row: SkillRow };

const kept = 60;

/** Commands for this page come first, then places, then settings. */
const kinds = ['here', 'app', 'go', 'settings', 'danger'] as const;

/** The palette's commands in display order; within a kind, in registration order. */
const inOrder = (commands: readonly PaletteCommand[]): readonly PaletteCommand[] =>
  kinds.flatMap((kind) =>
    commands.filter(
      (each) => each.palette !== false && kindOf(each) === kind && each.can?.() !== false,
    ),
  );

export const kindOf = ({ kind = 'here' }: PaletteCommand): NonNullable<PaletteCommand['kind']> =>
  kind;

/**
 * The command's current shortcut; none if letters are off or the current page uses the key for
 * another command.
 */
export function makeResultKey(
  command: PaletteCommand,
  commands: readonly PaletteCommand[],
  letters: boolean,
): string | undefined {
  const { key, letter } = command;
  if (key === undefined || (letter && !letters)) return undefined;
  return commands.findLast((each) => each.key === key) === command ? key : undefined;
}

/**
 * Matching commands, servers and skills, best first: the start of a name, then within it, then the
 * URI. Destructive commands always come last so that a hasty Enter never hits one. One pass over
 * the skills; never sorts all of them.
 */
export function paletteResults(
  state: Pick<AppState, 'commands' | 'servers' | 'skills'>,
  query: string,
): readonly PaletteResult[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const tiers: PaletteResult[][] = [[], [], []];
  const last: PaletteResult[] = [];
  const put = (tier: number | null, result: () => PaletteResult) => {
    const list = tier === null ? undefined : tiers[tier];
    if (list && list.length < kept) list.push(result());
  };
  for (const command of inOrder(state.commands)) {
    const tier = rank(words, command.title, command.group);
    const result = { kind: 'command', id: `c:${command.id}`, command } as const;
    if (kindOf(command) !== 'danger') put(tier, () => result);
    else if (tier !== null) last.push(result);
  }
  for (const label of state.servers.keys())
    put(rank(words, label, ''), () => ({ kind: 'server', id: `s:${label}`, label }));
  if (words.length > 0) {
    for (const rows of state.skills.values()) {
      for (const row of rows.values()) {
        put(rank(words, row.name, `${row.uri} ${row.server}`), () => ({
          kind: 'skill',
          id: `k:${row.server}\n${row.uri}`,
          row,
        }));
      }
    }
  }
  return [...tiers.flat().slice(0, kept - last.length), ...last];
}

function rank(words: readonly string[], name: string, more: string): number | null {
  const lower = name.toLowerCase();
  const rest = more.toLowerCase();
  if (!words.every((word) => lower.includes(word) || rest.includes(word))) return null;
  const [first] = words;
  if (first === undefined || lower.startsWith(first)) return 0;
  return lower.includes(first) ? 1 : 2;
}
