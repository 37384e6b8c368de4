import { pattern } from '../pattern.ts';
import { phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const hole = String.raw`(?:\{\{?[^}\n]+?\}|\$\{[^}\n]+?\}|\$\([^)\n]+?\)|<[a-z][\w -]+>|\[[A-Z_ -]+\]|%s|=(?-i:[A-Z][A-Z_]{2,})\b)`;

const images = pattern(
  ['!['],
  String.raw`!\[[^\]\n]{0,200}\]\(\s*<?https?://[^)\s]+?\?[^)\n]*?${hole}`,
);
const links = pattern(
  [']('],
  String.raw`[^!]\[[^\]\n]{0,200}\]\(\s*<?https?://[^)\s]+?\?[^)\n]*?=\s*(?:\{\{?|\$\{|<)[^}>)\n]*?(?:data|secret|token|key|context|conversation|history|env|content|password|message|prompt|base64|encoded)`,
);
const appended = pattern(
  ['image', 'img', 'markdown', 'link', 'pixel'],
  String.raw`\b(?:render|include|add|insert|append|display|embed|output)\s+(?:\w+\s+){0,4}?(?:images?|markdown\s+(?:images?|links?)|img\s+tags?|tracking\s+pixels?)\b[^\n]*?https?://[^\s)]+?(?:\?|/)[^\n]*?\b(?:encoded?|base64|contents?|data|conversation|secrets?|token|summary)\b`,
);

/** P15. */
export const dataLink = rule({
  id: 'P15',
  family: 'steering',
  severity: 'high',
  title: 'Image or link that carries data in its address',
  why:
    'Apps load an image as soon as they show it. Anything the model writes into its address ' +
    'leaves the machine without a tool call or a prompt.',
  confusedWith: 'Badges and charts whose addresses are written out in full.',
  *look(document) {
    yield* phrases(document, images);
    yield* phrases(document, links);
    yield* phrases(document, appended);
  },
});
