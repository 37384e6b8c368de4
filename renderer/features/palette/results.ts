import type { SkillRow } from '../../../shared/model/skill.ts';
import type { AppState, PaletteCommand } from '../../store/state.ts';

export type PaletteResult =
  | { readonly kind: 'command'; readonly id: string; readonly command: PaletteCommand }
  | { readonly kind: 'server'; readonly id: string; readonly label: string }
  | { readonly kind: 'skill'; readonly id: string; readonly row: SkillRow };

const kept = 60;

/** What one does here comes before going elsewhere, that before how the app is. */
const kinds = ['here', 'app', 'go', 'settings', 'danger'] as const;

/** The commands of the palette as they are listed; as registered within a kind. */
const inOrder = (commands: readonly PaletteCommand[]): readonly PaletteCommand[] =>
  kinds.flatMap((kind) =>
    commands.filter(
      (each) => each.palette !== false && kindOf(each) === kind && each.can?.() !== false,
    ),
  );

export const kindOf = ({ kind = 'here' }: PaletteCommand): NonNullable<PaletteCommand['kind']> =>
  kind;

/**
 * The key that runs this command now; none where letters are off, or where the page in front has
 * the key for another.
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
 * What fits the query: commands, servers and skills, best first. A hit at a name's start comes
 * before one within it, that before one in the URI; what takes away what is kept comes last however
 * well it fits, so that it is never under a hasty Enter. One pass over the skills, no sorting of all.
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
