import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parseJsonc } from '../import/jsonc.ts';
import type { NameSetting } from './host.ts';
import { settingDifference, replaceNames } from './name-settings.ts';
import { nothingWritten, type PermissionRules, type WrittenRules } from './permission-rules.ts';

const one: PermissionRules = { allow: ['refunds'], deny: ['spy'] };
const none: PermissionRules = { allow: [], deny: [] };

function replaced(
  setting: NameSetting,
  text: string,
  written: WrittenRules,
  wanted: PermissionRules,
) {
  const edit = replaceNames(setting, text, written, wanted);
  if (!edit.ok) throw new Error(edit.error);
  return edit.value;
}

const jsonFiles: Readonly<Record<string, string>> = {
  'an empty object': '{}\n',
  'an empty object on a line of its own': '{\n}\n',
  'other settings':
    '{\n  // mine\n  "model": "opus", /* here */\n  "env": {"TOKEN": "sekret"},\n}\n',
  'the outer key': '{\n  "permission": {\n    "bash": "ask"\n  }\n}\n',
  'an empty map': '{\n  "permission": { "skill": {} },\n  "skillOverrides": {}\n}\n',
  'names of its own':
    '{\n\t"permission": {\n\t\t"skill": {\n\t\t\t"*": "ask", // first\n\t\t\t"mine": "allow"\n\t\t}\n\t},\n\t"skillOverrides": {\n\t\t"mine": "name-only"\n\t}\n}\n',
  'Windows line endings': '{\r\n  "skillOverrides": {\r\n    "mine": "on"\r\n  }\r\n}\r\n',
  'one line': '{"permission":{"skill":{"mine":"ask"}},"skillOverrides":{"mine":"off"}}',
};

describe.each(['permission.skill', 'skillOverrides'] as const)('%s', (setting) => {
  it.each(Object.entries(jsonFiles))('is added to %s, and undone to the byte', (_, before) => {
    const { text, written, own } = replaced(setting, before, nothingWritten, one);
    expect(own).toEqual([]);
    const value = parseJsonc(text);
    const expected =
      setting === 'skillOverrides'
        ? { skillOverrides: expect.objectContaining({ spy: 'off' }) as unknown }
        : {
            permission: {
              skill: expect.objectContaining({ refunds: 'allow', spy: 'deny' }) as unknown,
            },
          };
    expect(value).toMatchObject({ value: expected });
    expect(replaced(setting, text, written, none).text).toBe(before);
  });

  it('changes one name and leaves the others, with their comments', () => {
    const before = '{\n  // mine\n  "model": "x"\n}\n';
    const first = replaced(setting, before, nothingWritten, { allow: [], deny: ['spy', 'mole'] });
    const then = replaced(setting, first.text, first.written, { allow: [], deny: ['mole'] });
    expect(then.text).not.toContain('spy');
    expect(then.text).toContain('mole');
    expect(replaced(setting, then.text, then.written, none).text).toBe(before);
  });

  it('is taken out of a file that the person edited since', () => {
    const first = replaced(setting, '{}\n', nothingWritten, { allow: [], deny: ['spy', 'mole'] });
    const edited = first.text
      .replace(/("spy": "[a-z]+")/, '$1, // why\n "later": "ask"')
      .replace('{', '{ "model": "x",');
    const { text } = replaced(setting, edited, first.written, none);
    expect(text).toContain('// why');
    expect(text).toContain('"later": "ask"');
    expect(text).not.toMatch(/spy|mole/);
  });

  it("leaves a name that the person set, and says so where it's otherwise", () => {
    const key = setting === 'skillOverrides' ? '"skillOverrides": ' : '"permission": {"skill": ';
    const end = setting === 'skillOverrides' ? '' : '}';
    const off = setting === 'skillOverrides' ? 'off' : 'deny';
    const before = `{${key}{"spy": "${off}", "mole": "ask"}${end}}`;
    const edit = replaced(setting, before, nothingWritten, { allow: [], deny: ['spy', 'mole'] });
    expect(edit).toEqual({ text: before, written: nothingWritten, own: ['mole'] });
  });

  it('turns a skill off whose name every object has', () => {
    const edit = replaced(setting, '{}\n', nothingWritten, {
      allow: [],
      deny: ['constructor', '7', 'toString'],
    });
    expect(edit.own).toEqual([]);
    expect(edit.written.rules.deny).toEqual(['constructor', '7', 'toString']);
    expect(replaced(setting, edit.text, edit.written, none).text).toBe('{}\n');
  });

  it('keeps a name that Skillgate wrote and the person changed', () => {
    const first = replaced(setting, '{}\n', nothingWritten, { allow: [], deny: ['spy'] });
    const edited = first.text.replace(/"(?:off|deny)"/, '"ask"');
    expect(replaced(setting, edited, first.written, none).text).toBe(edited);
  });

  it('refuses a file where a name could be written in vain', () => {
    const [outer, inner] =
      setting === 'skillOverrides' ? ['skillOverrides', ''] : ['permission', 'skill'];
    const said = (text: string): string => {
      const edit = replaceNames(setting, text, nothingWritten, one);
      return edit.ok ? '' : edit.error;
    };
    expect(said(`{"${outer}": "allow"}`)).toBe(`"${outer}" isn’t an object in it`);
    expect(said(`{"${outer}": {}, "${outer}": {}}`)).toBe(`"${outer}" appears twice in it`);
    if (inner !== '')
      expect(said('{"permission": {"skill": "ask"}}')).toBe(
        '"permission.skill" isn’t an object in it',
      );
    expect(said('[]')).toBe('it isn’t a JSON object');
    expect(said('{')).toMatch(/^it isn’t valid JSON/);
    // A key that only begins alike is something else.
    expect(said(`{"${outer.slice(0, 4)}": 1, "${outer.slice(0, 4)}": 2}`)).toBe('');
  });

  it('shows its own lines alone', () => {
    const before = '{\n  "env": {"TOKEN": "sekret"},\n  "permission": {},\n  "model": "x"\n}\n';
    const { text } = replaced(setting, before, nothingWritten, one);
    const { lines } = settingDifference(setting, before, text);
    expect(lines.some(({ kind, text: line }) => kind === 'added' && line.includes('spy'))).toBe(
      true,
    );
    expect(JSON.stringify(lines)).not.toContain('sekret');
  });
});

