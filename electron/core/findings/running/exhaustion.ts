import { at } from '../knowledge/places.ts';
import type { RuleDocument } from '../document.ts';
import { pattern } from '../pattern.ts';
import { inCode } from '../reading/phrases.ts';
import { startsProcess } from '../reading/shell-in-calls.ts';
import { nodesIn } from '../reading/tree.ts';
import { rule, type RuleHit } from '../rule.ts';

/** A function that calls itself twice in the background, whatever its name. */
const bombs = pattern(
  ['|', '%0'],
  String.raw`[\w:.]+\s*\(\)\s*\{\s*[\w:.]+\s*\|\s*[\w:.]+\s*&\s*\}\s*;|%0\s*\|\s*%0`,
);
const forks =
  /^(?:os\.fork|child_process\.fork|Process\.fork|fork|multiprocessing\.Process|threading\.Thread)$/;
const filling = pattern(
  ['/dev/zero', '/dev/urandom', 'fallocate', 'bytearray', 'alloc'],
  String.raw`\bdd\s[^\n]*?if=/dev/(?:zero|urandom)[^\n]*?(?:bs=\d+[gt]|count=\d{7,})|\bcat\s+/dev/(?:zero|urandom)\s*>|\bfallocate\s+-l\s*\d{3,}[gt]|\bbytearray\(\s*(?:\d{11,}|10\s*\*\*\s*1\d)|\bBuffer\.alloc\(\s*\d{11,}`,
);

/** X14. */
export const exhaustion = rule({
  id: 'X14',
  family: 'running',
  severity: 'medium',
  title: "Exhausts the machine's resources",
  why: 'Endless processes or unbounded memory use stop everything else on the machine.',
  confusedWith: 'Servers also loop forever. An endless loop counts only where it starts processes.',
  *look(document) {
    for (const match of inCode(document, bombs)) yield at(match);
    for (const match of inCode(document, filling)) yield at(match);
    yield* endlessForks(document);
  },
});

function* endlessForks({ code, calls, text }: RuleDocument): Generator<RuleHit> {
  for (const { tree } of code) {
    if (tree === null) continue;
    for (const node of nodesIn(tree)) {
      if (node.type !== 'while_statement') continue;
      const head = text.slice(node.start, Math.min(node.end, node.start + 40));
      if (!/^while\s*\(?\s*(?:True|true|1|:)\s*\)?\s*[:{;]?/.test(head)) continue;
      const body = text.slice(node.start, node.end);
      // A loop that waits, sleeps, reads or exits is a server or a watcher.
      if (
        /\b(?:sleep|wait|join|accept|recv|read|input|select|break|return|await|communicate|poll)\b/.test(
          body,
        )
      )
        continue;
      const inside = calls.find(
        (call) =>
          node.start < call.start &&
          call.end <= node.end &&
          (forks.test(call.callee) || startsProcess(call)),
      );
      if (inside !== undefined) yield at(node);
    }
  }
}
