/**
 * Frontmatter texts of one size, to test and measure the cost of reading: an honest one, as
 * structured as the most structured real skills, and those that make readers slow.
 */

const fill = (head: string, unit: string, tail: string, size: number): string =>
  head + unit.repeat(Math.floor((size - head.length - tail.length) / unit.length)) + tail;

/** About 1,200 tokens at any size, and not only plain lines, so that the library reads it. */
export function honestText(size: number): string {
  const fields = 150;
  const value = 'word '.repeat(Math.floor((size - 60) / fields / 5) - 3);
  const lines = Array.from({ length: fields }, (_, at) => `  field-${at}: "${value}"`);
  return `name: honest\ndescription: >-\n  d\nmetadata:\n${lines.join('\n')}\n`;
}

/** Named by what each has too much of; `size` in characters, all ASCII. */
export function costlyTexts(size: number): Record<string, string> {
  const of = (head: string, unit: string, tail = '\n') => fill(head, unit, tail, size);
  const numbered = (head: string, line: (at: number) => string): string => {
    let text = head;
    for (let at = 0; text.length < size - 20; at += 1) text += line(at);
    return `${text}\n`;
  };
  return {
    anchors: numbered('a:\n', (at) => `- &a${at} x\n`),
    'anchors in a flow': `${numbered('a: [', (at) => `&a${at} x,`)}]\n`,
    'anchors of one node': of('a: ', '&a '),
    aliases: of('a: &a x\nb: [', '*a,', ']\n'),
    tags: of('a: ', '!a '),
    'open lists': of('a: ', '['),
    'open mappings': of('a: ', '{a: '),
    'lists in lists': of('a:\n', '- '),
    'explicit keys': of('', '? '),
    'deep mappings': Array.from({ length: 350 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
    'long lists': of('a: [', 'a,', ']\n'),
    'lists of nothing': of('a: [', ',', ']\n'),
    keys: numbered('', (at) => `${at.toString(36)}x:\n`),
    'equal keys': of('', 'a: b\n', ''),
    'merge keys': of('', '<<: {}\n', ''),
    'an open quote': of('a: "', 'a '),
    'an open quote of lines': of('a: "', 'a\n '),
    'open single quotes': of("a: '", "''"),
    escapes: of('a: "', '\\u0041', '"\n'),
    'many quotes': of('a: ', '""'),
    'many lines of text': of('a: ', 'b\n '),
    'empty lines': of('a: b', '\n'),
    'a block of lines': of('a: |\n', ' b\n', ''),
    'a folded block': of('a: >\n', ' b\n', ''),
    'a block of empty lines': of('a: |\n', '\n'),
    comments: of('a: b\n', '#\n', ''),
    blanks: of('a: ', ' ', 'b\n'),
    tabs: of('a: b', '\t', 'c\n'),
    'a long number': of('a: ', '1'),
    'a long number with a letter': of('name: ', '1', 'x\n'),
    'a long number with points': of('name: ', '1:1'),
    'closing brackets': of('a: 1\n', '}\n', ''),
    'reserved characters': of('a: 1\n', '@\n', ''),
    directives: of('', '%a\n', ''),
    'ends of documents': of('', '...\n', ''),
    'a long key': of('', 'a', ': b\n'),
    'plain lines with a last odd one': of('', 'a: b\n', 'a: b: c\n'),
  };
}
