import { describe, expect, it } from 'vitest';
import {
  noRules,
  nothingWritten,
  replaceRules,
  type PermissionRules,
  type WrittenRules,
} from './permission-rules.ts';
import { keyDifference } from './json-items.ts';

const rule = (name: string): string => `Skill(acme:${name}@sha256:${'a'.repeat(64)})`;
const one: PermissionRules = { allow: [rule('refunds')], deny: ['Skill(acme:secret)'] };
const two: PermissionRules = { allow: [rule('refunds'), rule('orders')], deny: [] };

function replaced(text: string, written: WrittenRules, wanted: PermissionRules) {
  const edit = replaceRules(text, written, wanted);
  if (!edit.ok) throw new Error(edit.error);
  return edit.value;
}

const files: Readonly<Record<string, string>> = {
  'an empty object': '{}\n',
  'no permissions': '{\n  // mine\n  "model": "opus",\n  "env": {"TOKEN": "sekret"}\n}\n',
  'no lists': '{\n  "permissions": {}\n}\n',
  'an empty list': '{\n  "permissions": {\n    "allow": [],\n    "deny": []\n  }\n}\n',
  'its own rules, in four spaces':
    '{\n    "permissions": {\n        "allow": [\n            "Bash(ls)" // list\n        ],\n        "deny": ["Read(.env)"]\n    }\n}',
  'tabs and Windows line endings':
    '{\r\n\t"permissions": {\r\n\t\t"allow": [\r\n\t\t\t"Bash(ls)",\r\n\t\t\t"Bash(pwd)"\r\n\t\t],\r\n\t\t"defaultMode": "plan"\r\n\t},\r\n\t"model": "x"\r\n}\r\n',
  'one line': '{"permissions":{"allow":["Bash(ls)"]},"env":{"TOKEN":"sekret"}}',
  'trailing commas': '{\n  "permissions": {\n    "allow": [\n      "Bash(ls)",\n    ],\n  },\n}\n',
  'a comment in a list':
    '{\n  "permissions": {\n    "deny": [\n      // nothing yet\n    ]\n  }\n}\n',
};

const ruleDifference = (before: string, after: string): ReturnType<typeof keyDifference> =>
  keyDifference(before, after, 'permissions');

