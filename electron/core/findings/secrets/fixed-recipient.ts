import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import { inFiles } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const mail = String.raw`([\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)`;
const copies = pattern(
  ['bcc', 'blindcopy', 'blind_carbon', 'forward', 'redirectto'],
  String.raw`\b(?:add|set|append)?_?-?(?:bcc(?:Recipients?|Address(?:es)?|List)?|blind_?carbon_?copy|blind_?copy(?:_?to)?)\b\\?["'\x60]?[\])}]?[^\n@"'\x60]{0,30}\\?["'\x60](?:[^"'\x60\n<@]{0,40}<)?${mail}` +
    String.raw`|(?:^|\s)--?(?:bcc|ForwardingSmtpAddress|ForwardingAddress|ForwardTo|RedirectTo|BlindCopyTo|ForwardAsAttachmentTo)[\s=:]+["']?(?:smtp:)?${mail}` +
    String.raw`|\b(?:forwardingEmail|forwardingSmtpAddress|autoForwardTo|forward_to|redirectTo)\\?["'\x60]?\s*[:=]\s*\[?\s*\\?["'\x60](?:smtp:)?${mail}`,
);
/** Nobody's, or to be filled in. */
const nobody =
  /@(?:[\w-]+\.)*example\.(?:com|org|net)$|@(?:your|my)[-\w]*\.|^your|@(?:localhost|domain\.com|company\.com|acme\.com)$/i;
const senders =
  /\b(?:from|sender|reply_?to|MAIL_FROM)\\?["'`]?\]?\s*[:=(,]\s*\\?["'`](?:[^"'`\n<@]{0,40}<)?[\w.+-]{1,64}@([\w.-]+)/gi;

/** E17. */
export const fixedRecipient = rule({
  id: 'E17',
  family: 'secrets',
  severity: 'high',
  title: 'Sends copies of mail to an address of its own',
  why:
    'Everything that is mailed goes to somebody else, too, and a blind copy or a forwarding rule ' +
    "isn't seen by whoever sends it.",
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
  },
});
