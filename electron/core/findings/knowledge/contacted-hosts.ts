import type { RuleDocument } from '../document.ts';
import type { CodePart } from '../reading/literals.ts';
import { nodesIn, type SyntaxNode } from '../reading/tree.ts';
import { isPromptedCommand } from './programs.ts';
import { hostOf, isLocal } from './addresses.ts';
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

/** Words of a request that carries something, in any language or manifest. */
export const sends =
  /\b(?:POST|PUT|PATCH)\b|[.:>_](?:post|put|patch|upload)\w{0,20}\s*[!(]|\b(?:post|put)Content\b|\b(?:set)?DoOutput\b|\b(?:get)?OutputStream\b|\brequest_body\b|\bPOSTFIELDS\b|\bsendBinaryData\b|\bfile\(\s*UPLOAD\b|\bXMLHTTP\b|\bWinHttp\b|\bUrlFetchApp\b|\bBodyPublishers?\b|\b(?:String|ByteArray|Multipart\w*)Content\b|\bUpload(?:String|Data|File|Values)\b|\bhttp_post\b|\bUTL_HTTP\b|\bnet\.http_\w+\b|\bhttpBody\b|\bsetRequestBody\w*|\bgeturl\b[^\n]*-query|\bTcpStream\b|\bTcpClient\b|\b(?:new\s+)?Socket\b|\bfsockopen\b|\bstream_socket_client\b|\bDial(?:Timeout|TLS|Context)?\(|\bsocket_connect\b|\bgen_tcp\b|\b(?:smtp|sendmail|MailApp|GmailApp\.send)\w*|\bURL_?encode\b|\buri_escape\b|\bencodeURIComponent\b|\bpaste0?\(|\|&|\bescape\(|\bmultipart\b|\bURLSession\b|\bHTTPoison\b|:httpc\b|\bhttpRequest\b|\bdblink\w*|\bcurl\b[^\n]{0,400}\s(?:-d|-F|-T|--data\S*|--form|--upload-file|--json)\b|\bcurl\b[^\n]{0,400}\?\w+=|\bsendBeacon\b|\bfetch\(|\bWEBSERVICE\(/i;

/** An address, a host with its port, or a connection of awk. */
const requests =
  /\b(?:https?|wss?|ftp):\/\/[\w.-]+[^\s"'`<>\\)]{0,200}|["'`][\w-]+(?:\.[\w-]+)+["'`]\s*,\s*\d{2,5}\b|["'`][\w-]+(?:\.[\w-]+)+:\d{2,5}["'`]|\/inet\/(?:tcp|udp)\/0\/[\w.-]+\/\d+|\bhost=[\w-]+(?:\.[\w-]+)+/gi;

/** Hosts elsewhere that a text names, with their places. */
export function* requestsIn(
  said: string,
  offset: number,
): Generator<{ readonly start: number; readonly end: number; readonly address: string }> {
  for (const { 0: whole, index } of said.matchAll(requests)) {
    const address = /^\w+:\/\//.test(whole)
      ? whole
      : `tcp://${/[\w-]+(?:\.[\w-]+)+/.exec(whole)?.[0] ?? ''}`;
    const host = hostOf(address);
    if (host === '' || !host.includes('.') || isLocal(host) || isSchema.test(host)) continue;
    yield { start: offset + index, end: offset + index + whole.length, address };
  }
}

/** Names of formats look like addresses, and nobody asks them. */
const isSchema =
  /^(?:www\.)?(?:w3\.org|json-schema\.org|schemas?\.[\w.-]+|xml\.apache\.org)$|^127\./;
