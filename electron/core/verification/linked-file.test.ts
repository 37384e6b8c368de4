import { describe, expect, it } from 'vitest';
import { heldEntry, refundsFolder, refundsText, refundsUri, resource } from '../entry.fixture.ts';
import { linkedFile } from './before-read.ts';

const at = (path: string): string => `${refundsFolder}/${path}`;
const entry = heldEntry({
  resources: [
    resource(refundsUri, refundsText),
    ...['a%20b.md', '%C3%A9.md', '100%25.md', 'a%23b.md', 'x.md'].map((path) =>
      resource(at(path), path),
    ),
  ],
});

describe('a linked file', () => {
  it.each([
    ['x.md', 'x.md'],
    ['./x.md#part', 'x.md'],
    ['a%20b.md', 'a%20b.md'],
    ['a b.md', 'a%20b.md'],
    ['é.md', '%C3%A9.md'],
    ['100%.md', '100%25.md'],
    ['a#b.md', 'a%23b.md'],
    ['%78.md', 'x.md'],
    ['SKILL.md', 'SKILL.md'],
    [at('x.md'), 'x.md'],
  ])('%s is the listed %s', (ref, path) => {
    expect(linkedFile(entry, ref)).toEqual({ ok: true, value: at(path) });
  });

  it('that is not listed is returned as resolved, to be refused before a read', () => {
    expect(linkedFile(entry, 'y.md')).toEqual({ ok: true, value: at('y.md') });
    expect(linkedFile(entry, 'X.md')).toEqual({ ok: true, value: at('X.md') });
    expect(linkedFile(heldEntry({ resources: 'dynamic' }), 'any.md')).toEqual({
      ok: true,
      value: at('any.md'),
    });
  });

  it.each(['../x.md', '%2e%2e/x.md', 'file:///etc/passwd', 'skill://other/x.md', '/x.md'])(
    'cannot be %s',
    (ref) => {
      expect(linkedFile(entry, ref).ok).toBe(false);
    },
  );
});
