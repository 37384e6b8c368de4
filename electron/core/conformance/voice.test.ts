import { describe, expect, it } from 'vitest';
import { ruleIds } from '../../../shared/model/problem.ts';
import { checks, inOneVoice } from './checks/registry.ts';

describe('a problem of a listing', () => {
  it('takes id, words, clause and fix from its check, and keeps its own message', () => {
    const message = 'The folder is "a".';
    const told = inOneVoice({ rule: 'name-path-mismatch', message, clause: 'Another' });
    const check = checks.find(({ id }) => id === 'sep-2640-entry-uri-matches-frontmatter-name');
    const { id, words, fix, clause } = check!;
    expect(told).toEqual({
      ...{ rule: 'name-path-mismatch', message, clause },
      check: { id, words, fix },
    });
  });

  it('names an existing check or none', () => {
    const told = ruleIds.map((rule) => inOneVoice({ rule, message: '' }).check?.id);
    const known = new Set(checks.map(({ id }) => id));
    expect(told.filter((id) => id !== undefined).every((id) => known.has(id))).toBe(true);
    expect(told.filter((id) => id !== undefined)).toHaveLength(28);
  });
});
