import { rule, type Hit } from '../rule.ts';
import type { Severity } from '../../../../shared/model/findings.ts';
import type { Document } from '../document.ts';
import type { Command } from '../reading/commands.ts';
import { nodesIn } from '../reading/tree.ts';

const downloads = new Set(
  'curl wget fetch aria2c http https xh iwr irm invoke-webrequest invoke-restmethod'.split(' '),
);
const interpreters = new Set(
  'sh bash zsh dash ksh ash fish python python2 python3 node deno bun ruby perl php lua pwsh powershell osascript iex invoke-expression eval source .'.split(
    ' ',
  ),
);
/** Only what these hosts give by their documented commands; it is shown all the same. */
const installers =
  /https:\/\/(?:sh\.rustup\.rs|get\.docker\.com|bun\.sh\/install|deno\.land\/(?:x\/)?install|astral\.sh\/(?:uv|ruff)|install\.python-poetry\.org|raw\.githubusercontent\.com\/(?:nvm-sh\/nvm|Homebrew\/install)|get\.sdkman\.io|get\.pnpm\.io)(?![\w.-])/;

const fetching =
  /^(?:requests\.get|urllib\.request\.urlopen|urlopen|httpx\.get|fetch|axios\.get|axios|got|URI\.open|Net\.HTTP\.get)$/;
const running = /^(?:eval|exec|Function|vm\.runInThisContext|vm\.runInNewContext|instance_eval)$/;

export const downloadAndRun = rule({
  id: 'X01',
  family: 'running',
  severity: 'high',
  title: 'Downloads something and runs it at once',
  why:
    'What runs is what the address serves at that moment, to whoever asks. It is no file of the skill, ' +
    'so no digest covers it and nobody has looked at it.',
  confusedWith: 'Many tools are installed this way; the commands of well-known ones count as low.',
  *look(document): Iterable<Hit> {
    for (const command of document.commands) {
      const isRun =
        downloads.has(command.name) &&
        (command.into.some(({ name }) => interpreters.has(name)) || isGivenToInterpreter(command));
      if (isRun) yield hit(document, command);
    }
    for (const call of document.calls) {
      if (!running.test(call.callee)) continue;
      const inside = document.calls.some(
        (other) => fetching.test(other.callee) && call.start < other.start && other.end <= call.end,
      );
      if (inside) yield hit(document, call);
    }
  },
});

/** `bash <(curl …)`, `sh -c "$(curl …)"`, `iex (iwr …)`. */
function isGivenToInterpreter({ within }: Command): boolean {
  for (let outer = within; outer !== null; outer = outer.within)
    if (interpreters.has(outer.name)) return true;
  return false;
}

function hit(document: Document, range: { readonly start: number; readonly end: number }): Hit {
  const end = Math.max(range.end, pipelineEnd(document, range));
  const severity: Severity = installers.test(document.text.slice(range.start, end))
    ? 'low'
    : 'high';
  return { start: range.start, end, severity };
}

/** To the end of the pipeline, so that the interpreter is in what is shown. */
function pipelineEnd(
  document: Document,
  range: { readonly start: number; readonly end: number },
): number {
  for (const { tree } of document.code) {
    if (tree === null || range.start < tree.start || range.start >= tree.end) continue;
    for (const node of nodesIn(tree))
      if (node.type === 'pipeline' && node.start <= range.start && range.start < node.end)
        return node.end;
  }
  return range.end;
}
