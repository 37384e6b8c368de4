import type { RuleDocument } from '../document.ts';
import type { CodePart } from '../reading/literals.ts';
import { nodesIn, type SyntaxNode } from '../reading/tree.ts';
import { isPromptedCommand } from './programs.ts';
import { sendersOf } from './leaving.ts';

const addresses =
  /\b(?:https?|wss?|ftps?|sftp|ssh|git|tcp|rsync):\/\/(?:[^@/\s"'`]{0,100}@)?(\[[\da-f:]{2,60}\]|[^/:?#\s"'`<>(){}\\,;|]{1,250})(:\d{1,5})?/gi;
/** `user@host` and `host:path`, as these programs take them. */
const byOperand = new Set([
  'ssh',
  'scp',
  'sftp',
  'rsync',
  'nc',
  'ncat',
  'netcat',
  'telnet',
  'ping',
]);
const connecting = /^(?:\?|s|sock|socket|client|conn)\.connect$|^socket\.create_connection$/;

/** Hosts that the code of a document contacts: in addresses, operands and connections. */
export function* hostsIn(document: RuleDocument): Generator<string> {
  const { text, code, commands, calls } = document;
  for (const command of commands) {
    if (!isPromptedCommand(command)) continue;
    const words = command.args.map((word) => word.text);
    for (const word of words) yield* inAddresses(word);
    if (byOperand.has(command.name)) for (const word of words) yield* inOperand(word, command.name);
  }
  for (const { address } of sendersOf(document)) yield* inAddresses(address);
  for (const { callee, node } of calls)
    if (connecting.test(callee))
      for (const [, host = ''] of text
        .slice(node.start, Math.min(node.end, node.start + 400))
        .matchAll(/\(\s*["'`]([\w.-]{1,250})["'`]\s*,/g))
        yield host.toLowerCase();
  for (const part of code)
    if (part.from !== 'inline' && part.language !== 'bash')
      for (const { start, end } of stringsOf(part, text))
        yield* inAddresses(text.slice(start, end));
}

function* inAddresses(word: string): Generator<string> {
  if (!word.includes('://')) return;
  for (const [, host = '', port = ''] of word.matchAll(addresses))
    if (/^[\p{L}\p{N}[]/u.test(host) && !host.includes('$')) yield (host + port).toLowerCase();
}

function* inOperand(word: string, name: string): Generator<string> {
  const host = /^(?:[\w.-]{1,60}@)?([a-z\d][a-z\d.-]{1,250})(?::[^\s]*)?$/i.exec(word)?.[1];
  if (host === undefined || /^\d+$/.test(host)) return;
  const isRemote = /^[\w.-]+@|:/.test(word) || !/^(?:scp|rsync)$/.test(name);
  if (isRemote && host.includes('.')) yield host.toLowerCase();
}

/** Everything but comments, in which addresses are references. */
function* stringsOf({ tree, start, end }: CodePart, text: string): Generator<SyntaxNode> {
  if (tree === null || !text.slice(start, end).includes('://')) return;
  for (const node of nodesIn(tree))
    if (
      /string|template/.test(node.type) &&
      node.children.every(({ type }) => !/^string$/.test(type))
    )
      yield node;
}
