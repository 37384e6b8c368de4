import { isInterpreter, isShell } from '../knowledge/programs.ts';
import { isPrivate } from '../knowledge/addresses.ts';
import { isAbout } from '../knowledge/about.ts';
import type { RuleDocument } from '../document.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { inCode } from '../reading/phrases.ts';
import { startsProcess } from '../reading/shell-in-calls.ts';
import { at, rule, type RuleHit } from '../rule.ts';

const netcat = /^(?:nc|ncat|netcat|nc\.(?:traditional|openbsd)|pwncat|cryptcat)$/;
/** One-line shells in languages without a grammar, and those that no command shows. */
const oneLiners = pattern(
  [
    '/dev/tcp/',
    '/dev/udp/',
    'tcpclient',
    'tcpsocket',
    'fsockopen',
    'io::socket',
    'use socket',
    'rsocket',
    "net'",
    'net"',
    'socket.socket',
  ],
  String.raw`\b(?:ba|z|k|da)?sh\s+-i\b[^\n]*?/dev/(?:tcp|udp)/` +
    String.raw`|\bexec\s+\d*<>\s*/dev/(?:tcp|udp)/[^\n]+?[;&\n][\s\S]*?\b(?:(?:ba|z|k|da)?sh\b|` +
    String.raw`eval\b|while\s+read)` +
    String.raw`|/dev/(?:tcp|udp)/[^\n]+?(?:0|<)>?&\d` +
    String.raw`|\bperl\b[^\n]*?\b(?:use\s+Socket|IO::Socket)[^\n]*?\b(?:exec|system|open)\b` +
    String.raw`|\bruby\b[^\n]*?-rsocket[^\n]*?\b(?:exec|spawn|popen|system)\b` +
    String.raw`|\bphp\b[^\n]*?\bfsockopen\b[^\n]*?\b(?:exec|shell_exec|system|passthru|proc_open|` +
    String.raw`popen)\b` +
    String.raw`|\bnet\\?['\"]\)\s*\.\s*(?:connect|createConnection|Socket)\b[^\n]*?\b(?:spawn|` +
    String.raw`exec)\w*\([^\n]*?\.pipe\(|\bsocket\.socket\([^\n]*?\b(?:dup2|` +
    String.raw`pty\.spawn)\([^\n]*?\b(?:ba|z|da)?sh\b` +
    String.raw`|\bIO::Socket(?:::\w+)*->new\b[\s\S]*?\bopen\s*\(?\s*STDIN\b[\s\S]*?\b(?:exec|` +
    String.raw`system)\b|\bSockets\.TCPClient\b[\s\S]*?\b(?:iex|Invoke-Expression|cmd\.exe|` +
    String.raw`powershell\.exe)\b`,
);
const sockets =
  /^(?:socket\.socket|socket\.create_connection|net\.(?:Socket|connect|createConnection)|TCPSocket\.(?:new|open)|tls\.connect)$/;
