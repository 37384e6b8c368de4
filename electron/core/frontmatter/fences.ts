import { ok, type Result } from '../../../shared/result.ts';
import { limits } from '../limits.ts';
import { refuse, type FrontmatterRefusal } from './refusal.ts';
import { exactSize } from '../../../shared/size-text.ts';

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

export interface FencedFrontmatter {
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
