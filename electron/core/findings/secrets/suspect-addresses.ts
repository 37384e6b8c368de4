import { isAbout } from '../knowledge/about.ts';
import { pattern } from '../pattern.ts';
import { inCode, phrases, inFiles } from '../reading/phrases.ts';
import { at, rule } from '../rule.ts';
import { isKnownAddress, isPrivate } from '../knowledge/addresses.ts';
import type { RuleDocument } from '../document.ts';

const drops = pattern(
  [
    'webhook.site',
    'requestbin',
    'pipedream.net',
    'ngrok',
    'trycloudflare.com',
    'loca.lt',
    'serveo.net',
    'pastebin.com',
    'paste.ee',
    'hastebin',
    'transfer.sh',
    'file.io',
    '0x0.st',
    'termbin.com',
    'discord',
    'api.telegram.org',
    'oast.',
    'oastify',
    'interact.sh',
    'burpcollaborator',
    'beeceptor',
    'gofile.io',
    'anonfiles',
    'catbox.moe',
    'rentry.',
    'requestcatcher',
    'dnslog',
    'canarytokens',
    'hookbin',
    'requestinspector',
    'bashupload',
    'temp.sh',
    'ix.io',
    'dpaste',
    'localhost.run',
    'pagekite',
    'controlc.com',
    'ghostbin',
    'workers.dev/log',
  ],
  String.raw`(?:[\w-]+\.){0,4}(?:webhook\.site|requestbin\.(?:com|net)|(?:m\.)?pipedream\.net` +
    String.raw`|ngrok(?:-free)?\.(?:io|app|dev)|trycloudflare\.com|loca\.lt|serveo\.net` +
    String.raw`|localhost\.run|pagekite\.me|transfer\.sh|file\.io|0x0\.st|termbin\.com|ix\.io` +
    String.raw`|bashupload\.com|temp\.sh|gofile\.io|anonfiles\.com|catbox\.moe|oast\.(?:pro` +
    String.raw`|live|site|online|fun|me)|oastify\.com|interact\.sh|burpcollaborator\.net` +
    String.raw`|beeceptor\.com|requestcatcher\.com|dnslog\.cn|canarytokens\.com|hookbin\.com` +
    String.raw`|requestinspector\.com|ghostbin\.\w+|controlc\.com)\b` +
    String.raw`|\b(?:pastebin\.com|paste\.ee|hastebin\.com|dpaste\.\w+|rentry\.\w+)/(?:raw/|` +
    String.raw`api/)?\w+` +
    String.raw`|\bdiscord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d+|` +
    String.raw`\bapi\.telegram\.org/bot[\w:{$<-]+`,
);
const shorteners = pattern(
  ['bit.ly', 'tinyurl.com', 'is.gd', 'goo.gl', 'rb.gy', 'cutt.ly', 'shorturl.at', 't.ly'],
  String.raw`\bhttps?://(?:bit\.ly|tinyurl\.com|is\.gd|goo\.gl|rb\.gy|cutt\.ly|shorturl\.at|` +
    String.raw`t\.ly)/[\w-]+`,
);

/** E07. */
export const dropHost = rule({
  id: 'E07',
  family: 'secrets',
  severity: 'high',
  title: 'Service where anyone can leave or pick up data',
  why:
    'Paste services, request catchers, tunnels and chat webhooks accept data without naming ' +
    'an owner, and are thrown away afterwards.',
  confusedWith:
    'Skills for these services, and examples of testing a webhook. Mentions in prose are ' +
    'collapsed.',
  *look(document) {
    const inside: number[] = [];
    const isBot = isAbout(document, /\btelegram\b/i);
    for (const match of inCode(document, drops)) {
      inside.push(match.start);
      yield at(
        match,
        isFilledIn(document.text, match) ? { severity: isBot ? 'low' : 'medium' } : {},
      );
    }
    for (const match of inCode(document, shorteners)) {
      inside.push(match.start);
      yield at(match, { severity: 'medium' });
    }
    for (const hit of phrases(document, drops, () => ({ confidence: 'low' })))
      if (!inside.includes(hit.start)) yield hit;
    for (const hit of phrases(document, shorteners, () => ({ severity: 'low' })))
      if (!inside.includes(hit.start)) yield hit;
  },
});

