import { describe, expect, it } from 'vitest';
import { pathInSkill, resolveInSkill, skillFolder } from './uri.ts';

const skill = 'skill://a/SKILL.md';

describe('an address that is refused', () => {
  it.each([
    ['skill://a//SKILL.md', 'has an empty segment'],
    ['skill://a/%/SKILL.md', 'has an invalid percent-escape'],
    ['skill://a/%zz/SKILL.md', 'has an invalid percent-escape'],
    ['skill://a/./SKILL.md', 'has a dot segment'],
    ['skill://a/%2e%2e/SKILL.md', 'has a dot segment'],
    ['skill://a\\b/SKILL.md', 'has a backslash'],
    ['skill://a/%5c/SKILL.md', 'has a backslash'],
    ['skill://a/x%2fy/SKILL.md', 'has an encoded slash'],
    ['skill://a/x%00y/SKILL.md', 'has a control character'],
    ['skill://a/x%252fy/SKILL.md', 'has a doubly encoded separator'],
    ['skill://a/x%252E/SKILL.md', 'has a doubly encoded separator'],
    ['skill://u@a/SKILL.md', 'has user info'],
    ['skill://u%40a/SKILL.md', 'has user info'],
    ['skill://a?b/SKILL.md', 'has a query'],
    ['skill://a#b/SKILL.md', 'has a fragment'],
    ['a/SKILL.md', 'has no scheme'],
    ['skill://a\ud800/SKILL.md', 'has a lone surrogate'],
    [`skill://${'a'.repeat(8_200)}/SKILL.md`, 'is over 8192 characters'],
  ])('says why: %s', (uri, why) => {
    const read = skillFolder(uri);
    expect(read).toMatchObject({
      error: {
        rule: 'uri-malformed',
        message: `The skill's URI ${why}.`,
        field: 'uri',
        expected: 'a URI of the form scheme://path/name/SKILL.md',
        actual: expect.any(String),
        clause: 'Resource Mapping',
      },
    });
    expect(pathInSkill('skill://b/SKILL.md', uri)).toMatchObject({
      error: {
        rule: 'resource-uri',
        message: `The file's URI ${why}.`,
        expected: 'a URI inside skill://b/',
        clause: 'Resources',
      },
    });
  });

  it.each(['skill://a/u@b/SKILL.md', 'skill:u@a/SKILL.md', 'skill:///u@a/SKILL.md'])(
    'is none for a sign that names a user only behind two slashes: %s',
    (uri) => {
      expect(skillFolder(uri).ok).toBe(true);
    },
  );

  it.each(['skill://SKILL.md', 'skill://a/skill.md', 'skill://a/x.md'])(
    'is one that names no SKILL.md in a folder: %s',
    (uri) => {
      expect(skillFolder(uri)).toMatchObject({
        error: {
          rule: 'uri-not-skill-md',
          field: 'uri',
          expected: 'a URI ending with /<name>/SKILL.md',
          actual: uri,
        },
      });
    },
  );
});

describe('a file of a skill', () => {
  it.each([
    ['other://a/x.md', 'resource-scheme', 'skill:'],
    ['skill://b/x.md', 'resource-outside-folder', 'a URI inside skill://a/'],
  ])('is none elsewhere: %s', (uri, rule, expected) => {
    expect(pathInSkill(skill, uri)).toMatchObject({
      error: { rule, expected, actual: uri, clause: 'Resources' },
    });
  });

  it.each([
    ['', 'names no file'],
    ['#part', 'names no file'],
    ['/x.md', 'is not relative to the skill'],
    ['../x.md', "leaves the skill's folder"],
    ['a/../../x.md', "leaves the skill's folder"],
  ])('is none that a reference does not lead to: %j', (ref, why) => {
    expect(resolveInSkill(skill, ref)).toMatchObject({
      error: {
        rule: 'resource-outside-folder',
        message: `The reference ${why}.`,
        expected: 'a path inside skill://a/',
        clause: 'Relative References',
      },
    });
  });
});
