import { decodedCode } from './fetched-code.ts';
import { isInterpreter, runsArgument, runsInput } from '../knowledge/interpreters.ts';
import { isDownload } from '../knowledge/downloads.ts';
import { at } from '../knowledge/places.ts';
import type { RuleDocument } from '../document.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { follow } from '../reading/flow.ts';
import { inCode } from '../reading/phrases.ts';
import { rule, type RuleHit } from '../rule.ts';

const decoding =
  /(?:^|\.)(?:b(?:16|32|64|85)decode|a85decode|standard_b64decode|urlsafe_b64decode|decodebytes|decodestring|fromhex|unhexlify|a2b_(?:base64|hex|uu)|atob|fromCharCode|decode64|strict_decode64|urlsafe_decode64|gunzip(?:Sync)?|inflate(?:Raw)?(?:Sync)?|unescape)$|^(?:zlib|gzip|bz2|lzma)\.decompress$|^codecs\.decode$|^Zlib\.Inflate\.inflate$/;
const evaluating =
  /^(?:eval|exec|builtins\.(?:eval|exec)|__builtins__\.(?:eval|exec)|compile|Function|globalThis\.eval|window\.eval|vm\.\w+|setTimeout|setInterval|os\.(?:system|popen)|subprocess\.\w+|child_process\.\w+|instance_eval|class_eval|system|marshal\.loads|pickle\.loads|require\.extensions|module\._compile|\?\._compile)$/;
const powershell = pattern(
  ['-e', 'frombase64string'],
  String.raw`\b(?:powershell|pwsh)(?:\.exe)?\b[^\n|]*?\s-e(?:nc?|nco|ncod\w*)?\s+['"]?[a-z0-9+/=]{16,}` +
    String.raw`|\b(?:iex|invoke-expression)\b[^\n]*?\bfrombase64string\b` +
    String.raw`|\bfrombase64string\b[^\n]*?\|\s*(?:iex|invoke-expression)\b`,
);

/** X03. */
export const decodedProgram = rule({
  id: 'X03',
  family: 'running',
  severity: 'critical',
  title: 'Decodes text and runs it',
  why:
    'Encoding hides from readers what the code does. Honest programs are written in plain ' +
    'text.',
  confusedWith: "Data that's decoded and only read isn't reported.",
  *look(document) {
    for (const command of document.commands) {
      if (isEncodedShell(command)) yield at(command);
      if (!decodes(command)) continue;
      const { within: outer, into } = command;
      if (into.some(isTold)) yield at(command, { severity: 'high' });
      if (
        into.some(runsInput) ||
        (outer !== null && (runsArgument(outer) || outer.into.some(runsInput)))
      )
        yield at(command);
    }
    const found = document.commands.filter(isEncodedShell);
    for (const match of inCode(document, powershell))
      if (!found.some(({ start, end }) => start <= match.start && match.start < end))
        yield at(match);
    const inCalls = [...inPrograms(document)];
    yield* inCalls;
    if (inCalls.length === 0)
      for (const hit of decodedCode(document)) yield { ...hit, severity: 'high' };
  },
});

/** `… | xargs curl`: the decoded text is an address or a program. */
const isTold = (command: ShellCommand): boolean =>
  command.wrappers.includes('xargs') && (isDownload(command) || isInterpreter(command.name));

/** `powershell -EncodedCommand $b`, also through `Start-Process`. */
const isEncodedShell = ({ name, args }: ShellCommand): boolean =>
  (/^(?:powershell|pwsh)$/.test(name) ||
    (/^(?:start-process|start|cmd)$/.test(name) &&
      args.some(({ text }) => /powershell|pwsh/i.test(text)))) &&
  args.some(({ text }) => /^["',]*-e(?:c|nc|nco\w*)?["',]*$/i.test(text));

function decodes({ name, args }: ShellCommand): boolean {
  const has = (flag: RegExp): boolean => args.some(({ text }) => flag.test(text));
  if (/^base(?:64|32|58|16)$|^basenc$|^gbase64$/.test(name))
    return has(/^-(?:d|D|-decode)$|^-[a-z]*d[a-z]*$/);
  if (name === 'xxd') return has(/^-[a-z]*r/);
  if (name === 'openssl') return has(/^(?:enc|base64|aes.*)$/) && has(/^-d$/);
  if (name === 'certutil') return has(/^[-/]decode/);
  if (/^(?:gunzip|zcat|gzcat|bzcat|xzcat)$/.test(name)) return true;
  if (/^(?:gzip|bzip2|xz|uudecode)$/.test(name)) return name === 'uudecode' || has(/^-[a-z]*d/);
  // `rev <<< …`, `tr a-z n-za-m`: moving letters around is also an encoding.
  return name === 'rev' || (name === 'tr' && has(/n-za-m|N-ZA-M/));
}

function* inPrograms({ calls, code, text }: RuleDocument): Generator<RuleHit> {
  const decoded = calls.filter(
    ({ callee, args }) =>
      decoding.test(callee) ||
      (/^Buffer\.from$/.test(callee) && /^(?:base64|hex)/.test(args[1]?.literal ?? '')) ||
      (/\.unpack1?$/.test(callee) && (args[0]?.literal ?? '').startsWith('m')),
  );
  if (decoded.length === 0) return;
  for (const part of code) {
    const holds = follow(part, text, decoded);
    for (const call of calls)
      if (
        call.part === part &&
        evaluating.test(call.callee) &&
        call.args.slice(0, 1).some(({ node }) => holds(node))
      )
        yield at(call);
  }
}
