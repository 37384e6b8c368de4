import { describe, expect, it } from 'vitest';
import { givesSkills, skillToolsIn } from '../../core/dialects/listing/skill-tools.ts';
import { withoutSkillTools } from './exposed-tools.ts';

const giving = [
  ...['load_skill', 'read_skill', 'use_skill', 'get_skill', 'activate_skill', 'list_skills'],
  ...[
    'load-skill',
    'load.skill',
    'loadSkill',
    'LoadSkill',
    'LOAD_SKILL',
    'loadskill',
    'load skill',
  ],
  ...['acme_load_skill', 'mcp__acme__load_skill', 'read_skill_file', 'read_skill_resource'],
  ...['load_agent_skill', 'getAgentSkills', 'use_a_skill', 'load_the_skill'],
  ...['skill_load', 'skills_list', 'skills/get', 'skill_loader', 'skill', 'Skills', 'agent_skill'],
  ...['acme.skills.read', 'ｌｏａｄ＿ｓｋｉｌｌ', '_load_skill_', 'load__skill'],
];
const others = [
  ...['', 'echo', 'load', 'load_file', 'create_skill', 'delete_skill', 'rate_skills'],
  ...['killer', 'reskill', 'load_skillet', 'upload_reskill', 'get_employee_skills', 'skillset_get'],
  ...['unload_skill', 'download_skillset', 'skill_level_update', 'misuse_skill'],
];

describe('tools that give skills', () => {
  it.each(giving)('are those of the shape of "%s"', (name) => {
    expect(givesSkills(name)).toBe(true);
  });

  it.each(others)('are none like "%s"', (name) => {
    expect(givesSkills(name)).toBe(false);
  });

  it('are named and left out of a list, in which anything may stand', () => {
    const rest = [{ name: 'echo' }, { name: 7 }, {}, null, 'load_skill', ['load_skill']];
    const tools = [{ name: 'load_skill' }, ...rest, { name: 'useSkill', title: 'x' }];
    expect(skillToolsIn(tools)).toEqual(['load_skill', 'useSkill']);
    expect(withoutSkillTools(tools)).toEqual(rest);
  });

  it('are known by a name of any length in no time to speak of', () => {
    for (const part of ['load_', 'skill', 'a', 'A_', 'load_agent_'])
      expect(typeof givesSkills(part.repeat(100_000))).toBe('boolean');
  });
});
