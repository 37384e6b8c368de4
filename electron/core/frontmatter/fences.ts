import { ok, type Result, err } from '../../../shared/result.ts';
import { limits } from '../limits.ts';
import { exactSize } from '../../../shared/size-text.ts';
import { visible } from '../text.ts';

const opening = /^\uFEFF?---[ \t]*(?:\r\n|\n)/;
/** Bounded, because a line may be up to 16 MiB long. A longer one is not a closing line. */
const close = /^---[ \t]{0,200}\r?$/;
/**
 * Characters that end a line for some readers only, once CRLF is LF: YAML 1.2 has CR, 1.1 adds the
 * other three, and regular expressions have none.
 */
const lineEnd = /[\r\u0085\u2028\u2029]/;
/** Characters outside YAML's character set, and a byte order mark in the wrong place. */
const unprintable = /[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;
/** Readers that join lines differ on a tab at either end of a line. */
const tabAtEnd = /^ *\t|\t *$/m;

interface FencedFrontmatter {
  /** Between the two lines, with LF line ends. */
  readonly yaml: string;
  /** After the closing line, as received. */
  readonly body: string;
}

/**
 * Splits a `SKILL.md` at its two `---` lines, reading at most `limits.frontmatterBytes`. Hosts
 * split it by a YAML reader, by lines or by an expression for `\n---`; the reference parser of
 * Agent Skills ends at the first three dashes anywhere, and Codex at a line that trims to them. A
 * server could use the differences to show a reviewer fields that hosts give to the model as text,
 * or the reverse, so nothing before the closing line may look like a line ending or a closing line
 * to only some of them.
 */
export function splitAtFences(text: string): Result<FencedFrontmatter, FrontmatterRefusal> {
  const open = opening.exec(text);
  if (open === null) return refuse('missing', 'The file does not start with a "---" line.');
  const start = open[0].length;
  const tooLarge = (): Result<never, FrontmatterRefusal> =>
    refuse('too-large', `The frontmatter is larger than ${exactSize(limits.frontmatterBytes)}.`);
  for (let at = start; at - start <= limits.frontmatterBytes;) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline;
    if (text.startsWith('---', at)) {
      const source = text.slice(start, at);
      if (Buffer.byteLength(source) > limits.frontmatterBytes) return tooLarge();
      const yaml = source.replaceAll('\r\n', '\n');
      const odd = oddCharacter(yaml);
      if (odd !== null) return odd;
      if (!close.test(text.slice(at, end)))
        return refuse(
          'fence',
          'A line starts with "---" and continues; some readers end the frontmatter there.',
          yaml,
          yaml.length + 3,
        );
      const body = newline === -1 ? '' : text.slice(newline + 1);
      // Expressions such as /\n---\n/ miss a closing line with anything after its dashes.
      const isPlain = text.slice(at + 3, end) === (open[0].endsWith('\r\n') ? '\r' : '');
      if (!isPlain && newline !== -1 && /^---\r?$/m.test(body))
        return refuse(
          'fence',
          'The closing line has whitespace after "---"; ' +
            'some readers end the frontmatter at a later line.',
          yaml,
          yaml.length + 3,
        );
      const inner = yaml.indexOf('---');
      if (inner !== -1)
        return refuse(
          'inner-fence',
          'The frontmatter has "---" before its closing line; some readers end it there.',
          yaml,
          inner,
        );
      return ok({ yaml, body });
    }
    if (newline === -1) return refuse('unterminated', 'The frontmatter has no closing "---" line.');
    at = newline + 1;
  }
  return tooLarge();
}

/** Refuses characters at which some readers split or join lines. */
function oddCharacter(yaml: string): Result<never, FrontmatterRefusal> | null {
  const ends = lineEnd.exec(yaml);
  if (ends !== null)
    return refuse(
      'line-end',
      `The frontmatter has ${nameOf(ends[0])}, which ends a line only for some readers.`,
      yaml,
      ends.index,
    );
  const odd = unprintable.exec(yaml);
  if (odd !== null)
    return refuse(
      'character',
      `The frontmatter has ${nameOf(odd[0])}, which YAML does not allow.`,
      yaml,
      odd.index,
    );
  const tab = tabAtEnd.exec(yaml);
  if (tab === null) return null;
  return refuse(
    'ambiguous-layout',
    'A line of the frontmatter starts or ends with a tab.',
    yaml,
    tab.index,
  );
}

const nameOf = (character: string): string =>
  `the character U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const format = 'Agent Skills, "SKILL.md format"';
const identity = 'SEP-2640, "Frontmatter Verification"';
const bounds = 'SEP-2640, "Limits"';

/**
 * Why frontmatter is refused, each reason with its clause. It is missing or isn't YAML (`missing`
 * to `not-json`); readers differ on it, so that a host could see something else than was approved
 * (`line-end` to `ambiguous-value`); or it costs more than any honest frontmatter (the rest).
 */
export const refusalClauses = {
  missing: format,
  unterminated: format,
  yaml: 'YAML 1.2.2',
  'not-a-mapping': format,
  'not-json': 'SEP-2640, "Frontmatter"',
  'line-end': 'YAML 1.2.2, 5.4 "Line Break Characters"; 1.1 has three more',
  character: 'YAML 1.2.2, 5.1 "Character Set"',
  fence: format,
  'inner-fence': format,
  document: 'YAML 1.2.2, 9.1 "Documents"',
  directive: 'YAML 1.2.2, 6.8 "Directives"',
  tag: 'YAML 1.2.2, 6.9.1 "Node Tags"',
  'merge-key': 'YAML 1.1, "Merge Key Language-Independent Type"; 1.2 has none',
  'duplicate-key': 'YAML 1.2.2, 3.2.1.3 "Node Comparison"',
  'key-not-text': identity,
  'ambiguous-value': 'YAML 1.2.2, 10.3.2 "Tag Resolution"; 1.1 resolves differently',
  'ambiguous-layout': identity,
  'too-large': bounds,
  'too-many-tokens': bounds,
  'too-many-anchors': bounds,
  'too-deep': bounds,
} as const;
export type RefusalReason = keyof typeof refusalClauses;

/** A position in the file: both count from 1, columns in UTF-16 units. */
interface FilePosition {
  readonly line: number;
  readonly column: number;
}

export interface FrontmatterRefusal {
  readonly reason: RefusalReason;
  /** One sentence that names the position, without control characters of the server. */
  readonly message: string;
  readonly clause: string;
  /** Null if it is about the whole frontmatter. */
  readonly where: FilePosition | null;
}

/**
 * A refusal at `offset` of `yaml`, the text after the opening line; without an offset, of the
 * whole.
 */
export function refuse(
  reason: RefusalReason,
  message: string,
  yaml = '',
  offset: number | null = null,
): Result<never, FrontmatterRefusal> {
  const where = offset === null ? null : placeOf(yaml, offset);
  const place = where === null ? '' : ` (line ${where.line}, column ${where.column})`;
  return err({
    reason,
    message: `${visible(message, 400)}${place}`,
    clause: refusalClauses[reason],
    where,
  });
}

function placeOf(yaml: string, offset: number): FilePosition {
  let line = 2;
  let start = 0;
  for (let at = yaml.indexOf('\n'); at !== -1 && at < offset; at = yaml.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}
