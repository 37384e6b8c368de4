/** UTF-16 units that are laid out together at most: the cost of one line of two directions is square. */
const maxLength = 2_000;

/**
 * A text in pieces of several lines, each with its place: a line longer than a piece goes on in the
 * next one. Nothing is left out, and no pair is parted.
 */
export function piecesOf(text: string): readonly (readonly [at: number, piece: string])[] {
  const pieces: [number, string][] = [];
  for (let at = 0; at < text.length;) {
    const to = endOf(text, at);
    pieces.push([at, text.slice(at, to)]);
    at = to;
  }
  return pieces;
}

/** After the last line end of the next piece, else where the piece is full. */
function endOf(text: string, from: number): number {
  const full = from + maxLength;
  if (full >= text.length) return text.length;
  const line = text.lastIndexOf('\n', full - 1) + 1;
  if (line > from) return line;
  const last = text.charCodeAt(full - 1);
  return last >= 0xd800 && last <= 0xdbff ? full - 1 : full;
}
