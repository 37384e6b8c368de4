import type { RuleDocument } from '../document.ts';
import type { CodePart } from '../reading/code-part.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { follow } from '../reading/flow.ts';
import { shellTextOf, startsProcess } from '../reading/shell-in-calls.ts';
import { isFetch } from './fetch-calls.ts';
import type { NetworkSender } from './senders.ts';

/*
 * Ways off the machine that honest skills use all the time, so that using them is no finding of its
 * own; together with a secret they are. Mail, tickets, copies, name lookups, any open connection.
 */

const programs: readonly (readonly [program: RegExp, words: RegExp])[] = [
  [/^(?:mail|mailx|mutt|neomutt|sendmail|msmtp|swaks|s-nail|ssmtp)$/, /^/],
  [
    /^(?:gh|glab|hub)$/,
    /^(?:gist create|(?:issue|pr|mr|discussion) (?:create|comment|note)|api\b|release upload)/,
  ],
  [/^ssh$/, /^/],
  [/^(?:scp|rsync|sftp)$/, /[\w.-]+:\S*$/],
  [
    /^aws$/,
    /^(?:s3 (?:cp|sync|mv)\b.*\ss3:|s3api put-object|sns publish|sqs send-message|ses send)/,
  ],
  [
    /^(?:gsutil|gcloud|az|rclone|b2|mc|s3cmd|azcopy)$/,
    /\b(?:cp|put|rcat|copy|copyto|sync|upload|rsync)\b/,
  ],
  [/^(?:ping|ping6|hping3|nping)$/, /-p\b|--data/],
  [/^openssl$/, /^s_client\b/],
  [/^(?:dig|nslookup|host|drill|getent|resolvectl|kdig)$/, /^/],
  [/^git$/, /^push\b|^ls-remote\b|^remote add\b/],
  [
    /^(?:tftp|ftp|lftp|ncftpput|smbclient|ipfs|croc|wormhole|magic-wormhole|ntfy|telegram-send|slackcat|websocat|wscat|mosquitto_pub|redis-cli|logger|transfer)$/,
    /^/,
  ],
  [
    /^(?:python[\d.]*|node|ruby|perl|php|deno|bun)$/,
    /\b(?:https?:|urlopen|requests|fetch|Net::HTTP|LWP|socket)\b/,
  ],
  [/^(?:http|https|xh)$/, /^/],
];

const leaves = ({ name, args, redirects }: ShellCommand): boolean => {
  if (redirects.some(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target))) return true;
  const own = programs.find(([program]) => program.test(name));
  return own !== undefined && own[1].test(args.map(({ text }) => text).join(' '));
};

const methods =
  /\.(?:request|post|put|patch|send|sendall|sendto|write|end|emit|publish|put_object|upload_file|upload_fileobj|storbinary|sendmail|send_message|send_string|connect|execute)$/;
const lookups =
  /^(?:socket\.(?:gethostbyname\w*|getaddrinfo)|dns\.(?:lookup|resolve\w*|promises\.\w+|resolver\.\w+)|Resolv\.\w+|Socket\.getaddrinfo)$/;
const programsOut =
  /^\W*(?:curl|wget|nc|ncat|ssh|scp|rsync|mail|sendmail|dig|nslookup|ping|gh\s+(?:gist|issue)|aws\s+s3)\b/;

/** The other ways off the machine in a document. */
export function leavingOf({ commands, calls, code, text }: RuleDocument): NetworkSender[] {
  const ofCommands = commands.filter(leaves).map((command) => ({
    start: command.start,
    end: command.end,
    address: command.args.find((word) => /^\w+:\/\//.test(word.text))?.text ?? '',
    body: [
      ...command.args,
      ...commands.filter(({ into }) => into.includes(command)),
      ...(command.name.startsWith('$') || !isPlain(command) ? [command] : []),
    ].map((one) => ({ start: one.start, end: one.end, text: 'text' in one ? one.text : '' })),
    headers: [],
    command,
    call: null,
  }));
  return [...ofCommands, ...code.flatMap((part) => ofPart(part, calls, text))];
}

/** Whether only what it gets leaves, and not its own output: `cat key > /dev/tcp/…`. */
const isPlain = ({ redirects }: ShellCommand): boolean =>
  !redirects.some(({ target }) => target.startsWith('/dev/'));

function ofPart(part: CodePart, calls: RuleDocument['calls'], text: string): NetworkSender[] {
  const own = calls.filter((call) => call.part === part);
  const connections = own.filter(isFetch);
  const isConnected = follow(part, text, connections);
  return own
    .filter((call) => {
      const { callee, node, args } = call;
      if (lookups.test(callee)) return true;
      if (startsProcess(call)) return programsOut.test(shellTextOf(call) ?? '');
      if (args.some((one) => isPosting(text.slice(one.node.start, one.node.end)))) return true;
      const target = node.children[0];
      return methods.test(callee) && target !== undefined && isConnected(target);
    })
    .map((call) => ({
      start: call.start,
      end: call.end,
      address: call.args.map(({ value }) => value).find((one) => /^\w+:\/\//.test(one ?? '')) ?? '',
      body: call.args.map(({ node }) => ({ ...node, text: '' })),
      headers: [],
      command: null,
      call,
    }));
}

/** `Thread(target=requests.post, kwargs={…})`. */
const isPosting = (said: string): boolean =>
  /^(?:requests|httpx|session|axios)\.(?:post|put|get|request)$|^fetch$|^urlopen$/.test(said);
