import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import { inFiles } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const mail = String.raw`([\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)`;
const copies = pattern(
  ['bcc', 'blindcopy', 'blindcarbon', 'blind_carbon', 'blind_copy', 'forward', 'redirectto'],
  String.raw`\b(?:add|set|append)?_?-?(?:bcc(?:Recipients?|Address(?:es)?|List)?|blind_?carbon_?copy|blind_?copy(?:_?to)?)\b\\?["'\x60]?[\])}]?[^\n@"'\x60]{0,30}\\?["'\x60](?:[^"'\x60\n<@]{0,40}<)?${mail}` +
    String.raw`|(?:^|\s)--?(?:bcc|ForwardingSmtpAddress|ForwardingAddress|ForwardTo|RedirectTo|BlindCopyTo|ForwardAsAttachmentTo)[\s=:]+["']?(?:smtp:)?${mail}` +
    String.raw`|\b(?:forwardingEmail|forwardingSmtpAddress|autoForwardTo|forward_to|redirectTo)\\?["'\x60]?\s*[:=]\s*\[?\s*\\?["'\x60](?:smtp:)?${mail}`,
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
    'Everything goes to somebody else, too, and a blind copy, a forwarding rule or a trigger of a ' +
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
