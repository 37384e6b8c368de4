import { describe, expect, it } from 'vitest';
import { toolsChange } from './renewal.ts';

describe('a change of the tools that a skill requests', () => {
  it('names added and removed tools, however either side is written', () => {
    expect(
      toolsChange([
        {
          field: 'allowed-tools',
          expected: '"Read, Bash(git add:*)"',
          actual: '["Read", "Bash(curl *)"]',
        },
      ]),
    ).toEqual({ added: ['Bash(curl *)'], gone: ['Bash(git add:*)'] });
  });
  it('is present if the field appears or is dropped', () => {
    expect(toolsChange([{ field: 'allowed-tools', actual: '"Bash"' }])).toEqual({
      added: ['Bash'],
      gone: [],
    });
    expect(toolsChange([{ field: 'allowed-tools', expected: '"Bash"' }])).toEqual({
      added: [],
      gone: ['Bash'],
    });
  });
  it('is absent if only the order or another field differs, or a value isn’t JSON', () => {
    expect(
      toolsChange([{ field: 'allowed-tools', expected: '"A B"', actual: '"B A"' }]),
    ).toBeNull();
    expect(toolsChange([{ field: 'description', expected: '"a"', actual: '"b"' }])).toBeNull();
    expect(toolsChange([{ field: 'allowed-tools', expected: '{', actual: '7' }])).toBeNull();
  });
});
