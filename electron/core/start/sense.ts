/** Short words without a vowel, or shorter than others, that names are made of. */
const acronyms = new Set(
  [
    'mcp api sse rpc sql http https ftp ssh tls ssl html css xml json yaml pdf csv url uri cdn dns',
    'aws gcp ai ml llm gpt sdk cli gui ide ios mac win arm amd dev prod test db mq js ts py go vm',
  ].flatMap((words) => words.split(' ')),
);

/** Letters in camel case, capitals, digits. */
const pieces = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** Whether a piece can be read out, or is a year. */
function reads(piece: string): boolean {
  if (/^\d/.test(piece)) return /^(?:19|20)\d\d$/.test(piece);
  const word = piece.toLowerCase();
  return (
    acronyms.has(word) || (word.length > 2 && /[aeiouy]/.test(word) && !/[^aeiouy]{5}/.test(word))
  );
}

/**
 * Whether at most half of the letters and digits of a text are words that somebody would say: `AbC123xyz`
 * has none to speak of, `K8sCluster` and `OAuth2Server` have.
 */
export function isSenseless(text: string): boolean {
  let [all, said] = [0, 0];
  for (const [piece] of text.matchAll(pieces)) {
    all += piece.length;
    if (reads(piece)) said += piece.length;
  }
  return all > 0 && said * 2 <= all;
}

/** How often letters, capitals and digits take turns; the capital that begins a word is no turn to what follows. */
export const turnsIn = (text: string): number =>
  text.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
