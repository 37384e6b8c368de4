import type { FindingSeverity } from '../../../../shared/model/severity.ts';
import type { RuleDocument } from '../document.ts';
import { hostOf, isDocumentationHost } from '../knowledge/addresses.ts';
import {
  addressIn,
  isDownload,
  isKnownInstaller,
  isOwnInstaller,
  isVersionedRelease,
} from '../knowledge/downloads.ts';
import { runsArgument, runsInput } from '../knowledge/interpreters.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { follow } from '../reading/flow.ts';
import { inCode } from '../reading/phrases.ts';
import { childAt, type SyntaxNode } from '../reading/tree.ts';
import { keptAndRun } from './shell-flow.ts';
import { rule, type RuleHit } from '../rule.ts';

const powershell = pattern(
  ['downloadstring', 'downloaddata', 'invoke-webrequest', 'iwr', 'irm', 'invoke-restmethod'],
  String.raw`\b(?:iex|invoke-expression)\b[^\n]*?\b(?:downloadstring|downloaddata|invoke-webrequest|iwr|irm|invoke-restmethod)\b|\bdownload(?:string|data)\s*\([^\n|]*?\|\s*(?:iex|invoke-expression)\b`,
);
const fetching =
  /^(?:requests\.get|urllib\.request\.urlopen|urlopen|httpx\.get|fetch|axios\.get|axios|got|URI\.open|Net\.HTTP\.get)$/;
const running =
  /^(?:eval|exec|builtins\.(?:eval|exec)|Function|globalThis\.eval|vm\.runIn\w+|os\.system|subprocess\.\w+|instance_eval|child_process\.exec(?:Sync)?)$/;

export const downloadAndRun = rule({
  id: 'X01',
  family: 'running',
  severity: 'high',
  title: 'Downloads code and runs it immediately',
  why:
    "What runs is whatever the address serves at that moment. It isn't a file of the skill, " +
    'so no digest covers it and nobody has reviewed it.',
  confusedWith:
    'Many tools are installed this way. The install commands of well-known ones are rated ' +
    'low; in a document about a tool, that of its own site, medium.',
  *look(document): Iterable<RuleHit> {
    const inShell: RuleHit[] = [];
    for (const command of document.commands)
      if (isDownload(command) && isRun(command)) inShell.push(hit(document, command));
    for (const { download, run } of keptAndRun(document))
      if (!inShell.some(({ start }) => start === download.start))
        inShell.push({
          ...hit(document, download),
          related: [{ start: run.start, end: run.end }],
        });
    yield* inShell.sort((a, b) => a.start - b.start);
    for (const match of inCode(document, powershell))
      if (!inShell.some(({ start, end }) => match.start < end && start < match.end))
        yield { start: match.start, end: match.end };
    yield* inPrograms(document);
  },
});

/** `curl … | sh`, `bash <(curl …)`, `sh -c "$(curl …)"`, `echo $(curl …) | sh`. */
function isRun({ into, within }: ShellCommand): boolean {
  if (into.some(runsInput)) return true;
  for (let outer = within; outer !== null; outer = outer.within)
    if (runsArgument(outer) || outer.into.some(runsInput)) return true;
  return false;
}

function* inPrograms({ calls, code, text }: RuleDocument): Generator<RuleHit> {
  const fetched = calls.filter(({ callee }) => fetching.test(callee));
  if (fetched.length === 0) return;
  for (const part of code) {
    const holds = follow(part, text, fetched);
    for (const call of calls)
      if (
        call.part === part &&
        running.test(call.callee) &&
        call.args.some(({ node }) => holds(node))
      )
        yield { start: call.start, end: call.end };
  }
}

function hit(document: RuleDocument, range: ShellCommand): RuleHit {
  const address = addressIn(range);
  const severity: FindingSeverity =
    address === null
      ? 'high'
      : isKnownInstaller(address)
        ? 'low'
        : isVersionedRelease(address) || isOwnInstaller(document, range, address)
          ? 'medium'
          : 'high';
  const end = Math.max(range.end, pipelineEnd(document, range));
  return {
    start: range.start,
    end,
    severity,
    ...(address !== null && isDocumentationHost(hostOf(address)) ? { role: 'example' } : {}),
  };
}

/** Up to the end of the pipeline, so that the excerpt includes the interpreter. */
function pipelineEnd(
  document: RuleDocument,
  range: { readonly start: number; readonly end: number },
): number {
  for (const { tree } of document.code) {
    if (tree === null || range.start < tree.start || range.start >= tree.end) continue;
    let node: SyntaxNode | undefined = tree;
    while (node !== undefined && node.type !== 'pipeline') node = childAt(node, range.start);
    if (node !== undefined) return node.end;
  }
  return range.end;
}
