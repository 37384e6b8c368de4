// Most frontmatter is a few lines of `key: text`. Reading those lines here costs a twentieth of
// what the YAML library needs (`npm run bench -- frontmatter`), which matters for ten thousand
// skills. Only text that every YAML reader reads the same way is accepted; a test compares it with
// `yamlMapping`.

const line = /^([A-Za-z][A-Za-z0-9_-]{0,63}):(?: (\S.*))?$/;
const inner = /^( {1,8})(?:- (\S.*)|([A-Za-z][A-Za-z0-9_-]{0,63}): (\S.*))$/;
/** Printable ASCII, Latin letters and common typography: no reader's whitespace or line ending. */
const ordinary =
  /^[ -~\u00a1-\u00ac\u00ae-\u024f\u2013\u2014\u2018-\u201d\u2022\u2026\u2190-\u21ff]*$/;
const quoted = /^(?:"[^"\\]*"|'[^']*')$/;
const wholeNumber = /^(?:0|[1-9][0-9]{0,14})$/;
/** Leaves these to the library, which refuses them in fields that hosts act on. */
const otherThanText = /^(?:null|true|false|y|yes|n|no|on|off|e[0-9]+)$/i;
const mostLines = 256;

type Scalar = string | number;

/**
 * Reads a YAML mapping of plain lines, with one level of `key: value` or `- value` below a key.
 * Null for any other text, valid or not, which is left to the library.
 */
export function plainMapping(yaml: string): Record<string, unknown> | null {
  if (!yaml.endsWith('\n')) return null;
  const lines = yaml.split('\n', mostLines + 1);
  if (lines.length > mostLines) return null;
  lines.pop();
  const mapping: Record<string, unknown> = {};
  let at = 0;
  while (at < lines.length) {
    const [matched, key, text] = line.exec(lines[at] ?? '') ?? [];
    if (matched === undefined || key === undefined || !isNewKey(mapping, key)) return null;
    at += 1;
    if (text !== undefined) {
      const value = scalar(text);
      if (value === null) return null;
      mapping[key] = value;
      continue;
    }
    const start = at;
    while (lines[at]?.startsWith(' ') === true) at += 1;
    const below = innerBlock(lines, start, at);
    if (below === null) return null;
    mapping[key] = below;
  }
  return at === 0 ? null : mapping;
}

/** The lines from `start` to `end`, all at one indent: a list or a mapping. */
function innerBlock(
  lines: readonly string[],
  start: number,
  end: number,
): Scalar[] | Record<string, Scalar> | null {
  const list: Scalar[] = [];
  const mapping: Record<string, Scalar> = {};
  let keys = 0;
  let indent: string | undefined;
  for (let at = start; at < end; at += 1) {
    const [, spaces, item, key, text] = inner.exec(lines[at] ?? '') ?? [];
    indent ??= spaces;
    const value = spaces === undefined || spaces !== indent ? null : scalar(item ?? text ?? '');
    if (value === null) return null;
    if (key === undefined) {
      list.push(value);
    } else {
      if (!isNewKey(mapping, key)) return null;
      keys += 1;
      mapping[key] = value;
    }
  }
  if (keys === 0) return list.length === 0 ? null : list;
  return list.length === 0 ? mapping : null;
}

const isNewKey = (mapping: object, key: string): boolean =>
  !otherThanText.test(key) && !Object.hasOwn(mapping, key);

function scalar(text: string): Scalar | null {
  if (text.length > 4_096 || text.endsWith(' ') || !ordinary.test(text)) return null;
  if (quoted.test(text)) return text.slice(1, -1);
  if (wholeNumber.test(text)) return Number(text);
  const first = text.charCodeAt(0) | 0x20;
  if (first < 0x61 || first > 0x7a) return null;
  // A colon or a number sign in these places ends the scalar.
  if (text.includes(': ') || text.endsWith(':') || text.includes(' #')) return null;
  return otherThanText.test(text) ? null : text;
}
