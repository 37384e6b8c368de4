/**
 * Phrases that a reader stumbles over, each with what to write instead. They're a sample of a kind: the standard is
 * plain, active American English (build/decisions/vocabulary.md).
 */
const phrases = [
  ['mend(?:s|ed|ing)?', 'fix'],
  ['anew', 'again'],
  ["(?:nobody|your|the server)['’]?s? turn", 'who has to do what'],
  ['to the letter', 'exactly'],
  ['(?:is|are) to be', 'must be, or should be'],
  ['(?:it is|they are) none', 'what it is'],
  ['stands? there', 'is there'],
  ['what stands', 'what is there'],
  ['a yes', 'permission'],
  ['can not', 'can’t, or cannot'],
  ['go(?:es)? along', 'agree'],
  ['(?:and|or) the like', 'and similar'],
  ['by itself', 'on its own, or automatically'],
  ['as it is(?! \\w)', 'unchanged'],
  ['is another(?: one)?(?=[.,;:)]|$)', 'differs'],
  ['of (?:it|them) are no', 'are not'],
  ['in the clear', 'unencrypted'],
  ['asked for by', 'requested by'],
].map(([pattern, instead]) => ({ pattern: new RegExp(`\\b${pattern}\\b`, 'i'), instead }));

/** What to write instead of the first such phrase in a text; null where there's none. */
export function judgePhrases(text) {
  for (const { pattern, instead } of phrases) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return `write plainly: instead of “${found}”, say ${instead}`;
  }
  return null;
}
