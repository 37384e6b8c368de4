import type { ServedSkill } from '../support/served-skill.ts';
import { contentOf, fileEntry, frontmatterOf, bytesOf } from '../support/served-skill.ts';
import { RpcError } from '../support/answers.ts';

export type Params = Readonly<Record<string, unknown>>;
export type Answer = Record<string, unknown>;

/**
 * One way of serving the same skills. A method without an answer is one that the server does not
 * have.
 */
export interface Dialect {
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly methods: Readonly<
    Record<string, (skills: readonly ServedSkill[], params: Params) => Answer>
  >;
}

export const text = (skill: ServedSkill, path = 'SKILL.md'): string =>
  bytesOf(skill.files[path] ?? '').toString('utf8');
export const fields = (skill: ServedSkill): Record<string, unknown> => frontmatterOf(text(skill));
export const describe = (skill: ServedSkill): { name: string; description: string } => ({
  name: String(fields(skill)['name']),
  description: String(fields(skill)['description']),
});
export const digestOf = (content: string | Uint8Array): string => fileEntry('', content).digest;
export const resource = (
  uri: string,
  name: string,
  description: string,
  mimeType = 'text/markdown',
): Answer => ({ uri, name, description, mimeType });

/** The answer to `resources/read`, or the error for what is not there. */
export function contents(uri: string, content: string | Uint8Array | undefined): Answer {
  if (content === undefined) throw new RpcError(-32002, `Resource not found: ${uri}`);
  return { contents: [contentOf(uri, content)] };
}

/** A file of one of the skills by the part of its URI after `prefix`: `{name}/{path}`. */
export function fileIn(
  skills: readonly ServedSkill[],
  rest: string,
): string | Uint8Array | undefined {
  const slash = rest.indexOf('/');
  const skill = skills.find(({ path }) => path === rest.slice(0, slash));
  const path = decodeURIComponent(rest.slice(slash + 1));
  return skill !== undefined && Object.hasOwn(skill.files, path) ? skill.files[path] : undefined;
}

export const uriParam = (params: Params): string => String(params['uri'] ?? '');
export const afterScheme = (uri: string): string => uri.slice('skill://'.length);
export const skillNamed = (skills: readonly ServedSkill[], name: unknown): ServedSkill => {
  const skill = skills.find(({ path }) => path === name);
  if (skill === undefined) throw new RpcError(-32002, `Skill not found: ${String(name)}`);
  return skill;
};
