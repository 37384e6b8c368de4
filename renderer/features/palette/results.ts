import type { SkillRow } from '../../../shared/model/skill.ts';
import type { AppState, Command } from '../../store/state.ts';

export type PaletteResult =
  | { readonly kind: 'command'; readonly id: string; readonly command: Command }
  | { readonly kind: 'server'; readonly id: string; readonly label: string }
  | { readonly kind: 'skill'; readonly id: string; readonly row: SkillRow };

const kept = 60;

/**
 * What fits the query: commands, servers and skills, best first. A hit at a name's start comes
 * before one within it, that before one in the URI. One pass over the skills, no sorting of all.
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
  const put = (tier: number | null, result: () => PaletteResult) => {
    const list = tier === null ? undefined : tiers[tier];
    if (list && list.length < kept) list.push(result());
  };
  for (const command of state.commands) {
    if (command.palette !== false)
      put(rank(words, command.title, command.group), () => ({
        kind: 'command',
        id: `c:${command.id}`,
        command,
      }));
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
  return tiers.flat().slice(0, kept);
}

function rank(words: readonly string[], name: string, more: string): number | null {
  const lower = name.toLowerCase();
  const rest = more.toLowerCase();
  if (!words.every((word) => lower.includes(word) || rest.includes(word))) return null;
  const [first] = words;
  if (first === undefined || lower.startsWith(first)) return 0;
  return lower.includes(first) ? 1 : 2;
}
