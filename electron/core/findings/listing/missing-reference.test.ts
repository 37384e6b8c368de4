import { astrayOf, type KnownServer } from '../../catalogue/missing-targets.ts';
import { related, type SkillState } from '../../skill-state/skill.ts';
import { setRuleCases } from '../testing/set-cases.ts';
import { astrayPointer } from './listing.ts';

const server = (label: string, more: Partial<KnownServer> = {}): KnownServer => ({
  label,
  away: null,
  folders: new Set(),
  ...more,
});
const own = server('acme', {
  folders: new Set(['skill://acme/refunds/', 'skill://acme/other/']),
});

const among =
  (...servers: readonly KnownServer[]) =>
  (held: SkillState): SkillState =>
    related(held, { ...held.relations, astray: astrayOf(held, held.listed, [own, ...servers]) });

setRuleCases(astrayPointer, {
  hits: [
    {
      name: 'tools of a server that is not configured',
      files: { 'SKILL.md': '# A\n\nCall mcp__github__create_issue with the title.\n' },
      held: among(),
      says: 'mcp__github__create_issue: no server with this name',
      at: 'SKILL.md',
      line: 3,
    },
    {
      name: 'tools of one that is turned off',
      files: { 'SKILL.md': '---\nname: a\nallowed-tools: mcp__git-hub__x\n---\n' },
      held: among(server('git hub', { away: 'is turned off' })),
      says: 'git hub is turned off',
      at: 'SKILL.md',
    },
    {
      name: 'a skill of another server',
      files: { 'SKILL.md': '# A\n\nFollow skill://evil/more/SKILL.md now.\n' },
      held: among(server('evil', { folders: new Set(['skill://evil/more/']) })),
      says: 'evil has it, not this server',
      at: 'SKILL.md',
      line: 3,
    },
    {
      name: 'one that no server has, next to its own folder',
      files: { 'SKILL.md': 'Follow skill://acme/refunds-2/SKILL.md\n' },
      held: among(),
      says: 'no server has it',
      at: 'SKILL.md',
    },
  ],
  misses: [
    {
      name: 'tools of a connected server, also as part of a plugin',
      files: { 'SKILL.md': 'Call mcp__github__a and mcp__plugin_x_github__b.\n' },
      held: among(server('GitHub')),
    },
    {
      name: 'its own files, and skills of the same server',
      files: { 'SKILL.md': 'See skill://acme/refunds/guide.md, skill://acme/other/SKILL.md.\n' },
      held: among(),
    },
    {
      // anthropics/skills, skills/mcp-builder (Apache-2.0), in other words
      name: 'names of tools in a real skill that teaches how to name them',
      files: { 'SKILL.md': 'Names of tools: `github_create_issue`, `mcp__server__tool`.\n' },
      held: among(),
    },
  ],
});
