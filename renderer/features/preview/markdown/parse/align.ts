/** What a source range became: displayed text, and characters that wouldn't be displayed. */
export interface AlignedText {
  readonly shown: readonly (
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'dropped'; readonly value: string }
  )[];
}

const punctuation = /[!-/:-@[-`{-~]/;
const space = /\s/;
const reference = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z\d]{1,31});/y;

/**
 * Aligns a node's text with its source. Character references are shown as written: a model reads
 * `&#112;`, not `p`. Whatever is in neither the text nor the markup is returned as dropped, so a
 * mistake here shows too much, never too little.
 * @param mode `verbatim` for code, in which nothing is escaped.
 */
export function align(source: string, value: string, mode: 'text' | 'verbatim'): AlignedText {
  if (source === value) return { shown: value === '' ? [] : [{ kind: 'text', value }] };
  const out = new Pieces();
  let j = 0;
  let lineStart = false;
  for (let i = 0; i < source.length;) {
    const char = source[i] ?? '';
    const wanted = value[j] ?? '';
    const next = source[i + 1] ?? '';
    if (space.test(char)) {
      if (wanted !== '' && space.test(wanted)) {
        out.text(wanted);
        j += 1;
      }
      if (char === '\n') lineStart = true;
      i += 1;
      continue;
    }
    const ref = mode === 'text' && char === '&' ? referenceAt(source, i) : null;
    if (ref !== null && !value.startsWith(ref, j)) {
      out.text(ref);
      i += ref.length;
      j += unitsOf(ref, source[i] ?? '', value, j);
    } else if (
      char === '\\' &&
      next === wanted &&
      (mode === 'text' ? punctuation.test(next) : next === '|')
    ) {
      out.text(wanted);
      i += 2;
      j += 1;
    } else if (char === wanted) {
      out.text(char);
      i += 1;
      j += 1;
    } else if (lineStart && char === '>') {
      i += 1;
      continue;
    } else if (wanted !== '' && space.test(wanted)) {
      out.text(wanted);
      j += 1;
      continue;
    } else {
      out.dropped(char);
      i += 1;
    }
    lineStart = false;
  }
  out.text(value.slice(j));
  return { shown: out.pieces };
}

function referenceAt(source: string, at: number): string | null {
  reference.lastIndex = at;
  return reference.exec(source)?.[0] ?? null;
}

/** How many text units a reference represents: one, or two for a surrogate pair. */
function unitsOf(ref: string, following: string, value: string, at: number): number {
  if (ref.startsWith('&#')) {
    const hex = /^&#x/i.test(ref);
    const point = Number.parseInt(ref.slice(hex ? 3 : 2, -1), hex ? 16 : 10);
    return point > 0xffff && point <= 0x10ffff ? 2 : 1;
  }
  const one = value[at + 1] ?? '';
  return one !== following && value[at + 2] === following && following !== '' ? 2 : 1;
}

class Pieces {
  readonly pieces: { kind: 'text' | 'dropped'; value: string }[] = [];
  text(value: string): void {
    this.add('text', value);
  }
  dropped(value: string): void {
    this.add('dropped', value);
  }
  private add(kind: 'text' | 'dropped', value: string): void {
    if (value === '') return;
    const last = this.pieces.at(-1);
    if (last?.kind === kind) last.value += value;
    else this.pieces.push({ kind, value });
  }
}
