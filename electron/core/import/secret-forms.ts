/** Shorter values ("true", "8080", "info") would mask ordinary words. */
export const shortestSecret = 6;
/**
 * The minimum for a value whose name marks a credential; one or two characters occur in every text.
 */
export const shortestNamed = 3;

interface Forms {
  /** As written, as JSON and addresses write it, and its bytes in hex. */
  readonly plain: readonly string[];
  /** What any text that contains it has in base64, whatever surrounds it. */
  readonly base64: readonly string[];
  /** For a short secret: where it's a whole word. */
  readonly word: RegExp | null;
}

/** Computed once: every log line is searched for every secret of its server. */
const cache = new Map<string, Forms>();
const mostKnown = 500;

export function formsOf(secret: string): Forms {
  const before = cache.get(secret);
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
  if (cache.size >= mostKnown) cache.clear();
  cache.set(secret, forms);
  return forms;
}

/**
 * Escapes a text for a regular expression, with or without the flag `u`, under which a dash has no
 * escape.
 */
export const escaped = (text: string): string =>
  text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);

/**
 * No letter, digit or joint of a word beside it; the letter of a JSON escape and the digits of a
 * percent-escape don't count, however often they're encoded.
 */
const asWord = (forms: readonly string[]): RegExp =>
  new RegExp(
    String.raw`(?:(?<![\p{L}\p{N}_-])|(?<=\\[nrtbf])|(?<=\\u[\da-f]{4})|(?<=%(?:25){0,3}[\da-f]{2}))(?:${[
      ...new Set(forms),
    ].join('|')})(?![\p{L}\p{N}_-])`,
    'giu',
  );

/** Each character literally, percent-encoded once or more, or as a JSON escape. */
const anySpelling = (secret: string): string =>
  [...secret]
    .map((sign) => {
      const bytes = [...Buffer.from(sign)].map((byte) => `%(?:25){0,3}${hex(byte, 2)}`);
      const units = sign.split('').map((unit) => String.raw`\\u${hex(unit.charCodeAt(0), 4)}`);
      return `(?:${escaped(sign)}|${bytes.join('')}|${units.join('')})`;
    })
    .join('');

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** Separators in byte dumps. Longer secrets are only looked for without a separator. */
const joints = ['', ':', ' ', '-', String.raw`\x`];
const longestJoined = 1_000;
/** Nobody writes longer ones as hex into a line, and their forms would fill the memory. */
const longestInHex = 65_536;

/** The bytes of a text in hex, in both cases. */
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
 * Base64 writes three bytes as four characters, so a text has three encodings, depending on how
 * many bytes precede it (`user:` before a password). Takes, for each, the characters that depend on
 * the text alone, in both alphabets.
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
/** Without the slash: what follows one may be another part of a path. */
const ofWord = /[\w+=-]/;
/** On either side of a secret: longer than any user name, shorter than a large file. */
const mostBeside = 200;

/**
 * Replaces with `by` each stretch of base64 that contains a secret with these `forms`. Takes linear
 * time however often its sender repeats a secret.
 */
export function replaceBase64(text: string, forms: readonly string[], by: string): string {
  return forms.reduce((result, form) => replacedForm(result, form, by), text);
}

function replacedForm(text: string, form: string, by: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, done)) {
    let [from, to] = [at, at + form.length];
    // The adjacent characters hold bits of the secret too.
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
    // A lone surrogate has no percent-encoding, so it can't occur encoded.
    return text;
  }
}
