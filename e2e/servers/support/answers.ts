import { record } from './record.ts';
import { childrenOf, contentOf, entryOf, fileAt, uriOf } from './served-skill.ts';
import type { Scenario } from './scenario.ts';

export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

const pageSize = 500;

/**
 * What an honest server answers to the methods of the skills extension, as in the specification.
 */
export function answer(
  scenario: Scenario,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  record(method, params);
  if (scenario.crashOn.includes(method)) {
    process.stderr.write(`crashing on ${method}\n`);
    process.exit(70);
  }
  const uri = String(params['uri'] ?? '');
  const shared = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  switch (method) {
    case 'skills/list': {
      const listed = scenario.skills.filter((skill) => skill.unlisted !== true);
      const from = Number(params['cursor'] ?? 0);
      const next = from + pageSize < listed.length ? { nextCursor: String(from + pageSize) } : {};
      return { ...shared, skills: listed.slice(from, from + pageSize).map(entryOf), ...next };
    }
    case 'skills/get': {
      const skill = scenario.skills.find((candidate) => uriOf(candidate) === uri);
      if (skill === undefined) throw new RpcError(-32602, `No skill is served at ${uri}`);
      return { ...shared, skill: entryOf(skill) };
    }
    case 'resources/read': {
      const content = scenario.reads[uri] ?? fileAt(scenario.skills, uri);
      if (content === undefined) throw new RpcError(-32602, `No resource is served at ${uri}`);
      return { ...shared, contents: [contentOf(uri, content)] };
    }
    case 'resources/directory/read': {
      const resources = childrenOf(scenario.skills, uri);
      if (resources === undefined) throw new RpcError(-32602, `${uri} is not a directory resource`);
      return { ...shared, resources };
    }
    default:
      throw new RpcError(-32601, 'Method not found');
  }
}
