import { describe, expect, it } from 'vitest';
import { mentionedUris, skillsElsewhere } from './unlisted-skill.ts';

describe('URIs that instructions mention', () => {
  it.each([
    ['Load skill://acme/refunds/SKILL.md first.', ['skill://acme/refunds/SKILL.md']],
    [
      'See `github://o/r/refunds/SKILL.md`, (skill://a/SKILL.md) and <skill://b/SKILL.md>.',
      ['github://o/r/refunds/SKILL.md', 'skill://a/SKILL.md', 'skill://b/SKILL.md'],
    ],
    ['skill://a/SKILL.md skill://a/SKILL.md', ['skill://a/SKILL.md']],
    ['Read skill://a/SKILL.md.', ['skill://a/SKILL.md']],
    ['uri:skill://a/SKILL.md', ['skill://a/SKILL.md']],
    ['skill://a/SKILL.md.bak skill://a/SKILL.mdx skill://a/SKILL.md/x', []],
    [
      'https://a.example/b/SKILL.md http://a/b/SKILL.md file:///a/SKILL.md FILE:///a/SKILL.md data://a/SKILL.md',
      [],
    ],
    ['skill://a/../b/SKILL.md skill://u@h/SKILL.md /a/SKILL.md ://a/SKILL.md', []],
    ['', []],
  ])('in %j', (instructions, uris) => {
    expect(mentionedUris(instructions)).toEqual(uris);
  });

  it('are at most a hundred, from the first 256 KiB, however the text is made', () => {
    expect(
      mentionedUris(Array.from({ length: 500 }, (_, at) => `skill://s${at}/SKILL.md`).join(' ')),
    ).toHaveLength(100);
    expect(mentionedUris(`${' '.repeat(256 * 1024)}skill://a/SKILL.md`)).toEqual([]);
    expect(mentionedUris(`${'a'.repeat(200_000)}://x/SKILL.md`)).toEqual([]);
    expect(mentionedUris('skill://'.repeat(30_000))).toEqual([]);
  });
});

const nothing = { resources: [], templates: [], tools: [] };
const messages = (seen: Partial<Parameters<typeof skillsElsewhere>[0]>): string[] =>
  skillsElsewhere({ ...nothing, ...seen }).map(({ message }) => message);

describe('a server in which no skill was found', () => {
  it.each([
    'skills://catalog',
    'gw-skill://refunds',
    'SKILL+v2://refunds',
    'resource://skillz/refunds/guide.md',
    'acme://agent-skills/refunds',
  ])('is said to have what looks like one at %s', (uri) => {
    expect(messages({ resources: ['docs://readme', uri] })).toEqual([
      expect.stringContaining(`an unknown layout: “${uri}”.`),
    ]);
  });

  it.each([
    'docs://readme',
    'file:///work/skills/a.md',
    'https://acme.example/skill',
    'skilled:x',
    '',
  ])('is left in peace with %s', (uri) => {
    expect(messages({ resources: [uri] })).toEqual([]);
  });

  it('is said to give them by tools, or behind templates, each by name', () => {
    const templates = ['skill://{owner}/{name}/SKILL.md'];
    expect(skillsElsewhere({ resources: [], templates, tools: ['load_skill'] })).toEqual([
      {
        rule: 'older-dialect',
        message:
          'The server lists no skills. To open one, fill in “skill://{owner}/{name}/SKILL.md”. Serve the files as resources and answer skills/list with uri, frontmatter and resources.',
        field: 'resources/templates/list',
        expected: 'skills/list',
        actual: '“skill://{owner}/{name}/SKILL.md”',
        clause: 'Listing Skills',
      },
      {
        rule: 'older-dialect',
        message:
          'The server provides skills through tools, which Skillgate doesn’t call: “load_skill”. Serve the files as resources and answer skills/list with uri, frontmatter and resources.',
        field: 'tools/list',
        expected: 'skills/list',
        actual: '“load_skill”',
        clause: 'Listing Skills',
      },
    ]);
  });

  it('is found in addresses of any length at once', () => {
    const long = [
      'skill'.repeat(100_000),
      `a://${'skil'.repeat(100_000)}`,
      `${'a.'.repeat(9)}://x`,
    ];
    const resources = long.flatMap((uri) => Array.from({ length: 100 }, (_, at) => `${uri}${at}`));
    expect(messages({ resources })).toEqual([]);
    expect(
      messages({ resources: ['x://my-Skills/a', `A-SKILL://${'a'.repeat(99)}`] }),
    ).toHaveLength(1);
  });

  it('is quoted with a few of many, and with nothing unseen', () => {
    const tools = Array.from({ length: 2_000 }, (_, at) => `load_skill_${at}`);
    expect(messages({ tools })[0]).toContain('“load_skill_2” and 1997 more.');
    const [message = ''] = messages({ resources: [`skills://a\u202e\n${'x'.repeat(5_000)}`] });
    expect(message).not.toMatch(/[\u202e\n]/);
    expect(message.length).toBeLessThanOrEqual(501);
    expect(message).toContain('Serve the files');
  });
});
