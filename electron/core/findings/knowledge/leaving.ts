import type { RuleDocument } from '../document.ts';
import type { CodePart } from '../reading/literals.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { follow } from '../reading/flow.ts';
import { shellTextOf, startsProcess } from '../reading/shell-in-calls.ts';
import { isFetch } from './downloads.ts';
import type { CodeCall } from '../reading/calls.ts';
import { type SyntaxNode, childOf } from '../reading/tree.ts';

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
function senderOf(command: ShellCommand, all: readonly ShellCommand[]): NetworkSender | null {
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
function callSender(call: CodeCall, text: string): NetworkSender | null {
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

const cache = new WeakMap<RuleDocument, readonly NetworkSender[]>();

/** Everything in a document that sends data over the network, in the order of the text. */
export function sendersOf(document: RuleDocument): readonly NetworkSender[] {
  const made = cache.get(document);
  if (made !== undefined) return made;
  const { commands, calls, text } = document;
  const senders = [
    ...commands.map((command) => senderOf(command, commands)),
    ...calls.map((call) => callSender(call, text)),
  ]
    .filter((sender) => sender !== null)
    .map((sender) => ({ ...sender, address: resolved(sender, text) }))
    .sort((a, b) => a.start - b.start);
  cache.set(document, senders);
  return senders;
}

/** The address that the same part assigns to a name. */
function resolved({ address, command, call }: NetworkSender, text: string): string {
  const name = /^["']?\$?\{?([A-Za-z_]\w{0,60})\}?["']?$/.exec(address)?.[1];
  const part = command?.part ?? call?.part;
  if (name === undefined || part === undefined) return address;
  const given = new RegExp(
    `\\b${name}\\s*(?::\\s*\\w+\\s*)?=\\s*[rbfu]?["'\`]([a-z]+://[^"'\`]{1,300})`,
    'i',
  );
  return given.exec(text.slice(part.start, part.end))?.[1] ?? address;
}

/*
 * What a passage hands over, by its meaning: somebody does something (a verb) with what isn't theirs
 * to give (an object), for somebody outside (a target), and hides it (a modifier). Each class has
 * many words in any order, so an attacker who rewrites a sentence stays inside the classes.
 */

interface HandedOver {
  readonly start: number;
  readonly end: number;
  readonly isPlain: boolean;
}

/** What isn't the skill's to give away, and how much that weighs. */
const objects: readonly (readonly [weight: number, words: string])[] = [
  [
    3,
    String.raw`\.env\b|kubeconfigs?\b|\*\.(?:tfvars|tfstate|pem|key|keystore|jks|p12|ovpn|` +
      String.raw`kdbx)\b|\.(?:ssh|aws|netrc|npmrc|pgpass)\b|\bprintenv\b|` +
      String.raw`\x60env\b[^\x60\n]{0,20}\x60|\benvironment variables\b|\b(?:connection strings?|` +
      String.raw`credentials|passwords|passphrases|private keys?|api keys?|secrets|tokens)\b`,
  ],
  [
    3,
    String.raw`\b(?:conversation|chat (?:export|history|log)|transcript|session)\b|\b(?:what` +
      String.raw`|whatever|all|everything|anything)\b[^.\n]{0,30}\b(?:user|person|lawyer|client` +
      String.raw`|customer|patient|author|they)\b[^.\n]{0,12}\b(?:told|said|wr[io]te|written` +
      String.raw`|typed|shared|pasted)\b|\b(?:user|person)['’]s\s+(?:last\s+|recent\s+` +
      String.raw`|latest\s+)?(?:messages|prompts|questions)\b`,
  ],
  [
    2,
    String.raw`\b(?:customers?|clients?|contacts?|patients?|employees?|parties` +
      String.raw`|counterparty)['’]?s?\s+(?:names?|records?|data|addresses)\b|\bnames of ` +
      String.raw`(?:the )?(?:customers?|clients?|contacts?|patients?|parties|employees)\b` +
      String.raw`|\bmailbox\b|\binbox\b|\b(?:Downloads|Documents)\b|\bconfidential\b` +
      String.raw`|\bprivileged\b|\bmargin sheets?\b|\baddress book\b`,
  ],
];
const object = new RegExp(objects.map(([, words]) => words).join('|'), 'gi');
const weighted = objects.map(([weight, words]) => ({ weight, words: new RegExp(words, 'i') }));

const verb =
  /\b(?:send|post|upload|submit|forward|transmit|relay|hand|deliver|share|mail|append|attach|include|add|put|paste|embed|encode|copy|copies|write|fill|replace|compose|describe|tell|report|introduce|make them readable|use the (?:web )?form|percent-encoded|url-encoded)(?:s|ed|ing)?\b/i;

/** Whoever is outside, or a place that only somebody outside looks at. */
const address =
  /\b(?:https?|s3|gs|wss?|ftp):\/\/(?!localhost|127\.|(?:[\w-]{1,63}\.){0,4}example\.(?:com|org|net))[\w.-]+|(?<![\w.+-])[\w.+-]{1,64}@(?!example\.)[\w-]+\.[a-z]{2,}|\b(?:anyone with the link|world-readable|public-read|publicly readable)\b/i;
const hiddenPlace =
  /\bcolor:\s{0,4}#f{3,6}\b|\bdisplay:\s{0,4}none\b|\bfont-size:\s{0,4}[01]px|\bwidth\s+(?:is\s+|to\s+)?(?:0|zero)\b|\b(?:in white|white (?:text|on white)|collapsed section|hidden (?:column|field|sheet|cell|section|comment))\b/i;

/** Signs that whoever uses the skill isn't to notice, each of its own kind. */
const modifiers: readonly RegExp[] = [
  /\b(?:silently|quietly|secretly|discreetly|unnoticed|behind the scenes)\b|\bnot? (?:be )?(?:discussed|mentioned|explained|shown)\b/i,
  /\b(?:needn['’]t|need not|doesn['’]t need to|isn['’]t to|is not to|mustn['’]t|must not|shouldn['’]t|should not)\s+(?:see|know|hear|learn|notice|be (?:told|shown|informed|discussed|mentioned|asked))\b|\b(?:isn['’]t|is not|aren['’]t|are not)\s+(?:informed|told|asked|notified|consulted)\b|\bhas no part in\b/i,
  /\b(?:don['’]t|do not|never)\s+(?:explain|mention|refer to|describe|discuss|list|announce|comment on)\s+(?:it|this|that|them|the (?:image|step|block|upload|request|copy))\b/i,
  /\b(?:keep|leave|omit)\b[^.\n]{0,40}\b(?:out of|from)\s+(?:the|your|any)\s+(?:summary|report|answer|reply|minutes|notes)\b|\bnot part of the (?:minutes|report|summary|answer)\b/i,
  /\b(?:one|1|single)[- ]?(?:px|pixel)\b|\binvisible\b|\bempty image\b|!\[\s*\]\(/i,
  /\b(?:rot13|morse|base(?:32|64|85)|hex-encoded)\b|\bpasses? as\b/i,
  /\b(?:calls? for|needs?|requires?) no (?:separate |further )?(?:consent|approval|confirmation|permission)\b|\bskip the \w+ for\b|\balready (?:knows|agreed|approved)\b/i,
  /\b(?:asks?|asked|wonders?|notices?)\b[^.\n]{0,50},?\s+(?:call|say|reply|answer)\b[^.\n]{0,60}/i,
  /\b(?:answer|response|reply)\s+(?:doesn['’]t|does not)\s+matter\b|\bno (?:answer|response|reply) (?:comes|is expected)\b/i,
  /\balso when (?:asked|only|nobody)\b|\beven (?:if|when) (?:not|nobody|the (?:user|person) (?:asks|asked|wants|only))\b|\bregardless of what the (?:user|person)\b/i,
];

/** In the sentence of an object: it stays where it is, or somebody is taught. */
const spared =
  /\b(?:never|do not|don['’]t|must not|avoid|refuse to|without)\s+(?:\w+\s+){0,3}?(?:send|post|upload|submit|forward|share|mail|append|attach|include|add|put|paste|embed|copy|write|log|store|commit|print)\w*\b|\b(?:redact|mask|scrub|strip|remove|rotate|revoke)\w*\b|\b(?:attackers?|malicious|exfiltrat\w*|phishing)\b/i;

/** How far a passage reaches around an object (UTF-16 units). */
const [before, after] = [400, 700];
const threshold = 7;
/** Hidden and sent so plainly that a heading above, which an attacker writes, changes nothing. */
const plainScore = 10;

/** Passages of a text that hand over what they shouldn't. */
export function* handedOver(text: string): Generator<HandedOver> {
  // Passages don't overlap, so a text that repeats an object is read a fixed number of times.
  let done = 0;
  for (const { 0: match, index } of text.matchAll(object)) {
    if (index < done) continue;
    const sentence = sentenceAt(text, index, index + match.length);
    if (spared.test(sentence.text)) continue;
    const passage = sectionAround(text, index);
    const score = scoreOf(passage, sentence.text);
    if (score < threshold) {
      done = index + Math.min(after, 200);
      continue;
    }
    const end = sentence.start + sentence.text.trimEnd().length;
    yield { start: sentence.start, end, isPlain: score >= plainScore };
    done = index + after;
  }
}

/** A message that a careful skill quotes and calls what it is. */
const quotedAttack =
  /["“][^"”]{1,400}["”][^.]{0,20}?\b(?:that['’]s|it['’]s|this is|is|are|as) (?:an? )?(?:attack|attempt|scam|fraud|phishing|injection|manipulation)/gi;

function scoreOf(passage: string, sentence: string): number {
  const isAway = address.test(passage.replaceAll(quotedAttack, ''));
  const isHidden = hiddenPlace.test(passage);
  if (!verb.test(passage) || !(isAway || isHidden)) return 0;
  const signs = modifiers.filter((modifier) => modifier.test(passage)).length;
  if (signs === 0) return 0;
  const held = weighted.filter(({ words }) => words.test(sentence));
  const most = Math.max(0, ...held.map(({ weight }) => weight));
  return (
    most +
    (held.length > 1 ? 1 : 0) +
    (isAway ? 3 : 0) +
    (isHidden ? 2 : 0) +
    Math.min(signs, 2) * 2
  );
}

/** The part of a section around a place. */
function sectionAround(text: string, at: number): string {
  const lead = text.slice(Math.max(0, at - before), at);
  const rest = text.slice(at, at + after);
  const heading = lead.lastIndexOf('\n#');
  const next = rest.indexOf('\n#');
  const section = lead.slice(heading + 1) + (next === -1 ? rest : rest.slice(0, next));
  // A sentence may go on in the next line.
  return section
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

const stop = /[.!?](?=\s)|\n\s*\n/g;

/** The sentence around a place; an address or a file's name doesn't end it. */
function sentenceAt(text: string, from: number, to: number): { start: number; text: string } {
  const floor = Math.max(0, from - before);
  let start = floor;
  for (const end of text.slice(floor, from).matchAll(stop))
    start = floor + end.index + end[0].length;
  while (start < from && /\s/.test(text[start] ?? '')) start += 1;
  const rest = text.slice(to, to + after);
  const end = /[.!?](?=\s|$)|\n\s*\n/.exec(rest)?.index ?? rest.length;
  return { start, text: text.slice(start, to + end) };
}
