/**
 * Names that explain themselves: exported types of two words, and files named after what they export. Words
 * and their reasons: build/decisions/vocabulary.md.
 */

/** Core types, and the host library's published ones, whose names other programs use. */
const oneWord = new Set([
  ...['Finding', 'Operation', 'Problem', 'Props', 'Result'],
  ...['Answer', 'Approvals', 'Failure', 'Identity', 'Query', 'Resource', 'Standing'],
]);

/** File names that say nothing about what's inside: participles, metaphors, and "words". */
const vague = new Set([
  ...['words', 'told', 'left', 'came-in', 'looked-for', 'named-in', 'opened', 'served', 'carried'],
  ...['desk', 'shelf', 'journal', 'notebook', 'keeper', 'witness', 'sieve', 'lane', 'courtesy'],
  ...[
    'patience',
    'pace',
    'beside',
    'elsewhere',
    'deeper',
    'asking',
    'misc',
    'util',
    'utils',
    'helpers',
  ],
]);

/** Why an exported type can't have this name; null where it can. */
export function judgeTypeName(name) {
  if (oneWord.has(name)) return null;
  const words = name.match(/[A-Z]/g)?.length ?? 0;
  return words >= 2
    ? null
    : `an exported type has a name of two words that says what it is: ${name} could be anything`;
}

/** Top-level names that say nothing away from the line that declares them. */
const bare = new Set(['most', 'none', 'named', 'plain', 'known', 'keyOf']);

/** Why a function or constant of a whole file can't have this name; null where it can. */
export function judgeTopLevelName(name) {
  return bare.has(name)
    ? `a name that a whole file uses says what it is: ${name} could be anything`
    : null;
}

/** Why a file can't have this name; null where it can. */
export function judgeFileName(path) {
  const name = path.split('/').at(-1).replace(/\..*$/, '');
  return vague.has(name) ? `a file is named after what it exports, not ${name}` : null;
}
