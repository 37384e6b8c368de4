import { answer, RpcError } from '../support/answers.ts';
import { frontmatterOf, skillMd, uriOf, type ServedSkill } from '../support/served-skill.ts';

export type Json = Readonly<Record<string, unknown>>;

/** What a server answers: a result, or a JSON-RPC error. */
export type Answer =
  | { readonly result: Json }
  | { readonly error: { code: number; message: string } };

export const invalidParams = -32_602;
export const failing = (code: number, message = 'Planted'): Answer => ({
  error: { code, message },
});

/** Enough for every check to have something to look at: pages, folders in folders, a dynamic skill. */
export const skills: readonly ServedSkill[] = [
  {
    path: 'acme/refunds',
    files: {
      'SKILL.md': skillMd(
        'refunds',
        'Process refund requests',
        '# Refunds\n\nFollow [the policy](references/policy.md).\n',
        'license: MIT\nmetadata:\n  team: billing\n',
      ),
      'references/policy.md': '# Policy\n\nThirty days. Größe zählt in Bytes.\n',
      'references/regional/eu.md': '# Europe\n\nFourteen days more.\n',
      'scripts/total.py': 'print(1)\n',
    },
  },
  {
    path: 'notes',
    files: { 'SKILL.md': skillMd('notes', 'Take notes'), 'template.md': '# Note\n' },
  },
  { path: 'daily', files: { 'SKILL.md': skillMd('daily', 'Report on today') }, dynamic: true },
];

export const capabilities: Json = {
  resources: {},
  extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
};

/** What it answers first in the newer era. */
export const discovery = (declared: Json, instructions = ''): Json => ({
  resultType: 'complete',
  ttlMs: 0,
  cacheScope: 'private',
  supportedVersions: ['2026-07-28'],
  capabilities: declared,
  instructions,
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'planted', version: '1.0.0' } },
});

const pageSize = 2;
const shared = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

/** A server of these skills that keeps every rule of the extension, with two items on a page. */
export const serving =
  (of: readonly ServedSkill[]) =>
  (method: string, params: Json): Answer => {
    try {
      return { result: resultOf(of, method, params) };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return failing(error.code, error.message);
    }
  };

/** One that keeps every rule. */
export const honest = serving(skills);

function resultOf(of: readonly ServedSkill[], method: string, params: Json): Json {
  const scenario = { skills: of, instructions: '', reads: {}, crashOn: [] };
  switch (method) {
    case 'skills/list': {
      const all = answer(scenario, method, {})['skills'] as unknown[];
      return { ...shared, ...pageOf('skills', all, params) };
    }
    case 'resources/list':
      return { ...shared, ...pageOf('resources', of.map(resourceOf), params) };
    case 'resources/directory/read': {
      const all = answer(scenario, method, params)['resources'] as unknown[];
      return { resultType: 'complete', ...pageOf('resources', all, params) };
    }
    default:
      return answer(scenario, method, params);
  }
}

function pageOf(field: string, all: readonly unknown[], params: Json): Json {
  const from = Number(params['cursor'] ?? 0);
  const next = from + pageSize;
  return {
    [field]: all.slice(from, next),
    ...(next < all.length ? { nextCursor: String(next) } : {}),
  };
}

/** A `SKILL.md` as `resources/list` has it. */
function resourceOf(skill: ServedSkill): Json {
  const { name, description } = frontmatterOf(String(skill.files['SKILL.md']));
  return { uri: uriOf(skill), name, description, mimeType: 'text/markdown' };
}
