import { inFile, setRule } from '../set/skill-set.ts';

/** M08. */
export const astrayPointer = setRule({
  id: 'M08',
  family: 'listing',
  severity: 'medium',
  title: "Refers to another server's skill or to missing tools",
  why:
    "Your decision doesn't cover what it refers to, and someone else can provide it: a server " +
    'that takes the name, or a skill at the same address.',
  confusedWith: "A skill that works with a server that just isn't connected now.",
  *look({ files, held }) {
    const { astray } = held.relations;
    if (astray.length === 0) return;
    const targets = new Map(astray.map(({ target, why }) => [target, why]));
    for (const file of files)
      for (const trace of file.traces) {
        const why =
          trace.kind === 'tool' || trace.kind === 'skill' ? targets.get(trace.text) : undefined;
        if (why !== undefined) yield inFile(file, trace, { excerpt: `${trace.text}: ${why}` });
      }
  },
});
