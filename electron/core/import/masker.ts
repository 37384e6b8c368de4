import { maskedHead } from './mask.ts';
import { escaped, formsOf, shortestNamed, shortestSecret } from './secret-forms.ts';

/** Removes from one text what must not be shown. */
export type TextMask = (text: string) => string;

/** Characters that JSON and addresses write differently. */
const maySpell = /\\|%[\da-f]{2}/i;

/**
 * The same as `maskedHead` of a whole text, for many texts: a text that can't contain any of
 * `secrets` costs one scan, and nothing if there are none.
 */
export function maskerOf(secrets: readonly string[]): TextMask {
  const long = secrets.filter(({ length }) => length >= shortestSecret).map(formsOf);
  const beginnings = long.flatMap(({ plain, base64 }) =>
    [...plain, ...base64].map((form) => form.slice(0, shortestSecret)),
  );
  const words = secrets.flatMap((secret) => {
    const word = secret.length < shortestNamed ? null : formsOf(secret).word;
    return word === null ? [] : [new RegExp(word.source, 'iu')];
  });
  if (beginnings.length + words.length === 0) return (text) => text;
  const begins = anyOf(beginnings);
  const mayHave = (text: string): boolean =>
    begins?.test(text) === true || words.some((word) => word.test(text)) || maySpell.test(text);
  return (text) => (mayHave(text) ? maskedHead(text, secrets, Number.POSITIVE_INFINITY) : text);
}

const anyOf = (texts: readonly string[]): RegExp | null =>
  texts.length === 0 ? null : new RegExp([...new Set(texts)].map(escaped).join('|'));
