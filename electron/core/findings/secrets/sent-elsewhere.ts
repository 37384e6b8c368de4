import { lowering } from '../../../../shared/model/severity.ts';
import { inFile, setRule, type InspectedSkillFile } from '../set/skill-set.ts';
import type { SkillTrace } from '../traces.ts';

/** E15. */
export const sentElsewhere = setRule({
  id: 'E15',
  family: 'secrets',
  severity: 'high',
  title: 'Reads secrets in one file and sends data in another',
  why: 'Both halves of a theft are in the same skill, in files that look harmless on their own.',
  confusedWith:
    'A tool with a separate script for signing in. A file that does both has its own finding.',
  *look({ files }) {
    const readers = files.flatMap((file) => first(file, 'secret'));
    const senders = files.flatMap((file) => first(file, 'send'));
    if (readers.length === 0) return;
    for (const { file, trace } of senders) {
      const reader = readers.find((one) => one.file !== file);
      const isAlone = readers.every((one) => one.file !== file);
      if (reader === undefined || !isAlone) continue;
      yield inFile(file, trace, {
        about: JSON.stringify([reader.file.uri, reader.trace.text, trace.text]),
      });
    }
  },
});

interface FileTrace {
  readonly file: InspectedSkillFile;
  readonly trace: SkillTrace;
}

function first(file: InspectedSkillFile, kind: SkillTrace['kind']): FileTrace[] {
  const trace = file.traces.find((one) => one.kind === kind && !lowering.has(one.role));
  return trace === undefined ? [] : [{ file, trace }];
}