/** `…/bot$TOKEN/`, `…/bot<token>/`: the person's own bot, filled in at run time. */
const isFilledIn = (text: string, { start, end }: { start: number; end: number }): boolean =>
  /[${<]/.test(text.slice(end - 3, end + 2)) || /\/bot[${<]/.test(text.slice(start, end));

const octets = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}`;
const addresses = pattern(
  ['://'],
  String.raw`\b(?:https?|ftp|wss?|tcp|ssh|` +
    String.raw`git)://(?:[^@/\s]+?@)?(${octets})(?::\d{1,5})?(?:[/"'\s)\x60]|$)`,
);
const operands = pattern(
  ['nc ', 'ncat ', 'ssh ', 'scp ', 'telnet ', 'curl ', 'wget ', 'rsync ', 'connect', '/dev/tcp/'],
  String.raw`(?:\b(?:nc|ncat|telnet|ssh|scp|rsync|curl|wget)\s(?:[^\n|;&]*?[\s@/])?|` +
    String.raw`\bconnect(?:ion)?\(\s*\(?\s*["']|/dev/tcp/)(${octets})\b`,
);
const hidden = pattern(
  ['.onion', 'xn--'],
  String.raw`\b[a-z2-7]{16}(?:[a-z2-7]{40})?\.onion\b|` +
    String.raw`\bhttps?://(?:[\w-]+\.){0,4}xn--[\w-]+(?:\.[\w-]+){0,4}`,
);

/** E08. */
export const rawAddress = rule({
  id: 'E08',
  family: 'secrets',
  severity: 'medium',
  title: 'Address that hides its owner',
  why:
    'Host names have owners you can look up. Bare IP addresses, hidden services and disguised ' +
    "names don't.",
  confusedWith:
    'Your own machines, well-known name servers and addresses reserved for examples are ' +
    'ignored.',
  *look(document) {
    const found = [...inCode(document, addresses), ...inCode(document, operands)];
    for (const match of found.sort((a, b) => a.start - b.start)) {
      const address = match.groups[0] ?? '';
      if (!isKnownAddress(address) && !isPrivate(address)) yield at(match);
    }
    const links = phrases(document, addresses, ({ groups: [address = ''] }) =>
      isKnownAddress(address) || isPrivate(address) ? null : {},
    );
    for (const hit of links) if (!found.some(({ start }) => start === hit.start)) yield hit;
    for (const match of inCode(document, hidden)) yield at(match);
    yield* phrases(document, hidden);
  },
});

const privateAddresses = pattern(
  ['10.', '172.', '192.168.', '100.'],
  String.raw`(?:\b(?:https?|ftp|wss?|tcp|ssh)://(?:[^@/\s]+?@)?|\b(?:nc|ncat|telnet|ssh|scp|nmap|` +
    String.raw`masscan|curl|wget)\s(?:[^\n|;&]*?[\s@/])?)((?:25[0-5]|2[0-4]\d|` +
    String.raw`1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3})\b`,
);

/** E10. */
export const privateNetwork = rule({
  id: 'E10',
  family: 'secrets',
  severity: 'low',
  title: 'Reaches into your private network',
  why:
    'Routers, printers and servers behind the firewall trust whoever is inside, and a program ' +
    'that runs here is inside.',
  confusedWith: 'Development servers and home automation.',
  *look(document) {
    for (const match of inCode(document, privateAddresses))
      if (isPrivate(match.groups[0] ?? '')) yield at(match);
  },
});

const services = pattern(
  [
    '169.254.',
    'metadata.goog',
    'fd00:ec2',
    '100.100.100.200',
    'metadata/instance',
    '2852039166',
    '0xa9fe',
  ],
  String.raw`\b169\.254\.(?:169\.254|170\.2)\b|\bmetadata\.google\.internal\b|\bmetadata\.goog\b|` +
    String.raw`\[?fd00:ec2::254\]?|\b100\.100\.100\.200\b|//(?:2852039166|0xa9fea9fe)\b`,
);

/**
 * A document about metadata that asks for anything but credentials. The address of the token that
 * protects them isn't one.
 */
const isOfOwnMachine = (document: RuleDocument, { end }: { readonly end: number }): boolean =>
  isAbout(document, /metadata|\bIMDS|\bSSRF\b|server-side request forgery/i) &&
  !/^[^\s'"]{0,80}(?:security-credentials|identity|service-accounts|oauth2)/.test(
    document.text.slice(end, end + 200),
  );

/** "Block 169.254.169.254 for jobs." */
const isBlocked = ({ text }: RuleDocument, { start }: { readonly start: number }): boolean =>
  /\b(?:block|deny|drop|reject|forbid|restrict|disallow|firewall)(?:s|ed|ing)?\b[^.\n]{0,60}$/i.test(
    text.slice(Math.max(0, start - 90), start),
  );

