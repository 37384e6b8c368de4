/** Short words, some without a vowel, that names are made of. */
const acronyms = new Set(
  [
    'mcp api sse rpc sql http https ftp ssh tls ssl html css xml json yaml pdf csv url uri cdn dns',
    'aws gcp ai ml llm gpt sdk cli gui ide ios mac win arm amd dev prod test db mq js ts py go vm',
  ].flatMap((words) => words.split(' ')),
);

/** Words with digits: systems, encodings and protocols. */
const withDigits = new RegExp(
  '(?<![A-Za-z])(?:x86|x64|win(?:32|64)|arm64|amd64|aarch64|utf8|base(?:32|64)|md5|' +
    'sha(?:1|256|512)|k8s|ec2|oauth2|http2|ipv[46]|log4j|neo4j|h26[45]|web3)',
  'gi',
);
/** Letters in camel case, capitals, digits. */
const pieces = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** Whether a piece is pronounceable or a year. */
function reads(piece: string): boolean {
  if (/^\d/.test(piece)) return /^(?:19|20)\d\d$/.test(piece);
  const word = piece.toLowerCase();
  return (
    acronyms.has(word) || (word.length > 2 && /[aeiouy]/.test(word) && !/[^aeiouy]{5}/.test(word))
  );
}

/**
 * How much of a text's letters and digits is in pronounceable words, from 0 to 1: a third of
 * `AbC123xyz`, nearly all of `K8sCluster` and `OAuth2Server`. All of a text without any.
 */
export function senseOf(text: string): number {
  let [all, said] = [0, 0];
  const rest = text.replaceAll(withDigits, (word) => {
    all += word.length;
    said += word.length;
    return ' ';
  });
  for (const [piece] of rest.matchAll(pieces)) {
    all += piece.length;
    if (reads(piece)) said += piece.length;
  }
  return all === 0 ? 1 : said / all;
}

export const isSenseless = (text: string): boolean => senseOf(text) <= 0.5;

/**
 * How often letters, capitals and digits alternate; a word's initial capital doesn't count as a
 * change.
 */
export const turnsIn = (text: string): number =>
  text.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