describe('rules in a settings file', () => {
  it.each(Object.entries(files))('are added, replaced and undone to the byte: %s', (_, text) => {
    let { text: now, written } = replaced(text, nothingWritten, one);
    expect(now).toContain(one.allow[0]);
    expect(now).toContain('"Skill(acme:secret)"');
    for (const wanted of [two, one, two, noRules, one]) {
      ({ text: now, written } = replaced(now, written, wanted));
      for (const added of [...wanted.allow, ...wanted.deny]) expect(now).toContain(`"${added}"`);
      const gone = [...one.allow, ...one.deny, ...two.allow].filter(
        (old) => ![...wanted.allow, ...wanted.deny].includes(old),
      );
      for (const old of gone) expect(now).not.toContain(old);
    }
    expect(replaced(now, written, noRules)).toEqual({ text, written: nothingWritten });
  });

  it('leave what the person wrote since, also between them', () => {
    const text = '{\n  "permissions": {\n    "allow": [\n      "Bash(ls)"\n    ]\n  }\n}\n';
    const { text: first, written } = replaced(text, nothingWritten, two);
    const edited = first
      .replace(`"${rule('refunds')}",`, `"${rule('refunds')}",\n      // mine\n      "Bash(pwd)",`)
      .replace('{\n', '{\n  "model": "opus",\n');
    const { text: after } = replaced(edited, written, noRules);
    expect(after).toBe(
      '{\n  "model": "opus",\n  "permissions": {\n    "allow": [\n      "Bash(ls)",\n      // mine\n      "Bash(pwd)"\n    ]\n  }\n}\n',
    );
  });

  it('that equal the person’s own are neither added nor ever removed', () => {
    const own = `{"permissions": {"allow": ["${rule('refunds')}"], "deny": ["Skill(acme:secret)"]}}`;
    const { text, written } = replaced(own, nothingWritten, one);
    expect(text).toBe(own);
    expect(written).toEqual(nothingWritten);
    expect(replaced(text, written, noRules).text).toBe(own);
    // Written by both: one of the two stays.
    const both = replaced('{"permissions": {"allow": ["Bash(ls)"]}}', nothingWritten, one);
    const twice = both.text.replace('["Bash(ls)"', `["${rule('refunds')}", "Bash(ls)"`);
    expect(replaced(twice, both.written, noRules).text).toBe(
      `{"permissions": {"allow": ["${rule('refunds')}", "Bash(ls)"]}}`,
    );
  });

  it('that the person removed are no reason to remove another', () => {
    const { written } = replaced('{}\n', nothingWritten, one);
    const own = '{"permissions": {"allow": ["Bash(ls)"], "deny": []}}';
    expect(replaced(own, written, noRules).text).toBe('{"permissions": {"allow": ["Bash(ls)"]}}');
  });

  it('keep a list that Skillgate added, with a comment that the person put into it', () => {
    const { text, written } = replaced('{}\n', nothingWritten, one);
    const edited = text.replace('"deny": [', '"deny": [ // see the wiki');
    const after = replaced(edited, written, noRules).text;
    expect(after).toContain('// see the wiki');
    expect(after).not.toContain('Skill(');
  });

  it.each([
    ['broken JSON', '{"permissions": ', 'it isn’t valid JSON'],
    ['an empty file', '', 'it isn’t valid JSON: value expected'],
    ['a list', '[]', 'it isn’t a JSON object'],
    ['permissions of another kind', '{"permissions": []}', '"permissions" isn’t an object in it'],
    ['a list of another kind', '{"permissions": {"deny": {}}}', '"permissions.deny" isn’t a list'],
    ['two permissions', '{"permissions": {}, "permissions": {}}', '"permissions" appears twice'],
    ['two lists', '{"permissions": {"allow": [], "allow": []}}', '"allow" appears twice in it'],
  ])('are refused in a file with %s', (_, text, reason) => {
    const edit = replaceRules(text, nothingWritten, one);
    expect(edit).toMatchObject({ ok: false, error: expect.stringContaining(reason) as never });
  });

  it('are shown as lines of the permissions alone', () => {
    const before = files['no permissions'] ?? '';
    const { text } = replaced(before, nothingWritten, { ...noRules, deny: one.deny });
    expect(ruleDifference(before, text)).toEqual({
      line: 5,
      lines: [
        { kind: 'added', text: '  "permissions": {' },
        { kind: 'added', text: '    "deny": [' },
        { kind: 'added', text: '      "Skill(acme:secret)"' },
        { kind: 'added', text: '    ]' },
        { kind: 'added', text: '  }' },
      ],
    });
    const line = files['one line'] ?? '';
    const shown = ruleDifference(line, replaced(line, nothingWritten, one).text);
    expect(JSON.stringify(shown)).not.toContain('sekret');
    expect(JSON.stringify(shown)).toContain('Skill(acme:secret)');
  });

  it('are shown with the lines around them, and without the rest', () => {
    const rules = Array.from({ length: 9 }, (_, at) => `      "Bash(${at})"`).join(',\n');
    const before = `{\n  "permissions": {\n    "ask": [],\n    "deny": [\n${rules}\n    ]\n  }\n}\n`;
    const { text } = replaced(before, nothingWritten, { ...noRules, deny: one.deny });
    const { lines } = ruleDifference(before, text);
    expect(lines.map(({ kind, text: line }) => `${kind} ${line.trim()}`)).toEqual([
      'same …',
      'same "Bash(6)",',
      'same "Bash(7)",',
      'removed "Bash(8)"',
      'added "Bash(8)",',
      'added "Skill(acme:secret)"',
      'same ]',
      'same }',
    ]);
    expect(ruleDifference(text, text).lines).toEqual([]);
  });

  it('are thousands in a moment', () => {
    const many: PermissionRules = {
      allow: Array.from({ length: 3_000 }, (_, at) => rule(`skill-${at}`)),
      deny: [],
    };
    const base = files['its own rules, in four spaces'] ?? '';
    const { text, written } = replaced(base, nothingWritten, many);
    const edited = text.replace('"Bash(ls)"', '"Bash(pwd)"');
    expect(replaced(edited.replace(rule('skill-7'), 'mine'), written, noRules).text).toContain(
      'mine',
    );
    expect(replaced(text, written, noRules).text).toBe(base);
  });
});
