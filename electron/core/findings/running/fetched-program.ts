import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import { addressIn, isDownload, isKnownInstaller, targetOf } from '../knowledge/downloads.ts';
import { isInterpreter } from '../knowledge/interpreters.ts';
import { at } from '../knowledge/places.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { follow } from '../reading/flow.ts';
import { startsProcess } from '../reading/shell-in-calls.ts';
import { nodesIn, type SyntaxNode } from '../reading/tree.ts';
import { rule } from '../rule.ts';

const saving =
  /^(?:urllib\.request\.urlretrieve|urlretrieve|wget\.download|requests\.get|httpx\.get|fetch|axios\.get|https?\.get)$/;
const marking =
  /^(?:os\.chmod|fs\.chmodSync|fs\.chmod|fs\.promises\.chmod|File\.chmod|FileUtils\.chmod|\?\.chmod)$/;

/** X02. */
export const fetchedProgram = rule({
  id: 'X02',
  family: 'running',
  severity: 'high',
  title: 'Downloads a file and runs it',
  why: "The file isn't part of this review, and what the address serves can change at any time.",
  confusedWith: 'Instructions for installing a release by hand. Check who owns the address.',
  *look({ commands, calls, code, text }) {
    for (const command of commands) {
      if (!isDownload(command)) continue;
      const target = targetOf(command);
      if (target === null || !isPlainName(target)) continue;
      const later = commands.find(
        (one) =>
          one.start > command.start &&
          (one.name === base(target) ||
            (isInterpreter(one.name) && base(programOf(one)) === base(target))),
      );
      if (later === undefined) continue;
      const related = [{ start: later.start, end: later.end }];
      yield at(command, { related, ...weight(addressIn(command) ?? '') });
    }
    for (const part of code) {
      const own = calls.filter((call) => call.part === part);
      const saved = own.filter(({ callee }) => saving.test(callee));
      const marked = own.find(({ callee }) => marking.test(callee));
      if (saved.length === 0 || marked === undefined) continue;
      const run = own.find((call) => call.start > marked.start && startsProcess(call));
      const first = marked.args[0];
      if (run === undefined || first === undefined) continue;
      const holds = follow(part, text, [...saved, first.node]);
      if (run.args.some(({ node }) => holds(node) || sameName(node, first.node, text)))
        yield at(marked, { related: [...saved, run].map(({ start, end }) => ({ start, end })) });
    }
  },
});

/** The file that an interpreter runs: its first argument that isn't a flag. */
const programOf = ({ args }: ShellCommand): string =>
  args.find(({ text }) => !text.startsWith('-'))?.text ?? '';

const base = (path: string): string =>
  path
    .replace(/^["']|["']$/g, '')
    .split('/')
    .at(-1)
    ?.toLowerCase() ?? path;

/** Known installers, and releases with their version in the address. */
const weight = (address: string): { severity?: FindingSeverity } =>
  isKnownInstaller(address)
    ? { severity: 'low' }
    : /^https:\/\/github\.com\/[^/]+\/[^/]+\/releases\/download\/v?\d/.test(address)
      ? { severity: 'medium' }
      : {};

/** Standard output and directories can't be run. */
const isPlainName = (target: string): boolean => !/^(?:-|\/dev\/.*|\.{1,2}\/?|.*\/)$/.test(target);

/** Whether the started command names the marked file. */
function sameName(run: SyntaxNode, file: SyntaxNode, text: string): boolean {
  const name = text.slice(file.start, file.end);
  for (const { start, end } of nodesIn(run)) if (text.slice(start, end) === name) return true;
  return false;
}
