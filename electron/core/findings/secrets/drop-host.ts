import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import { inCode, phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

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
  String.raw`(?:[\w-]+\.){0,4}(?:webhook\.site|requestbin\.(?:com|net)|(?:m\.)?pipedream\.net|ngrok(?:-free)?\.(?:io|app|dev)|trycloudflare\.com|loca\.lt|serveo\.net|localhost\.run|pagekite\.me|transfer\.sh|file\.io|0x0\.st|termbin\.com|ix\.io|bashupload\.com|temp\.sh|gofile\.io|anonfiles\.com|catbox\.moe|oast\.(?:pro|live|site|online|fun|me)|oastify\.com|interact\.sh|burpcollaborator\.net|beeceptor\.com|requestcatcher\.com|dnslog\.cn|canarytokens\.com|hookbin\.com|requestinspector\.com|ghostbin\.\w+|controlc\.com)\b` +
    String.raw`|\b(?:pastebin\.com|paste\.ee|hastebin\.com|dpaste\.\w+|rentry\.\w+)/(?:raw/|api/)?\w+` +
    String.raw`|\bdiscord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d+|\bapi\.telegram\.org/bot[\w:{$<-]+`,
);
const shorteners = pattern(
  ['bit.ly', 'tinyurl.com', 'is.gd', 'goo.gl', 'rb.gy', 'cutt.ly', 'shorturl.at', 't.ly'],
  String.raw`\bhttps?://(?:bit\.ly|tinyurl\.com|is\.gd|goo\.gl|rb\.gy|cutt\.ly|shorturl\.at|t\.ly)/[\w-]+`,
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
    for (const match of inCode(document, drops)) {
      inside.push(match.start);
      yield at(match, isFilledIn(document.text, match.end) ? { severity: 'medium' } : {});
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
const isFilledIn = (text: string, end: number): boolean =>
  /[${<]/.test(text.slice(end - 3, end + 2));
