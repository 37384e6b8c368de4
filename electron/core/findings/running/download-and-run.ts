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
import { isFetch } from '../knowledge/fetch-calls.ts';
import { runsArgument, runsInput } from '../knowledge/interpreters.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { follow } from '../reading/flow.ts';
import { inCode } from '../reading/phrases.ts';
import { childAt, type SyntaxNode } from '../reading/tree.ts';
import type { CodeCall } from '../reading/calls.ts';
import { ranBy } from './run-calls.ts';
import { keptAndRun } from './shell-flow.ts';
import { rule, type RuleHit } from '../rule.ts';

const powershell = pattern(
  ['downloadstring', 'downloaddata', 'invoke-webrequest', 'iwr', 'irm', 'invoke-restmethod'],
  String.raw`\b(?:iex|invoke-expression)\b[^\n]*?\b(?:downloadstring|downloaddata|invoke-webrequest|iwr|irm|invoke-restmethod)\b|\bdownload(?:string|data)\s*\([^\n|]*?\|\s*(?:iex|invoke-expression)\b`,
);
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
  const fetched = calls.filter(isFetch);
  if (fetched.length === 0) return;
  for (const part of code) {
    const own = calls.filter((call) => call.part === part);
    const holds = follow(part, text, fetched);
    for (const call of own) {
      if (!ranBy(call, text).some((node) => holds(node))) continue;
      yield { start: call.start, end: call.end, ...weightOf(call, fetched) };
    }
  }
}

/** Data that is only parsed could run code, and the installers of well-known tools are known. */
function weightOf({ part }: CodeCall, fetched: readonly CodeCall[]): { severity?: 'low' } {
  const own = fetched.filter((one) => one.part === part);
  const known = own.every(({ args }) => args.some(({ value }) => isKnownInstaller(value ?? '')));
  return known ? { severity: 'low' } : {};
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
