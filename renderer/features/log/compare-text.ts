import { revealInvisible } from '../../../shared/invisible.ts';

/** UTF-16 units: the editor lays out whole lines, and a server decides how long they are. */
export const longestPart = 2_000;
/** UTF-16 units of each side; the rest isn't compared. */
export const mostCompared = 1_000_000;

export interface ComparedText {
  readonly text: string;
  /** Long lines were broken. */
  readonly isBroken: boolean;
  readonly isCut: boolean;
}

/** A body as the two sides of a comparison show it, short enough for the editor. */
export function comparedText(body: string): ComparedText {
  const isCut = body.length > mostCompared;
  const lines = revealInvisible(isCut ? body.slice(0, mostCompared) : body).split('\n');
  let isBroken = false;
  const parts = lines.flatMap((line) => {
    if (line.length <= longestPart) return [line];
    isBroken = true;
    return line.match(/.{1,2000}/gsu) ?? [];
  });
  return { text: parts.join('\n'), isBroken, isCut };
}
