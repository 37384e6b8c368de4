/** Shorter values ("true", "8080", "info") would mask ordinary words. */
export const shortestSecret = 6;
/** Of what a name says is a credential; one or two signs are in every text and hide nothing. */
export const shortestNamed = 3;

interface Forms {
  /** As it is, as JSON and addresses write it, and its bytes in hex. */
  readonly plain: readonly string[];
  /** What stands in base64 of any text that has it, whatever precedes it and follows. */
  readonly base64: readonly string[];
  /** Of a short one: where it stands as a word of its own. */
  readonly word: RegExp | null;
}

/** Computed once: every line of a log is searched for every secret of its server. */
const known = new Map<string, Forms>();
const mostKnown = 500;

export function formsOf(secret: string): Forms {
  const before = known.get(secret);
  if (before !== undefined) return before;
  const written = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    new URLSearchParams({ '': secret }).toString().slice(1),
    percentEncoded(secret),
  ];
  const isShort = secret.length < shortestSecret;
  const forms = {
    plain: [...new Set([...written, ...inHex(secret)])],
    base64: isShort ? [] : [...new Set(written.flatMap(insideBase64))],
    word: isShort
      ? asWord([
          ...[...written, ...inHex(secret)].map(escaped),
          wholeBase64(secret),
          anySpelling(secret),
        ])
      : null,
  };
  if (known.size >= mostKnown) known.clear();
  known.set(secret, forms);
  return forms;
}

/** Of a text in a regular expression, with the flag `u` or without: with it a dash has no escape. */
export const escaped = (text: string): string =>
  text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);

/**
 * Neither a letter, a digit nor a joint of a word beside it; the letter of an escape of JSON and the
 * digits of one of an address are none, however often that is encoded.
 */
const asWord = (forms: readonly string[]): RegExp =>
  new RegExp(
    String.raw`(?:(?<![\p{L}\p{N}_-])|(?<=\\[nrtbf])|(?<=\\u[\da-f]{4})|(?<=%(?:25){0,3}[\da-f]{2}))(?:${[
      ...new Set(forms),
    ].join('|')})(?![\p{L}\p{N}_-])`,
    'giu',
  );

/** Each sign as it is, percent-encoded once or more often, or as an escape of JSON. */
const anySpelling = (secret: string): string =>
  [...secret]
    .map((sign) => {
      const bytes = [...Buffer.from(sign)].map((byte) => `%(?:25){0,3}${hex(byte, 2)}`);
      const units = sign.split('').map((unit) => String.raw`\\u${hex(unit.charCodeAt(0), 4)}`);
      return `(?:${escaped(sign)}|${bytes.join('')}|${units.join('')})`;
    })
    .join('');

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** How dumps of bytes join them. Of a longer secret one is looked for that joins them by nothing. */
const joints = ['', ':', ' ', '-', String.raw`\x`];
const longestJoined = 1_000;
/** Of a longer one no program writes hex into a line, and its forms would fill the memory. */
const longestInHex = 65_536;

/** The bytes of a text in hex, in small letters and in capitals. */
function inHex(text: string): readonly string[] {
  if (text.length > longestInHex) return [];
  const whole = Buffer.from(text).toString('hex');
  const pairs = text.length > longestJoined ? [whole] : (whole.match(/../g) ?? []);
  return (text.length > longestJoined ? [''] : joints).flatMap((joint) => [
    pairs.join(joint),
    pairs.map((pair) => pair.toUpperCase()).join(joint),
  ]);
}

const wholeBase64 = (text: string): string =>
  Buffer.from(text).toString('base64').replace(/=+$/, '');

/**
 * Base64 writes three bytes as four signs, so a text is written in three ways, by how many bytes precede
 * it (`user:` before a password). Of each, the signs that hang on nothing but the text; in both alphabets.
 */
function insideBase64(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((before) => {
    const written = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + bytes.length) * 8) / 6);
    const inside = written.slice(from, to);
    return [inside, inside.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

const sign = /[\w+/-]/;
/** Without the slash: what stands behind one may be another part of a path. */
const ofWord = /[\w+=-]/;
/** On either side of a secret: more than a user's name has, and not the whole of a large file. */
const mostBeside = 200;

/**
 * `text` with `by` for each stretch of base64 in which a secret stands that is written in `forms`. Takes as
 * long as the text is, however often its sender repeats a secret.
 */
export function replaceBase64(text: string, forms: readonly string[], by: string): string {
  return forms.reduce((result, form) => replacedForm(result, form, by), text);
}

function replacedForm(text: string, form: string, by: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, done)) {
    let [from, to] = [at, at + form.length];
    // The sign on either side has bits of the secret, too.
    if (from > done && sign.test(text[from - 1] ?? '')) from -= 1;
    if (sign.test(text[to] ?? '')) to += 1;
    while (from > Math.max(done, at - mostBeside) && ofWord.test(text[from - 1] ?? '')) from -= 1;
    while (to < at + form.length + mostBeside && ofWord.test(text[to] ?? '')) to += 1;
    parts.push(text.slice(done, from), by);
    done = to;
  }
  return parts.join('') + text.slice(done);
}

function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // A lone surrogate has no percent-encoding, so it cannot occur encoded.
    return text;
  }
}
