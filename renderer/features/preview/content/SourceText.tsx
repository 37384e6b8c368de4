import { useCallback, useImperativeHandle, useMemo, useRef } from 'react';
import { writingOf } from '../../../../shared/confusables/writing.ts';
import { revealText } from '../../../../shared/invisible.ts';
import { mostBoxes, writtenPlaces } from '../../../../shared/written-places.ts';
import { skillMarkdown } from '../../../components/CodeView/skill-markdown.ts';
import { CodeView, type TextHandle } from '../../../components/CodeView/CodeView.tsx';
import { useApp } from '../../../store/context.ts';
import { useFindCommand } from '../../../store/find-command.ts';
import styles from './FileContent.module.css';
import { markShown, placeShown, type ContentView } from './content-view.ts';

const hasFrontmatter = (language: string, text: string): boolean =>
  language === 'markdown' && /^---[ \t]*\r?\n/.test(text);

/** Source text with hidden characters written out. */
export function SourceText({
  text,
  language,
  path,
  onSeen,
  handle,
  onNext,
  marks,
  start,
}: ContentView & { text: string; language: string; path: string }) {
  const shown = useMemo(() => revealText(text, writingOf(language)), [text, language]);
  const boxes = useMemo(() => writtenPlaces(shown.text, mostBoxes), [shown]);
  const placed = useMemo(
    () => marks.map((mark) => markShown(text, shown, mark)),
    [text, shown, marks],
  );
  const begin = useMemo(
    () => (start === null ? null : placeShown(text, shown, start)),
    [text, shown, start],
  );
  const view = useRef<TextHandle>(null);
  const letters = useApp((state) => state.settings.letterKeys);
  useImperativeHandle(
    handle,
    () => ({
      go: (part, offset) => {
        if (part !== 'text') return false;
        view.current?.go(offset);
        return true;
      },
    }),
    [],
  );
  useFindCommand(
    'Find in this text',
    useCallback(() => view.current?.find(), []),
  );
  if (text === '') return <p className={styles.empty}>This file is empty.</p>;
  return (
    <CodeView
      ref={view}
      text={shown.text}
      language={hasFrontmatter(language, text) ? skillMarkdown : language}
      label={path}
      keys={letters && onNext !== null ? { u: onNext } : undefined}
      onSeen={(from, to) => onSeen('text', [from, to])}
      marks={placed}
      boxes={boxes}
      start={begin}
    />
  );
}
