import type { MissingTarget, SkillState } from '../skill-state/skill.ts';
import { rootOf } from '../skill-place.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';

/** A configured server, as far as the text of a skill can refer to it. */
export interface KnownServer {
  readonly label: string;
  /** Why it can't be used now, in a few words; null if it can or is about to connect. */
  readonly away: string | null;
  /** Folders of its skills, each ending with a slash. */
  readonly folders: ReadonlySet<string>;
}

/** Names in examples. */
const standsForAny = /^(?:server|your|my|name|example|foo|mcp|x+|some)/;

/**
 * Apps name tools `mcp__<server>__<tool>` and replace everything but letters and digits with `_`.
 */
const nameOf = (label: string): string => label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');

/** Whether the skill's text refers to anything outside the skill. */
export const points = ({ inspected }: SkillState): boolean => {
  for (const { traces } of inspected.values())
    if (traces.some(({ kind }) => kind === 'tool' || kind === 'skill')) return true;
  return false;
};

/**
 * Things that a skill's text refers to and its own server doesn't have: tools of servers that
 * aren't connected, and skills that only another server has, or none.
 */
export function astrayOf(
  { inspected }: SkillState,
  entry: SkillEntry,
  servers: readonly KnownServer[],
): MissingTarget[] {
  const found = new Map<string, string>();
  for (const { traces } of inspected.values())
    for (const { kind, text } of traces) {
      if (found.has(text)) continue;
      const why =
        kind === 'tool'
          ? whyNoTool(text, servers)
          : kind === 'skill'
            ? whyNoSkill(text, entry, servers)
            : null;
      if (why !== null) found.set(text, why);
    }
  return [...found].map(([target, why]) => ({ target, why }));
}

function whyNoTool(tool: string, servers: readonly KnownServer[]): string | null {
  const wanted = nameOf(tool.split('__')[1] ?? '');
  if (wanted === '' || standsForAny.test(wanted)) return null;
  // Some apps name a plugin's server `plugin_<plugin>_<server>`. Only the person's own labels
  // count: a server could choose its own name to pose as any other.
  const server = servers.find(({ label }) => {
    const own = nameOf(label);
    return own === wanted || wanted.endsWith(`_${own}`);
  });
  if (server === undefined) return 'no server with this name is configured';
  return server.away === null ? null : `the server ${server.label} ${server.away}`;
}

function whyNoSkill(
  address: string,
  entry: SkillEntry,
  servers: readonly KnownServer[],
): string | null {
  if (`${address}/`.startsWith(`${rootOf(entry)}/`)) return null;
  const around = foldersAround(address);
  const inside = (folders: ReadonlySet<string>): boolean =>
    around.some((folder) => folders.has(folder));
  const own = servers.find(({ label }) => label === entry.server);
  if (own !== undefined && inside(own.folders)) return null;
  // An index or an expanded template also belongs to the server.
  const authority = /^skill:\/\/[^/]*/i.exec(address)?.[0] ?? '';
  if (!address.slice(authority.length).includes('/')) return null;
  const other = servers.find((server) => server !== own && inside(server.folders));
  return other === undefined ? 'no server has it' : `${other.label} has it, not this server`;
}

/** Every folder that contains the address, and the address itself as one. */
function foldersAround(address: string): string[] {
  const path = `${address}/`;
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}
