import { isRecord, own } from '../../json.ts';

/**
 * Tools of a server's that bring skills to a model by themselves, past what was approved. Only the
 * name is gone by: a server that wants to be missed calls its tool otherwise.
 */

const verbs = [
  ...['activate', 'apply', 'call', 'execute', 'fetch', 'find', 'get', 'invoke', 'list', 'load'],
  ...['open', 'read', 'retrieve', 'run', 'search', 'show', 'use', 'view'],
].join('|');
const kinds = '(?:agent_?|mcp_?)?';
/** `load_skill`, `acme_read_skill_file`, `skills_list`, `skill`; not `create_skill`. */
const shape = new RegExp(
  `(?:^|_)(?:${verbs})_?(?:an?_|the_)?${kinds}skills?(?:_|$)` +
    `|(?:^|_)skills?_?(?:${verbs})(?:er|s)?(?:_|$)` +
    `|^${kinds}skills?$`,
);
/** A name of a server's has no end; the ones that hosts take are shorter. */
const longestName = 512;

/** Whether a tool of this name is one that gives skills. */
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

/** The name that a tool of a server's list has; anything may stand there. */
export const nameOf = (tool: unknown): string => {
  const name = isRecord(tool) ? own(tool, 'name') : undefined;
  return typeof name === 'string' ? name : '';
};

/** The names of the tools in a server's list that give skills. */
export const skillToolsIn = (tools: readonly unknown[]): readonly string[] =>
  tools.map(nameOf).filter(givesSkills);
