import { useMemo } from 'react';
import { logPattern } from '../../../shared/log-pattern.ts';
import { LongText } from '../../components/LongText/LongText.tsx';

const mostMarks = 500;

/** The text in pieces; every second one is a search match. */
function stretches(text: string, wanted: string): readonly string[] {
  const pattern = logPattern(wanted, 'g');
  if (pattern === null) return [text];
  const found: string[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    found.push(text.slice(from, match.index), match[0]);
    from = match.index + match[0].length;
    if (found.length >= 2 * mostMarks) break;
  }
  return [...found, text.slice(from)];
}

/** Text with search matches highlighted. */
export function Marked({ text, marked }: { readonly text: string; readonly marked: string }) {
  const parts = useMemo(() => stretches(text, marked), [text, marked]);
  return parts.map((part, index) =>
    index % 2 === 1 ? <mark key={index}>{part}</mark> : <LongText key={index} text={part} />,
  );
}
