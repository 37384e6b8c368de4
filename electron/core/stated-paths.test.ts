import { expect, it } from 'vitest';
import { asListed, dynamicFiles, listedFiles, unknownFiles } from './stated-paths.ts';

it('an entry lists files only where it says which', () => {
  const files = [{ path: 'SKILL.md', uri: 'skill://a/SKILL.md' }];
  expect(listedFiles({ files: asListed(files) })).toBe(files);
  expect(listedFiles({ files: dynamicFiles })).toEqual([]);
  // The same list each time: whoever compares by identity sees no change.
  expect(listedFiles({ files: unknownFiles })).toBe(listedFiles({ files: dynamicFiles }));
});
