import type { CodeCall } from '../reading/calls.ts';
import type { ShellCommand } from '../reading/commands.ts';
import type { SyntaxNode } from '../reading/tree.ts';
import { childOf } from '../reading/tree.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Something that sends data over the network. */
export interface NetworkSender {
  readonly start: number;
  readonly end: number;
  /** Its destination, as far as the code says. */
  readonly address: string;
  /** The sent data, without headers and credentials: nodes of code, or words of a shell. */
  readonly body: readonly (Range & {
    readonly text: string;
    readonly children?: readonly SyntaxNode[];
  })[];
  /** Headers and credentials, which mostly sign in to the destination. */
  readonly headers: NetworkSender['body'];
  readonly command: ShellCommand | null;
  readonly call: CodeCall | null;
}

const headerFlags = /^(?:-H|--header|-u|--user|-b|--cookie|-A|--user-agent|-e|--referer|-Headers)$/;

const bodyFlags =
  /^(?:-d|--data(?:-raw|-binary|-urlencode|-ascii)?|-F|--form(?:-string)?|-T|--upload-file|--json|--post-data|--post-file|--body-data|--body-file|-Body|-InFile|-Form|--url-query|-G)$/i;
/** `-sT FILE`, `-sSd DATA`. */
const joinedBodyFlag = /^-[a-zA-Z]{1,6}[dFT]$/;
const joinedFlag =
  /^(?:--(?:data(?:-raw|-binary|-urlencode)?|form|json|post-data|post-file|body-data|body-file|upload-file)=|-[dFT](?=[^\s-]))([\s\S]+)$/;
/** Flags whose next word isn't the address. */
const withValue =
  /^(?:-[a-zA-Z]*[oHxAeubcK]|--(?:output|header|proxy|referer|user-agent|user|cookie|cookie-jar|config))$/;
const webClients = new Set(
  'curl wget wget2 http https xh iwr irm invoke-webrequest invoke-restmethod'.split(' '),
);
const pipes = new Set('nc ncat netcat socat telnet'.split(' '));

/** A command that sends a file, or something that it builds or reads at run time. */
export function senderOf(
  command: ShellCommand,
  all: readonly ShellCommand[],
): NetworkSender | null {
  const { name, args } = command;
  const address =
    args.find(({ text }) => /^["']?(?:https?|ftp|wss?):\/\/|^["']?\$\{?\w*URL/i.test(text))?.text ??
    args
      .find(({ text }) => /^[a-z\d-]+(?:\.[a-z\d-]+)+(?:[/:?]|$)/i.test(text))
      ?.text.replace(/^/, 'https://') ??
    '';
  const base = {
    start: command.start,
    end: command.end,
    address,
    command,
    call: null,
    headers: [],
  };
  if (pipes.has(name)) {
    const input = all.filter(({ into }) => into.includes(command));
    const host = args
      .filter(({ text }) => !text.startsWith('-'))
      .map(({ text }) => text)
      .join(':');
    return input.length === 0 ? null : { ...base, address: host, body: input.map(wholeOf) };
  }
  if (!webClients.has(name)) return null;
  const body: NetworkSender['body'][number][] = [];
  const headers = args.filter((_, index) => headerFlags.test(args[index - 1]?.text ?? ''));
  args.forEach((word, index) => {
    const before = args[index - 1]?.text ?? '';
    const joined = joinedFlag.exec(word.text)?.[1];
    if (bodyFlags.test(before) || joinedBodyFlag.test(before) || joined !== undefined)
      body.push({ ...word, text: joined ?? word.text });
    else if (
      word.dynamic &&
      /^["']?(?:https?|ftp):\/\/[^/$]+[^$]*[?/=&].*\$/.test(word.text) &&
      !withValue.test(before)
    )
      body.push({ ...word, text: word.text.replace(/^["']?\w+:\/\/[^/]+/, '') });
  });
  if (body.some(({ text }) => /^["']?@?-["']?$/.test(text)))
    body.push(...all.filter(({ into }) => into.includes(command)).map(wholeOf));
  return body.length + headers.length === 0 ? null : { ...base, body, headers };
}

const wholeOf = (command: ShellCommand): NetworkSender['body'][number] => ({
  start: command.start,
  end: command.end,
  text: [command.name, ...command.args.map(({ text }) => text)].join(' '),
});

const posting =
  /^(?:requests|httpx|session|s|client|aiohttp|axios|got|superagent|needle|HTTParty|RestClient|Faraday|urllib3|http|ky|\$|jQuery|\?)(?:\.\w+)?\.(?:post|put|patch|request)$|^(?:requests|httpx|axios|got|HTTParty|RestClient|Net\.HTTP)\.(?:get|head|get_response)$|^(?:urllib\.request\.(?:urlopen|Request)|urllib2\.(?:urlopen|Request)|urlopen|Request|fetch|axios|got|navigator\.sendBeacon|Net\.HTTP\.(?:post|post_form)|smtplib\.SMTP\.sendmail|ftplib\.FTP\.storbinary)$|\.(?:sendall|sendto|sendmail|send_message|storbinary|sendBeacon)$|^(?:sock|s|socket|client|conn|ws|websocket|xhr|req|request|\?)\.send$|^(?:req|request)\.(?:write|end)$|^(?:conn|connection|c|h|https?)\.request$/;
/** In languages without a grammar, whose libraries have many names. */
const postingElsewhere =
  /(?:^|\.)(?:Post|PostForm|NewRequest(?:WithContext)?|PostAsync|PutAsync|SendAsync|UploadString|UploadFile|UploadData|UploadValues|send_string|send_bytes|send_form|curl_setopt|curl_setopt_array|post|put|post_form|BodyPublishers\.\w+|Dial(?:TLS|Timeout)?)$|^(?:mail|fwrite|fputs|socket_write|stream_context_create)$/;
/** Credentials, as opposed to sent data. */
const credentials =
  /^(?:headers?|auth|cookies?|cert|verify|timeout|proxies|method|mode|credentials|allow_redirects|stream)$/i;

/** A call that sends something. Headers and similar arguments don't count as sent data. */
export function callSender(call: CodeCall, text: string): NetworkSender | null {
  const isElsewhere = call.part.language === 'other' && postingElsewhere.test(call.callee);
  if (!posting.test(call.callee) && !isElsewhere) return null;
  const source = ({ start, end }: Range): string => text.slice(start, end);
  const [first] = call.args;
  const headers = call.args.flatMap((argument) =>
    argument.name !== null && credentials.test(argument.name)
      ? [{ ...argument.node, text: source(argument.node) }]
      : [],
  );
  const body = call.args.flatMap((argument, index) => {
    if (argument.name !== null && credentials.test(argument.name)) return [];
    // A reader sees all of a literal; only addresses may carry more.
    if (index === 0 && argument.literal !== null) return [];
    if (argument.node.type !== 'object') return [{ ...argument.node, text: source(argument.node) }];
    return argument.node.children
      .filter((pair) => {
        const key = childOf(pair, 'key');
        return key === null || !credentials.test(source(key).replace(/["']/g, ''));
      })
      .map((pair) => ({ ...pair, text: source(pair) }));
  });
  const address =
    call.args.map(({ value }) => value).find((value) => /^[a-z]+:\/\//i.test(value ?? '')) ??
    (/^https?:/.test(call.receiver ?? '') ? call.receiver : null) ??
    (first === undefined ? '' : source(first.node));
  return { start: call.start, end: call.end, address, body, headers, command: null, call };
}
