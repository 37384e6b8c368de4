import { describe, expect, it } from 'vitest';
import { maskedHead } from '../import/mask.ts';
import { quotedJson } from './evaluate.ts';

const masking =
  (...secrets: string[]) =>
  (text: string, most: number) =>
    maskedHead(text, secrets, most);

describe('a quoted answer', () => {
  it('keeps the fields of the protocol, also if a secret begins like one', () => {
    const value = { resources: [{ uri: 'skill://a', digest: 'x' }], frontmatter: {} };
    expect(quotedJson(value, masking('resources-9f8a7c', 'frontmatter'))).toBe(
      '{"resources": [{"uri": "skill://a", "digest": "x"}], "frontmatter": {}}',
    );
  });

  it('has no secret that a server puts into a field name or an address', () => {
    const mask = masking('hunter2hunter2', 'resources-9f8a7c');
    const value = {
      hunter2hunter2: 1,
      'x-hunter2hunter2': { 'resources-9f8a7c': 2, '%68unter2hunter2': 3 },
      uri: 'skill://a/SKILL.md?key=hunter2hunter2&b=hunter2%68unter2',
    };
    const text = quotedJson(value, mask);
    expect(text).not.toMatch(/hunter2|9f8a7c/);
    expect(text).toContain('"uri": "skill://a/SKILL.md?key=••••');
  });
});
