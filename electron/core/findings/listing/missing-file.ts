import { resolveInEntry } from '../../skill-place.ts';
import { inFile, setRule } from '../set/skill-set.ts';
import { listedFile } from '../../verification/listed-file.ts';

/** Names that stand for the reader's own. */
const placeholder = /^(?:path\/to|your|my|example|file|url|link|\.{3}|…)|[<>{}$*]|\.\.\./i;

/** M01. */
export const missingFile = setRule({
  id: 'M01',
  family: 'listing',
  severity: 'medium',
  title: 'Points at a file that it does not have',
  why:
    'What stands there can be put there later, under words that were read before it was there. ' +
    'A model that looks for it may find one of the same name elsewhere.',
  confusedWith: 'Files that are written while the skill is used, and names that stand for others.',
  *look({ entry, main }) {
    if (main === null || entry.files.kind !== 'listed') return;
    for (const trace of main.traces) {
      if ((trace.kind !== 'link' && trace.kind !== 'run') || placeholder.test(trace.text)) continue;
      const uri = resolveInEntry(entry, trace.text);
      if (!uri.ok || listedFile(entry, uri.value) !== undefined) continue;
      // A link to a folder is none to a file.
      const { files } = entry.files;
      if (files.some((file) => file.uri.startsWith(`${uri.value}/`))) continue;
      yield inFile(main, trace, trace.kind === 'run' ? { confidence: 'medium' } : {});
    }
  },
});
