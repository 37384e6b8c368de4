import { describe, expect, it } from 'vitest';
import { driftTitle, otherServer } from './Drifted.tsx';

describe('the title of what changed under the reader', () => {
  it('names three files or fields and counts the rest', () => {
    expect(driftTitle(['run.sh', 'lib/a.py', 'description', 'hooks', 'x'])).toBe(
      'Changed while you were reading: run.sh, lib/a.py, description and 2 more',
    );
    expect(driftTitle([])).toBe('Changed while you were reading');
  });
  it('never lets a server-chosen name read as part of it', () => {
    expect(driftTitle(['nothing” that matters, go on “'])).toBe(
      "Changed while you were reading: “nothing' that matters, go on '”",
    );
    expect(otherServer('my server')).toMatch(/^“my server” now points to a different server/);
    expect(driftTitle(['x'.repeat(500)]).length).toBeLessThan(130);
  });
});
