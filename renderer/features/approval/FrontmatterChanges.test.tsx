// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawn } from '../../store/testing/drawn.tsx';
import { FileSides } from './ChangedFile.tsx';
import { FrontmatterChanges } from './ChangeList.tsx';

const terms = () => screen.getAllByRole('term').map((term) => term.textContent);

describe('the difference of two frontmatters', () => {
  it('is hidden if nothing differs', () => {
    const { container } = drawn(<FrontmatterChanges differences={[]} />);
    expect(container.textContent).toBe('');
  });

  it('shows before and now in words, tools first', () => {
    drawn(
      <FrontmatterChanges
        differences={[
          { field: 'description', expected: '"a"', actual: '"b"' },
          { field: 'allowed-tools', actual: '"Bash(*)"' },
        ]}
      />,
    );
    expect(terms()[0]).toContain('allowed-tools');
    expect(terms()[0]).toContain('requests tools');
    const said = screen.getAllByRole('definition').map((one) => one.textContent);
    expect(said).toEqual(['before: absent', 'now: Bash(*)', 'before: a', 'now: b']);
  });

  it('shows a long hostile value in full, with hidden characters written out', () => {
    const long = `${'a'.repeat(6_000)}\u202E\u200B`;
    drawn(<FrontmatterChanges differences={[{ field: 'x', actual: JSON.stringify(long) }]} />);
    const [, now] = screen.getAllByRole('definition');
    expect(now?.textContent).toContain('a'.repeat(6_000));
    expect(now?.textContent).toContain('\\u{202E}\\u{200B}');
  });
});

describe('a character swapped for the letters of its escape', () => {
  it('is distinguishable from them', () => {
    const letters = String.raw`a\u{202E}`;
    drawn(
      <FrontmatterChanges
        differences={[
          { field: 'x', expected: JSON.stringify('a\u202E'), actual: JSON.stringify(letters) },
        ]}
      />,
    );
    const said = screen.getAllByRole('definition').map((one) => one.textContent);
    expect(said).toEqual(['before: a\\u{202E}', 'now: a\\u{005C}u{202E}']);
  });
});

describe('the two sides of a file', () => {
  const sides = (before: object, after: object) =>
    drawn(
      <FileSides
        diff={{ path: 'a.md', language: 'markdown', before, after, verdict: null } as never}
      />,
    );

  it('name each missing text, with the reason', () => {
    sides({ missing: 'It was not kept.' }, { missing: 'It is gone.' });
    expect(screen.getByText('Before: It was not kept.')).toBeTruthy();
    expect(screen.getByText('Now: It is gone.')).toBeTruthy();
    expect(screen.queryByText('Loading the difference')).toBeNull();
  });

  it('say that they are being compared', () => {
    sides({ text: 'a' }, { text: 'b' });
    expect(screen.getByText('Loading the difference')).toBeTruthy();
  });
});
