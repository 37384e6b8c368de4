/** A stretch of a text and its meaning; `literal`: the meaning, character by character. */
interface Stretch {
  /** Where its meaning begins. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly literal: boolean;
}

/** JSON escapes behind any number of backslashes, and bytes behind any number of `%25`. */
const otherwise =
  /\\+(?:u[0-9a-f]{4}|["'/nrtbf])?|(?:%(?:25)*[89a-f][0-9a-f])+|%(?:25)*[0-7][0-9a-f]/gi;
const escapeValues: Readonly<Record<string, string>> = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' },
};

/**
 * Decodes everything that JSON, JSON inside JSON, PHP (`\/`) and addresses escape, however often.
 * For comparing only: a text that really contains such signs changes its meaning, and so does the
 * secret it's compared with.
 */
export function spelledOut(text: string): string {
  return text.replaceAll(otherwise, said);
}

function said(sign: string): string {
  if (sign.startsWith('%'))
    return Buffer.from(sign.replaceAll(/%(?:25)*(?=[0-9a-f]{2})/gi, ''), 'hex').toString('utf8');
  const [escape = ''] = /[^\\].*$/.exec(sign) ?? [];
  if (escape.length > 1) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return escape === '' ? '\\' : (escapeValues[escape] ?? escape);
}

/**
 * Replaces with `by` every place in `text` that means `spelled`, in any mix of spellings, because
 * the server chooses how to repeat what it received. `spelled` comes from `spelledOut`. Takes
 * linear time.
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

/** For one character: `\\u0061` behind a few extra backslashes, `%252525` and two digits. */
const longestSign = 12;
/** For a longer one, at most this many characters around a cut are searched. */
const longestReach = 262_144;

/**
 * Where the occurrence of `spelled` that crosses `end` in `text` ends; `end` if there is none.
 * Searches only as far as a fully escaped secret can reach.
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

/** Where a text means `spelled`; `whole` is its entire meaning. */
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