/** A rule that keeps programs from it, or a request that only shows whether it answers. */
const isShutOff = ({ commands, text }: RuleDocument, place: { readonly start: number }): boolean =>
  commands.some((command) => {
    const { name, args, start, end } = command;
    if (start > place.start || place.start >= end) return false;
    const words = args.map((word) => word.text).join(' ');
    if (/^(?:ip6?tables|nft|ufw|firewall-cmd|pfctl|ip|route|netsh|new-netfirewallrule)$/.test(name))
      return /\b(?:reject|drop|deny|block|blackhole|unreachable|prohibit)\b/i.test(words);
    return (
      name === 'curl' &&
      /(?:^|\s)-\w*o ?\/dev\/null\b/.test(words) &&
      /%\{(?:http|response)_code\}/.test(words) &&
      text.slice(start, end).length < 400
    );
  });

/** E09. */
export const metadataAddress = rule({
  id: 'E09',
  family: 'secrets',
  severity: 'high',
  title: 'Cloud address that hands out credentials',
  why: "On a cloud machine, a request to this address returns the machine's own keys.",
  confusedWith: 'Cloud documentation, and advice on blocking access to this address.',
  *look(document) {
    const inside = [...inCode(document, services)];
    for (const match of inside)
      if (isShutOff(document, match)) yield at(match, { severity: 'low' });
      else yield at(match, isOfOwnMachine(document, match) ? { severity: 'medium' } : {});
    for (const hit of phrases(document, services, (match) => ({
      confidence: 'medium',
      ...(isBlocked(document, match) ? { role: 'negated' as const } : {}),
      ...(isOfOwnMachine(document, match) ? { severity: 'low' } : {}),
      ...(isShutOff(document, match) ? { severity: 'low' } : {}),
    })))
      if (!inside.some(({ start }) => start === hit.start)) yield hit;
  },
});

const mail = String.raw`([\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)`;
const copies = pattern(
  ['bcc', 'blindcopy', 'blindcarbon', 'blind_carbon', 'blind_copy', 'forward', 'redirectto'],
  String.raw`\b(?:add|set|append)?_?-?(?:bcc(?:Recipients?|Address(?:es)?|List)?|blind_?carbon_?copy|blind_?copy(?:_?to)?)\b\\?["'\x60]?[\])}]?[^\n@"'\x60]{0,30}\\?["'\x60](?:[^"'\x60\n<@]{0,40}<)?${mail}` +
    String.raw`|(?:^|\s)--?(?:bcc|ForwardingSmtpAddress|ForwardingAddress|ForwardTo|RedirectTo|` +
    String.raw`BlindCopyTo|ForwardAsAttachmentTo)[\s=:]+["']?(?:smtp:)?${mail}` +
    String.raw`|\b(?:forwardingEmail|forwardingSmtpAddress|autoForwardTo|forward_to|` +
    String.raw`redirectTo)\\?["'\x60]?\s*[:=]\s*\[?\s*\\?["'\x60](?:smtp:)?${mail}`,
);
/** Nobody's, or to be filled in. */
const nobody =
  /@(?:[\w-]+\.)*example\.(?:com|org|net)$|@(?:your|my)[-\w]*\.|^your|@(?:localhost|domain\.com|company\.com|acme\.com)$/i;
const senders =
  /\b(?:from|sender|reply_?to|MAIL_FROM)\\?["'`]?\]?\s*[:=(,]\s*\\?["'`](?:[^"'`\n<@]{0,40}<)?[\w.+-]{1,64}@([\w.-]+)/gi;

/** A trigger that hands each new row to another machine. */
const rows = pattern(
  ['trigger'],
  String.raw`\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?TRIGGER\b[\s\S]{0,900}?\b(?:dblink(?:_exec|_connect)?|http_(?:post|get)|net\.http_post|UTL_HTTP|sp_OACreate|xp_cmdshell|sys_exec|INTO\s+OUTFILE|COPY\s[^;]{0,200}\bTO\s+PROGRAM)\b`,
);

/** E17. */
export const fixedRecipient = rule({
  id: 'E17',
  family: 'secrets',
  severity: 'high',
  title: 'Sends copies of mail or records to an address of its own',
  why:
    'Everything goes to somebody else, too, and a blind copy, a forwarding rule or a trigger ' +
    'of a ' +
    "database isn't seen by whoever works with it.",
  confusedWith: "An archive in the sender's own domain is ignored, as are addresses in examples.",
  *look(document) {
    const own = new Set(
      [...document.text.matchAll(senders)].map(([, host = '']) => host.toLowerCase()),
    );
    for (const match of inFiles(document, copies)) {
      const given = match.groups.find((group) => group !== undefined) ?? '';
      const host = given.slice(given.indexOf('@') + 1).toLowerCase();
      if (!nobody.test(given) && !own.has(host)) yield at(match);
    }
    for (const match of inFiles(document, rows)) yield at(match);
  },
});