describe('skills.config', () => {
  const setting = 'skills.config';
  const files: Readonly<Record<string, string>> = {
    nothing: '',
    'other settings': '# mine\nmodel = "x"\n\n[mcp_servers.acme]\ncommand = "acme" # here\n',
    'no line end': 'model = "x"',
    'Windows line endings': 'model = "x"\r\n\r\n[tui]\r\ntheme = "dark"\r\n',
  };

  it.each(Object.entries(files))('is added to %s, and undone to the byte', (_, before) => {
    const { text, written, own } = replaced(setting, before, nothingWritten, {
      allow: ['refunds'],
      deny: ['spy', 'mole'],
    });
    expect(own).toEqual([]);
    expect(parse(text)['skills']).toEqual({
      config: [
        { name: 'spy', enabled: false },
        { name: 'mole', enabled: false },
      ],
    });
    expect(replaced(setting, text, written, none).text).toBe(before);
  });

  it('comes after tables of the person’s, which stay', () => {
    const before =
      '[[skills.config]]\npath = "/home/me/.codex/skills/other/SKILL.md"\nenabled = false\n';
    const { text, written } = replaced(setting, before, nothingWritten, one);
    expect(text.startsWith(before)).toBe(true);
    expect(text.endsWith('name = "spy"\nenabled = false\n')).toBe(true);
    const edited = `${text}\n[tui]\ntheme = "dark"\n`;
    expect(replaced(setting, edited, written, none).text).toBe(
      `${before}\n[tui]\ntheme = "dark"\n`,
    );
  });

  it('is taken out where the person added a comment between', () => {
    const first = replaced(setting, 'model = "x"\n', nothingWritten, {
      allow: [],
      deny: ['spy', 'mole'],
    });
    const edited = first.text.replace('enabled = false\n', 'enabled = false\n# why\n');
    expect(replaced(setting, edited, first.written, none).text).toBe('model = "x"\n# why\n');
  });

  it('leaves a table that the person changed, or wrote', () => {
    const first = replaced(setting, '', nothingWritten, one);
    const turned = first.text.replace('false', 'true');
    expect(replaced(setting, turned, first.written, none).text).toBe(turned);
    expect(replaced(setting, turned, nothingWritten, one)).toEqual({
      ...{ text: turned, written: nothingWritten, own: ['spy'] },
    });
  });

  it('refuses a file that it can’t be added to', () => {
    const said = (text: string): string => {
      const edit = replaceNames(setting, text, nothingWritten, one);
      return edit.ok ? '' : edit.error;
    };
    expect(said('a = ')).toMatch(/^it isn’t valid TOML: line 1/);
    expect(said('skills = "all"')).toBe('"skills.config" isn’t a list of tables in it');
    expect(said('[skills]\nconfig = []\n')).toBe(
      'names can’t be added without changing other parts of it',
    );
  });

  it('shows its own lines alone', () => {
    const before = '[mcp_servers.acme.env]\nTOKEN = "sekret"\n';
    const { text } = replaced(setting, before, nothingWritten, one);
    expect(settingDifference(setting, before, text)).toEqual({
      line: 3,
      lines: ['', '[[skills.config]]', 'name = "spy"', 'enabled = false'].map((line) => ({
        ...{ kind: 'added', text: line },
      })),
    });
  });
});

