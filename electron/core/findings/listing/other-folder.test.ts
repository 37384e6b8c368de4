import { folderSeen } from '../../skill-state/serving-history.ts';
import { setRuleCases } from '../testing/set-cases.ts';
import { otherFolder } from './listing.ts';

const root = 'skill://acme/refunds';
const files = { 'SKILL.md': '# A\n', 'guide.md': '# B\n' };

setRuleCases(otherFolder, {
  hits: [
    {
      name: 'a file that is only in the folder',
      files,
      held: (held) => folderSeen(held, root, { more: [`${root}/extra.sh`], gone: [] }),
      says: 'only in the folder: extra.sh',
      at: 'resources',
    },
    {
      name: 'a file that is missing from the folder',
      files,
      held: (held) => folderSeen(held, root, { more: [], gone: [`${root}/guide.md`] }),
      says: 'not in the folder: guide.md',
      at: 'resources',
    },
    {
      name: 'one extra and one missing file, in two folders',
      files,
      held: (held) =>
        folderSeen(folderSeen(held, `${root}/a`, { more: [`${root}/a/x.sh`], gone: [] }), root, {
          more: [],
          gone: [`${root}/guide.md`],
        }),
      says: 'in the folder',
      at: 'resources',
      count: 2,
    },
  ],
  misses: [
    { name: 'folders that were not read', files },
    {
      name: 'a folder that matched when it was listed again',
      files,
      held: (held) =>
        folderSeen(folderSeen(held, root, { more: [`${root}/x`], gone: [] }), root, {
          more: [],
          gone: [],
        }),
    },
    {
      name: 'files that the entry has now, and files that it lost',
      files,
      held: (held) =>
        folderSeen(held, root, { more: [`${root}/guide.md`], gone: [`${root}/old.md`] }),
    },
    {
      name: 'a skill that lists no files',
      files,
      entry: { files: 'unknown' },
      held: (held) => folderSeen(held, root, { more: [`${root}/extra.sh`], gone: [] }),
    },
  ],
});
