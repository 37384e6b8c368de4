import { at } from '../knowledge/places.ts';
import { rule, type RuleHit } from '../rule.ts';

/** UTF-16 units of one token without spaces. */
const longToken = 500;
/** UTF-16 units of one line. */
const longLine = 5_000;
const tokens = new RegExp(`[A-Za-z0-9+/=_-]{${longToken},}`, 'g');
/** Embedded images, fonts and sounds, which say what they are. */
const embedded =
  /data:(?:image|font|audio|video|application\/(?:font|x-font|wasm|octet-stream|vnd\.ms-fontobject))[\w/+.;=-]{0,60},$/;

/** X05. */
export const opaqueText = rule({
  id: 'X05',
  family: 'running',
  severity: 'medium',
  title: 'Long unreadable text in a program',
  why:
    'Encoded or compressed text hides what it does from readers and from tools that search ' +
    'for words.',
  confusedWith:
    'Minified libraries, embedded images and fonts. Those that say what they are are ignored.',
  *look({ text, kind }): Iterable<RuleHit> {
    if (kind.kind !== 'code') return;
    for (const token of text.matchAll(tokens)) {
      if (embedded.test(text.slice(Math.max(0, token.index - 100), token.index))) continue;
      // One repeated letter is a ruler or separator, not code.
      if (new Set(token[0].slice(0, longToken)).size < 12) continue;
      yield at({ start: token.index, end: token.index + token[0].length });
    }
    let start = 0;
    for (const line of text.split('\n')) {
      if (line.length > longLine) yield at({ start, end: start + line.length });
      start += line.length + 1;
    }
  },
});