it.each([
  ['a pattern behind the denial', 'spy', { skill: { spy: 'deny', '*': 'allow' } }],
  ['a part of the name behind it', 'spy', { skill: { spy: 'deny', 's?y *': 'ask' } }],
  ['a rule about every tool behind it', 'spy', { skill: { mine: 'ask' }, '*': 'allow' }],
  ['a pattern before a number, which comes first', '123', { skill: { '*': 'allow' } }],
  ['a rule about some tools behind it', 'spy', { skill: { mine: 'ask' }, 'sk*': 'ask' }],
])('opencode’s last match counts: %s', (_, name, permission) => {
  const before = JSON.stringify({ permission });
  const wanted = { allow: [], deny: [name] };
  const edit = replaced('permission.skill', before, nothingWritten, wanted);
  expect(edit).toMatchObject({ own: [name], text: before, written: nothingWritten });
});

it('the attacker’s pattern takes no longer than another', () => {
  const name = 'a'.repeat(64);
  const before = JSON.stringify({ permission: { skill: { [`${'*a'.repeat(32)}b`]: 'allow' } } });
  const wanted = { allow: [], deny: [name] };
  const edit = replaced('permission.skill', before, nothingWritten, wanted);
  expect(edit).toMatchObject({ own: [], written: { rules: { deny: [name] } } });
});

const off = (name: string): string => `[[skills.config]]\nname = "${name}"\nenabled = false\n`;

it.each([
  ['after Skillgate’s', (text: string) => `${text}\n${off('spy')}`],
  ['after Skillgate’s and another', (text: string) => `${text}\n${off('mine')}\n${off('spy')}`],
  ['before Skillgate’s', (text: string) => `${off('spy')}\n${text}`],
])('a table of the person’s that says the same stays, %s', (_, edit) => {
  const before = '[a]\nb = 1\n';
  const first = replaced('skills.config', before, nothingWritten, {
    allow: [],
    deny: ['x', 'spy'],
  });
  const undone = replaced('skills.config', edit(first.text), first.written, none);
  expect(undone.text).toBe(edit(before));
  const kept = replaced('skills.config', edit(first.text), first.written, first.written.rules);
  expect(kept.written.rules.deny).toEqual(['x']);
  expect(replaced('skills.config', kept.text, kept.written, none).text).toBe(edit(before));
});

it('a string with the text of a table keeps none from being taken out', () => {
  const before = `s = '''\n\n${off('spy')}'''\n`;
  const { text, written } = replaced('skills.config', before, nothingWritten, one);
  expect(replaced('skills.config', text, written, none).text).toBe(before);
  const edited = `${before}# mine\n${off('spy')}[b]\n`;
  expect(replaced('skills.config', edited, written, none).text).toBe(`${before}# mine\n[b]\n`);
});

it('a skill that a path turns on again after its name is turned off', () => {
  const before = `${off('spy')}\n[[skills.config]]\npath = "/spy/SKILL.md"\nenabled = true\n`;
  const { text, written } = replaced('skills.config', before, nothingWritten, one);
  expect(text).toBe(`${before}\n${off('spy')}`);
  expect(replaced('skills.config', text, written, none).text).toBe(before);
});
