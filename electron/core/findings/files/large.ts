import { exactSize } from '../../../../shared/size-text.ts';
import { listedFiles } from '../../files.ts';
import { limits } from '../../limits.ts';
import { setRule } from '../set/skill-set.ts';

/** In bytes. Instructions and scripts are only kilobytes. */
const largeFile = 5 * 1024 * 1024;

/** F08. */
export const large = setRule({
  id: 'F08',
  family: 'files',
  severity: 'low',
  title: 'More than anyone reads',
  why: "Content that's too large to read is a place to hide something. Apps may also refuse it.",
  confusedWith: 'Fonts, models, images and data that a skill works with.',
  *look({ entry }) {
    const files = listedFiles(entry);
    if (files.length > limits.skillFiles)
      yield { field: 'resources', excerpt: `${files.length} files` };
    const all = files.reduce((sum, { size = 0 }) => sum + size, 0);
    if (all > limits.skillBytes) yield { field: 'resources', excerpt: `${exactSize(all)} in all` };
    for (const { path, size = 0 } of files)
      if (size > largeFile) yield { field: 'resources', excerpt: `${path}: ${exactSize(size)}` };
  },
});
