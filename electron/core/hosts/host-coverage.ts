import { masked, maskSecrets } from '../import/mask.ts';

/** Shorter ones are ordinary words elsewhere. */
const shortest = 6;

/**
 * A piece of an app's file with its secrets masked however they are written: other programs write
 * `\u003d` for `=` and `\/` for `/`, and YAML and TOML wrap values over many lines. It ignores
 * quotes, so a quote in a comment can't mislead it.
 */
export function covered(piece: string, secrets: readonly string[]): string {
  // All at once rather than one by one: masking a shorter secret first would hide where a longer,
  // differently written one is and leave the rest of it readable.
  const read = [false, true].reduce(
    (text, isDoubled) => coveredAs(text, secrets, isDoubled),
    piece,
  );
  return maskSecrets(
    read,
    secrets.filter(({ length }) => length >= shortest),
  );
}

function coveredAs(source: string, secrets: readonly string[], isDoubled: boolean): string {
  const { text, from, to } = decoded(source, isDoubled);
  const found: (readonly [start: number, end: number])[] = [];
  for (const secret of secrets) {
    const wanted = secret.replaceAll(/\s/g, '');
    if (wanted.length < shortest) continue;
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length))
      found.push([from[at] ?? 0, to[at + wanted.length - 1] ?? source.length]);
  }
  found.sort(([a], [b]) => a - b);
  let result = '';
  let done = 0;
  for (const [start, end] of found) {
    if (start >= done) result += source.slice(done, start) + masked;
    done = Math.max(done, end);
  }
  return result + source.slice(done);
}

/** The unescaped text without spaces, and where each unit of it is written. */
interface Decoded {
  readonly text: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

const escape = /\\(?:u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|x[\dA-Fa-f]{2}|[^])/g;
const doubled = new RegExp(`''|${escape.source}`, 'g');

function decoded(source: string, isDoubled: boolean): Decoded {
  const from: number[] = [];
  const to: number[] = [];
  let text = '';
  const add = (piece: string, start: number, end: number): void => {
    for (const [index, unit] of piece.split('').entries()) {
      if (/\s/.test(unit)) continue;
      text += unit;
      from.push(end - start === piece.length ? start + index : start);
      to.push(end - start === piece.length ? start + index + 1 : end);
    }
  };
  let done = 0;
  for (const { 0: written, index } of source.matchAll(isDoubled ? doubled : escape)) {
    add(source.slice(done, index), done, index);
    done = index + written.length;
    add(meant(written), index, done);
  }
  add(source.slice(done), done, source.length);
  return { text, from, to };
}

/**
 * What an escape stands for; escapes for spaces, and for characters no secret has, stand for
 * nothing.
 */
function meant(written: string): string {
  if (written === "''") return "'";
  const letter = written[1] ?? '';
  if (written.length > 2) {
    const point = Number.parseInt(written.slice(2), 16);
    return point > 0x10_ff_ff ? '' : String.fromCodePoint(point);
  }
  return /[a-z0-9]/i.test(letter) ? '' : letter;
}
