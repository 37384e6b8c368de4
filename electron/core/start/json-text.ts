import { credential, isLoneValue, type MaskedPart } from './credential.ts';
import { namesCredential } from './credential-name.ts';
import { isHostLike } from './command-review.ts';

/**
 * JSON in parts, with texts hidden if their key names a credential and they look like one. The rest
 * is shown: an account's JSON names the program that signs in and whom it contacts. Null if it
 * isn't JSON.
 */
export function jsonParts(text: string): readonly MaskedPart[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const pieces: MaskedPart[] = [];
  const add = (piece: string, hidden: boolean): void => {
    const last = pieces.at(-1);
    if (piece === '') return;
    if (last?.hidden === hidden) pieces[pieces.length - 1] = { text: last.text + piece, hidden };
    else pieces.push({ text: piece, hidden });
  };
  let from = 0;
  let key = '';
  for (const { 0: written, index } of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?/g)) {
    if (written.endsWith(':')) {
      key = String(JSON.parse(written.slice(0, -1)));
      continue;
    }
    const isOfKey = /:\s*$/.test(text.slice(Math.max(0, index - 20), index));
    if (!isOfKey || !namesCredential(key)) continue;
    add(text.slice(from, index + 1), false);
    for (const piece of valueParts(written)) add(piece.text, piece.hidden);
    from = index + written.length - 1;
  }
  add(text.slice(from), false);
  return pieces;
}

/** For a text in quotes, which stay visible. */
function valueParts(written: string): readonly MaskedPart[] {
  const inner = written.slice(1, -1);
  const value = String(JSON.parse(written));
  const shown = [{ text: inner, hidden: false }];
  if (value === inner) return isHostLike(value) ? shown : credential(value, isLoneValue);
  return isLoneValue(value) ? [{ text: inner, hidden: true }] : shown;
}
