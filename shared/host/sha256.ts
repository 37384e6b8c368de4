/**
 * The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4,
 * 4.2.2), and the square roots of the first 8 (5.3.3).
 */
const [rounds, initial] = constants();

/**
 * SHA-256 of a text's UTF-8 bytes, as `sha256:` and 64 lowercase hexadecimal characters.
 * Implemented here because a browser's is only asynchronous, and a check is synchronous.
 */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = Uint32Array.from(initial);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(at + 4 * index);
    compress(state, words);
  }
  return `sha256:${[...state].map((word) => word.toString(16).padStart(8, '0')).join('')}`;
}

/** One block (6.2.2). Sums wrap to 32 bits when stored or shifted. */
function compress(state: Uint32Array, words: Uint32Array): void {
  for (let index = 16; index < 64; index += 1) {
    const near = at(words, index - 2);
    const far = at(words, index - 15);
    words[index] =
      at(words, index - 16) +
      (turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)) +
      at(words, index - 7) +
      (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10));
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const first =
      (h +
        (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
        ((e & f) ^ (~e & g)) +
        at(rounds, index) +
        at(words, index)) |
      0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries())
    state[index] = at(state, index) + word;
}

const at = (words: Uint32Array, index: number): number => words[index] ?? 0;
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Exact in doubles: a root below 20 leaves 48 bits for its fraction, of which 32 are used. */
function constants(): readonly [Uint32Array, Uint32Array] {
  const cubes = new Uint32Array(64);
  const squares = new Uint32Array(8);
  const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);
  for (let candidate = 2, found = 0; found < 64; candidate += 1) {
    let divisor = 2;
    while (candidate % divisor !== 0) divisor += 1;
    if (divisor !== candidate) continue;
    cubes[found] = fraction(Math.cbrt(candidate));
    if (found < 8) squares[found] = fraction(Math.sqrt(candidate));
    found += 1;
  }
  return [cubes, squares];
}
