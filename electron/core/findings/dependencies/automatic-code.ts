import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import { at } from '../knowledge/places.ts';
import type { RuleDocument } from '../document.ts';
import { rule, type RuleHit } from '../rule.ts';

const lifecycle =
  /"(preinstall|install|postinstall|prepare|preprepare|postprepare|prepublish)"\s*:\s*"((?:[^"\\\n]|\\.){1,2000})"/g;
const building =
  /^(?:husky(?: install)?|(?:npm|pnpm|yarn|bun) run [\w:-]+|tsc\b[^&|;]*|(?:vite|rollup|webpack|tsup|esbuild)\b[^&|;]*|patch-package|npx? husky[^&|;]*|prisma generate|is-ci \|\| husky[^&|;]*|exit 0|true)$/;
/** Files that Python or its tools import on their own. */
const imported = /(?:^|\/)(?:conftest|sitecustomize|usercustomize)\.py$/;
const acting =
  /(?:^|\.)(?:open|system|popen|run|call|Popen|check_output|check_call|urlopen|urlretrieve|get|post|write|write_text|exec|eval|environ)$/;

/** S03. */
export const automaticCode = rule({
  id: 'S03',
  family: 'dependencies',
  severity: 'high',
  title: 'Code that runs during installation or testing',
  why:
    'Nobody starts it: installing dependencies or running tests does. A text that only says ' +
    '"run the tests" runs this too.',
  confusedWith:
    'Steps that build or format (medium), and test fixtures, which do nothing when read.',
  *look(document): Iterable<RuleHit> {
    const { path, text, kind } = document;
    if (/(?:^|\/)package\.json$/.test(path))
      for (const { 0: whole, 2: script = '', index } of text.matchAll(lifecycle)) {
        const severity: FindingSeverity = building.test(script.trim()) ? 'medium' : 'high';
        yield at({ start: index, end: index + whole.length }, { severity });
      }
    if (imported.test(path)) yield* atTop(document);
    if (path.endsWith('.pth'))
      for (const { 0: line, index } of text.matchAll(/^import[ \t][^\n]+$/gm))
        yield at({ start: index, end: index + line.length });
    if (/(?:^|\/)setup\.py$/.test(path) && kind.kind === 'code')
      for (const { 0: line, index } of text.matchAll(/\bcmdclass\s*=[^\n]+/g))
        yield at({ start: index, end: index + line.length });
  },
});

/**
 * Calls outside every function, which run when the file is imported; their `role` is never a
 * test's.
 */
function* atTop({ calls, code }: RuleDocument): Generator<RuleHit> {
  for (const call of calls) {
    if (!acting.test(call.callee)) continue;
    let inside = false;
    for (let node = call.node.parent; node !== null; node = node.parent)
      if (/^(?:function_definition|lambda|class_definition)$/.test(node.type)) inside = true;
    if (!inside && code.includes(call.part)) yield at(call, { role: 'code' });
  }
}
