import { logPattern } from '../../../shared/log-pattern.ts';
import type { TextMark } from '../../components/CodeView/CodeView.tsx';

const mostMarks = 500;

/** The first 500 search matches in a text, by line and column. */
export function marksOf(text: string, wanted: string): readonly TextMark[] {
  const pattern = logPattern(wanted, 'g');
  if (pattern === null) return [];
  const marks: TextMark[] = [];
  let line = 1;
  let start = 0;
  const goTo = (offset: number): number => {
    for (let end = text.indexOf('\n', start); end !== -1 && end < offset;) {
      line += 1;
      start = end + 1;
      end = text.indexOf('\n', start);
    }
    return offset - start + 1;
  };
  for (const match of text.matchAll(pattern)) {
    const column = goTo(match.index);
    const from = { line, column };
    const endColumn = goTo(match.index + match[0].length);
    marks.push({ ...from, endLine: line, endColumn, tone: 'warn' });
    if (marks.length >= mostMarks) break;
  }
  return marks;
}
