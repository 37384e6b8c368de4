import { isRecord, own } from '../../json.ts';

/**
 * Tools of a server that give skills to a model, bypassing approval. Only the name is checked: a
 * server that wants to evade this renames its tool.
 */

const verbs = [
  ...['activate', 'apply', 'call', 'execute', 'fetch', 'find', 'get', 'invoke', 'list', 'load'],
  ...['open', 'read', 'retrieve', 'run', 'search', 'show', 'use', 'view'],
].join('|');
const kinds = '(?:agent_?|mcp_?)?';
/** `load_skill`, `acme_read_skill_file`, `skills_list`, `skill`; but not `create_skill`. */
const shape = new RegExp(
  `(?:^|_)(?:${verbs})_?(?:an?_|the_)?${kinds}skills?(?:_|$)` +
    `|(?:^|_)skills?_?(?:${verbs})(?:er|s)?(?:_|$)` +
    `|^${kinds}skills?$`,
);
/** A server's tool name has no maximum length; apps accept only shorter ones. */
const longestName = 512;

/** Whether a tool's name suggests that it gives skills. */
export function givesSkills(name: string): boolean {
  const words = name
    .slice(0, longestName)
    .normalize('NFKC')
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
  return shape.test(words);
}

/** The name of a tool in a server's list, which may hold any JSON. */
export const nameOf = (tool: unknown): string => {
  const name = isRecord(tool) ? own(tool, 'name') : undefined;
  return typeof name === 'string' ? name : '';
};

/** The names of the tools in a server's list that give skills. */
export const skillToolsIn = (tools: readonly unknown[]): readonly string[] =>
  tools.map(nameOf).filter(givesSkills);
