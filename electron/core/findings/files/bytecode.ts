import type { InspectedSkillFile, SkillSet } from '../set/skill-set.ts';
import { inFile, setRule } from '../set/skill-set.ts';
import type { FileEntry } from '../../../../shared/model/skill.ts';
import { listedFiles } from '../../files.ts';

/** F02. */
export const bytecode = setRule({
  id: 'F02',
  family: 'files',
  severity: 'high',
  title: 'Compiled code without matching source',
  why: 'It runs in place of any source that a person reads. Nothing shows what it does.',
  confusedWith:
    "Python leaves such files after a run. Beside a source of the size that it names, it's " +
    "rated low, though that doesn't prove that it was built from it.",
  *look(set) {
    for (const file of set.files)
      for (const trace of file.traces)
        if (trace.kind === 'bytecode') {
          const source = sourceOf(file, set);
          const excerpt = `${file.path}: ${wordOn(source, trace.text)}`;
          const isSame = source !== null && sizeAgrees(source, trace.text);
          yield inFile(file, trace, { excerpt, ...(isSame ? { severity: 'low' } : {}) });
        }
  },
});

/** The source of `a/__pycache__/x.cpython-312.pyc` and `a/x.pyc` is `a/x.py`. */
function sourceOf({ path }: InspectedSkillFile, { entry }: SkillSet): FileEntry | null {
  const folder = path.slice(0, path.lastIndexOf('/') + 1).replace(/(?:^|\/)__pycache__\/$/, '/');
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/(?:\.cpython-\d+)?(?:\.opt-\d)?\.pyc$|(?:\$[\w$]+)?\.class$/i, '');
  const ending = /\.class$/i.test(path) ? '.java' : '.py';
  const wanted = `${folder}${name}${ending}`.replace(/^\//, '');
  return listedFiles(entry).find((file) => file.path === wanted) ?? null;
}

const sizeAgrees = ({ size }: FileEntry, named: string): boolean =>
  named === '' || size === undefined || String(size) === named;

function wordOn(source: FileEntry | null, named: string): string {
  if (source === null) return 'the skill has no source of it';
  return sizeAgrees(source, named)
    ? `the skill has ${source.path}, from which it may have been made`
    : `made of ${named} bytes, while ${source.path} has ${source.size ?? 0}`;
}
