/** A stretch of a text and what it says; `literal`: the same, character by character. */
interface Stretch {
  /** Where what it says begins. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly literal: boolean;
}

/** Escapes of JSON behind any number of backslashes, and bytes behind any number of `%25`. */
const otherwise =
  /\\+(?:u[0-9a-f]{4}|["'/nrtbf])?|(?:%(?:25)*[89a-f][0-9a-f])+|%(?:25)*[0-7][0-9a-f]/gi;
const named: Readonly<Record<string, string>> = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' },
};

/**
 * A text with everything spelled out that JSON, JSON as a text in JSON, PHP (`\/`) and addresses write
 * otherwise, as often as they did. For comparing only: a text that has such signs of its own says
 * something else afterwards, and so does the secret that is looked for in it.
 */
export function spelledOut(text: string): string {
  return text.replaceAll(otherwise, said);
}

function said(sign: string): string {
  if (sign.startsWith('%'))
    return Buffer.from(sign.replaceAll(/%(?:25)*(?=[0-9a-f]{2})/gi, ''), 'hex').toString('utf8');
  const [escape = ''] = /[^\\].*$/.exec(sign) ?? [];
  if (escape.length > 1) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return escape === '' ? '\\' : (named[escape] ?? escape);
}

/**
 * `text` with `by` wherever it says `spelled`, in whatever mixture of spellings: the server chooses how
 * it repeats what it was told. `spelled` comes from `spelledOut`. Takes as long as the text is.
 */
export function replaceSpelled(text: string, spelled: readonly string[], by: string): string {
  let result = text;
  let whole = spelledOut(result);
  for (const one of spelled) {
    if (!whole.includes(one)) continue;
    result = replaced(result, whole, one, by);
    whole = spelledOut(result);
  }
  return result;
}

/** Of one sign: `\\u0061` behind some backslashes more, `%252525` and two digits. */
const longestSign = 12;
/** Of a longer one nobody looks for more than this around a cut, in characters. */
const longestReach = 262_144;

/**
 * Where that of `spelled` ends that stands across `end` in `text`; `end` where none does. Looks no further
 * around it than one can reach that is written out sign by sign.
 */
export function endOfSpelled(text: string, end: number, spelled: readonly string[]): number {
  let result = end;
  for (const one of spelled) {
    const reach = Math.min(one.length * longestSign, longestReach);
    const from = Math.max(0, result - reach);
    const around = text.slice(from, result + reach);
    if (!/[\\%]/.test(around)) continue;
    for (const place of placesIn(around, spelledOut(around), one))
      if (from + place.from < result && from + place.to > result) result = from + place.to;
  }
  return result;
}

function replaced(text: string, whole: string, spelled: string, by: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { from, to } of placesIn(text, whole, spelled)) {
    parts.push(text.slice(done, Math.max(done, from)), by);
    done = to;
  }
  return parts.join('') + text.slice(done);
}

/** Where a text says `spelled`; `whole` is all that it says. */
function* placesIn(
  text: string,
  whole: string,
  spelled: string,
): Generator<{ readonly from: number; readonly to: number }> {
  if (!whole.includes(spelled)) return;
  const stretches = stretchesOf(text);
  let place = 0;
  const stretchAt = (index: number): Stretch | undefined => {
    while ((stretches[place + 1]?.at ?? Number.POSITIVE_INFINITY) <= index) place += 1;
    return stretches[place];
  };
  for (let at = whole.indexOf(spelled); at !== -1;) {
    const first = stretchAt(at);
    const from = first?.literal === true ? first.from + at - first.at : (first?.from ?? 0);
    const end = at + spelled.length;
    const last = stretchAt(end - 1);
    const to = last?.literal === true ? last.from + end - last.at : (last?.to ?? text.length);
    yield { from, to };
    at = whole.indexOf(spelled, end);
  }
}

function stretchesOf(text: string): readonly Stretch[] {
  const found: Stretch[] = [];
  let [at, from] = [0, 0];
  const literal = (to: number): void => {
    if (to > from) found.push({ at, from, to, literal: true });
    at += to - from;
    from = to;
  };
  for (const { 0: sign, index } of text.matchAll(otherwise)) {
    literal(index);
    const to = index + sign.length;
    found.push({ at, from, to, literal: false });
    at += said(sign).length;
    from = to;
  }
  literal(text.length);
  return found;
}
