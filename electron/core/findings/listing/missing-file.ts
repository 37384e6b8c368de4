import { resolveInEntry } from '../../skill-place.ts';
import { inFile, setRule } from '../set/skill-set.ts';
import { listedFile } from '../../verification/listed-file.ts';

/** Placeholders for the reader's own files. */
const placeholder = /^(?:path\/to|your|my|example|file|url|link|\.{3}|…)|[<>{}$*]|\.\.\./i;

/** M01. */
export const missingFile = setRule({
  id: 'M01',
  family: 'listing',
  severity: 'medium',
  title: "Refers to a file that it doesn't have",
  why:
    'Someone can add the file later, after the text that uses it was reviewed. A model that ' +
    'looks for it may find another file of that name elsewhere.',
  confusedWith: 'Files written while the skill is used, and placeholder names.',
  *look({ entry, main }) {
    if (main === null || entry.files.kind !== 'listed') return;
    for (const trace of main.traces) {
      if ((trace.kind !== 'link' && trace.kind !== 'run') || placeholder.test(trace.text)) continue;
      const uri = resolveInEntry(entry, trace.text);
      if (!uri.ok || listedFile(entry, uri.value) !== undefined) continue;
      // A link to a folder isn't a link to a file.
      const { files } = entry.files;
      if (files.some((file) => file.uri.startsWith(`${uri.value}/`))) continue;
      yield inFile(main, trace, trace.kind === 'run' ? { confidence: 'medium' } : {});
    }
  },
});