const shellName =
  /(?:^|[/\\"'\s])(?:(?:ba|z|da|k)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?)(?:$|["'\s])/;

/**
 * The name of a shell as a string in a program, but not in `server['cmd']`, which picks a member.
 */
const shellLiteral =
  /(?:^|[^\w\]])["'](?:[\w/]*\/)?(?:ba|z|da|k)?sh(?:\s+-\w+)?["']|["'](?:cmd|powershell)\.exe/;

/** X08. */
export const reverseShell = rule({
  id: 'X08',
  family: 'running',
  severity: 'critical',
  title: 'Opens a shell to someone on the network',
  why: 'Whoever is at the other end runs commands on this machine with all your rights.',
  confusedWith: 'Testing whether a port is open uses the same means without a shell.',
  *look(document) {
    for (const command of document.commands) {
      if (isShellOverNetwork(command)) yield at(command);
      else if (isRemoteAccess(command))
        yield at(command, { severity: command.part.from === 'script' ? 'high' : 'medium' });
    }
    for (const match of inCode(document, oneLiners))
      // Three dots stand for what a reader is to imagine.
      if (!/(?:tcp|udp)\/(?:…|\.\.\.)/.test(document.text.slice(match.start, match.end + 4)))
        yield at(match, isLesson(document, match.start) ? { role: 'example' } : {});
    yield* inPrograms(document);
    yield* byTokens(document);
  },
});

const lessons =
  /\b(?:ctf|capture the flag|lessons?|teach\w*|course|training|detect\w*|pen(?:etration)?[- ]?test\w*|hack ?the ?box|try ?hack ?me|over ?the ?wire|vulnerable (?:labs?|machines?))\b/i;
const explains = /\b(?:explain\w*|classic|example|shows?|understand|students?|learners?|lab)\b/i;

/**
 * Shown in a sentence of a lesson about attacks. A fence may be meant to be run, so its last line of
 * prose has to say that it explains something, and the other end has to be of a private network.
 */
function isLesson(document: RuleDocument, start: number): boolean {
  if (!isAbout(document, lessons)) return false;
  const part = document.code.find((one) => one.start <= start && start < one.end);
  if (part?.from === 'inline') return true;
  if (part?.from !== 'fence') return false;
  const before = document.text.slice(Math.max(0, part.start - 400), part.start).trimEnd();
  const lead = before.replace(/\n[^\n]*$/, '').trimEnd();
  const [address = ''] =
    /\b\d{1,3}(?:\.\d{1,3}){3}\b/.exec(document.text.slice(start, start + 200)) ?? [];
  return explains.test(lead.slice(lead.lastIndexOf('\n') + 1)) && isPrivate(address);
}

/** Programs that let others use this machine's terminal or screen, by their words. */
const remoteAccess: readonly (readonly [program: RegExp, words: RegExp])[] = [
  [/^(?:tmate|upterm|sshx|teleconsole|gs-netcat|gsocket|meshagent|frpc)$/, /^(?!.*--help)/],
  [/^ngrok$/, /^tcp (?:\S+:)?(?:22|3389|5900)\b/],
  [/^cloudflared$/, /\b(?:ssh|rdp|tcp):\/\/localhost/],
  [/^(?:bore|lt)$/, /\blocal (?:22|3389|5900)\b/],
  [/^chisel$/, /^client\b.*\bR:/],
  [/^ssh$/, /(?:^|\s)-\w*R\s?\S*:(?:22|3389|5900)\b/],
  [/^code(?:-insiders)?$/, /^tunnel\b.*--accept-server-license-terms/],
  [/^tailscale$/, /^up\b(?=.*--ssh)(?=.*--auth-?key)/],
  [/^(?:anydesk|rustdesk|teamviewer)$/, /--(?:set-)?password|\bpasswd\b/],
];

/** `x start --hub wss://…, --allow-exec`: what the other end says is run. */
function isRemoteAccess({ name, args }: ShellCommand): boolean {
  const words = args.map(({ text }) => text).join(' ');
  if (remoteAccess.some(([program, expected]) => program.test(name) && expected.test(words)))
    return true;
  return (
    /(?:^|[\s=])wss?:\/\/(?!localhost|127\.)/.test(words) &&
    /--(?:allow|enable)-(?:exec|shell|remote\S*|commands?)\b|--no-auth\b|--unattended\b/.test(words)
  );
}

function isShellOverNetwork(command: ShellCommand): boolean {
  const { name, args, into } = command;
  const next = into[0];
  if (netcat.test(name)) {
    const flag = args.findIndex(({ text }) =>
      /^-[a-z]*[ec]$|^--(?:exec|sh-exec|lua-exec)/.test(text),
    );
    if (
      flag !== -1 &&
      shellName.test(
        args
          .slice(flag)
          .map(({ text }) => text)
          .join(' '),
      )
    )
      return true;
    return (
      next !== undefined &&
      isInterpreter(next.name) &&
      next.args.every(({ text }) => text.startsWith('-'))
    );
  }
  if (name === 'socat')
    return args.some(
      ({ text }) => /^(?:exec|system):/i.test(text) && shellName.test(text.replace(/[:,]/g, ' ')),
    );
  if (name === 'telnet') return into.some((one) => isShell(one.name));
  return (
    isShell(name) &&
    into.some((one) => netcat.test(one.name) || one.name === 'telnet') &&
    !args.some(({ text }) => /^-[a-z]*c$/.test(text) || !text.startsWith('-'))
  );
}

const connections =
  /\b(?:IO::Socket(?:::\w+)?->new|socket\.tcp|(?:net|tls)\.Dial\w*|TcpStream::connect|UnixStream::connect|websocket\.Dial\w*|NWConnection|gen_tcp:connect|connectTo|newSocket|fsockopen|new\s+Socket|TCPSocket\.(?:new|open)|socket_connect|TcpClient)\b/;
const handles =
  /\bopen\s*\(?\s*\*?STD(?:IN|OUT|ERR)\s*,\s*["'][<>]&|\.Std(?:in|out|err)\s*=\s*\w*[cC]onn\w*|\.Stdin,\s*\w+\.Stdout[^=\n]{0,40}=\s*(\w+),\s*\w+|\.Std(?:in|out)\s*=\s*(?:c|s|sock|socket|ws|stream|tcp)\b|\bdup2\(|\bDup2\(|\bposix_spawn_file_actions_adddup2\(|\bproc_open\(|from_raw_fd|\.getInputStream\(\)|RedirectStandard(?:Input|Output)\s*=\s*true/;
const shells = /["'`](?:\/bin\/)?(?:ba|z|da|k)?sh["'`]|cmd(?:\.exe)?["'`]|powershell/;

/** The same in languages without a grammar: a connection becomes the streams of a shell. */
function* byTokens({ code, text }: RuleDocument): Generator<RuleHit> {
  for (const { start, end, from, language } of code) {
    if (language !== 'other' || from === 'inline') continue;
    const said = text.slice(start, end);
    const opened = connections.exec(said);
    const joined = opened === null ? null : handles.exec(said);
    if (joined === null || !shells.test(said)) continue;
    yield at({ start: start + joined.index, end: start + joined.index + joined[0].length });
  }
}

/** A socket that becomes the input and output of a shell, in one part. */
function* inPrograms({ code, calls, text }: RuleDocument): Generator<RuleHit> {
  for (const part of code) {
    const own = calls.filter((call) => call.part === part);
    const socket = own.find(({ callee }) => sockets.test(callee));
    if (socket === undefined) continue;
    const shell = own.find(
      (call) => startsProcess(call) && shellLiteral.test(text.slice(call.start, call.end)),
    );
    const joined =
      own.some(({ callee }) => /^os\.dup2$|^pty\.spawn$/.test(callee)) ||
      own.some(({ callee }) => callee.endsWith('.pipe')) ||
      /std(?:in|out)\s*[=:]\s*(?!(?:subprocess\.)?(?:PIPE|DEVNULL)\b)\w+|\.fileno\(\)/.test(
        text.slice(shell?.start ?? 0, shell?.end ?? 0),
      );
    if (shell !== undefined && joined)
      yield at(shell, { related: [{ start: socket.start, end: socket.end }] });
  }
}
