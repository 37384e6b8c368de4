import { Refusal } from './serve.mjs';
import { contentOf, others, typeOf } from './skills.mjs';

/** Servers that give skills with tools, which Skillgate never calls, and one of methods. */

const tool = (name, description) => ({ name, description, inputSchema: { type: 'object' } });
const list = (skills) => skills.map(({ name, description }) => `- ${name}: ${description}`);

export const toolServers = {
  'local-skills-mcp': {
    version: '0.4.0',
    capabilities: { tools: {} },
    methods: {
      'tools/list': (skills) => ({
        tools: [tool('get_skill', `Available skills:\n${list(skills).join('\n')}`)],
      }),
    },
  },

  // A tool for each skill; its other files are resources under another scheme.
  skillz: {
    version: '0.1.14',
    capabilities: { tools: {}, resources: {} },
    instructions: 'Loaded skills: notes, refunds',
    methods: {
      'tools/list': (skills) => ({
        tools: [
          ...skills.map(({ name, description }) => tool(name, description)),
          tool('fetch_resource', 'Reads a resource of a skill'),
        ],
      }),
      'resources/list': (skills) => ({
        resources: skills.flatMap((skill) =>
          others(skill).map((path) => ({
            ...{ uri: `resource://skillz/${skill.name}/${path}`, name: `${skill.name}/${path}` },
            mimeType: typeOf(path),
          })),
        ),
      }),
      'resources/templates/list': () => ({ resourceTemplates: [] }),
      'resources/read': (skills, { uri }) => {
        for (const skill of skills)
          for (const path of others(skill))
            if (uri === `resource://skillz/${skill.name}/${path}`)
              return { contents: [contentOf(uri, path, skill.files[path])] };
        throw new Refusal(-32002, `Unknown resource: ${uri}`);
      },
    },
  },

  // Methods by name; the answer stands in `skill`.
  'sep-2076': {
    version: '0.1.0',
    capabilities: { skills: { listChanged: true } },
    methods: {
      'skills/list': (skills) => ({
        skills: skills.map(({ name, description }) => ({ name, description, tags: ['money'] })),
      }),
      'skills/get': (skills, params) => {
        const skill = skills.find(({ name }) => name === params.name);
        if (skill === undefined) throw new Refusal(-32002, `Skill not found: ${params.name}`);
        const { name, description, body } = skill;
        return { skill: { name, description, instructions: body } };
      },
    },
  },
};
