import { useMemo, useState } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import { Button } from '../../components/Button/Button.tsx';
import { CodeView, type TextMark } from '../../components/CodeView/CodeView.tsx';
import styles from './Messages.module.css';
import { logPattern } from '../../../shared/log-pattern.ts';
import { LongText } from '../../components/LongText/LongText.tsx';

interface Props {
  readonly label: string;
  readonly text: string;
  readonly marked: string;
}

/** In UTF-16 units: the editor shows longer text and lays out only what's in view. */
const plainUpTo = 20_000;
/**
 * The editor lays out whole lines, so text with a longer line is split into parts of this length.
 */
const longestLine = 20_000;
const part = 200_000;

/**
 * The full text of one message, secrets masked by the main process, with search matches
 * highlighted.
 */
export function BodyText(props: Props) {
  const isEditors = useMemo(
    () => props.text.length > plainUpTo && !hasLine(props.text, longestLine),
    [props.text],
  );
  return isEditors ? <InEditor {...props} /> : <InParts key={props.text} {...props} />;
}

function InEditor({ label, text, marked }: Props) {
  const shown = useMemo(() => revealInvisible(text), [text]);
  const marks = useMemo(() => marksOf(shown, marked), [shown, marked]);
  return <CodeView text={shown} language="json" label={label} marks={marks} />;
}

function InParts({ label, text, marked }: Props) {
  const [length, setLength] = useState(part);
  const shown = useMemo(() => revealInvisible(text.slice(0, length)), [text, length]);
  const rest = text.length - length;
  return (
    <>
      <pre className={styles.json} tabIndex={0} aria-label={label}>
        <Marked text={shown} marked={marked} />
      </pre>
      {rest > 0 && (
        <p className={styles.rest}>
          {length.toLocaleString('en')} of {text.length.toLocaleString('en')} characters{' '}
          <Button size="sm" onClick={() => setLength(length + part)}>
            Show {Math.min(part, rest).toLocaleString('en')} more
          </Button>
        </p>
      )}
    </>
  );
}

function hasLine(text: string, longest: number): boolean {
  let from = 0;
  for (;;) {
    const end = text.indexOf('\n', from);
    if ((end === -1 ? text.length : end) - from > longest) return true;
    if (end === -1) return false;
    from = end + 1;
  }
}

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
