import { useMemo } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { FileView } from '../../../shared/model/file-view.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Menu } from '../../components/Menu/Menu.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { useApp } from '../../store/context.ts';
import {
  type FileShown,
  type UnreadGap,
  gapsOf,
  percentOf,
  stateOf,
  shownLook,
} from '../../store/shown/file-shown.ts';
import styles from './FileBar.module.css';

/** Most gaps that the menu lists. */
const maxNamed = 30;

/** How much of the file was read, what wasn't, and a way to get there. */
export function ShownMark({
  shown,
  view,
  onNext,
  onGap,
}: {
  shown: FileShown | undefined;
  view: FileView | null;
  onNext: (() => void) | null;
  onGap: (gap: UnreadGap) => void;
}) {
  const letters = useApp((state) => state.settings.letterKeys);
  const state = stateOf(shown);
  const look = shownLook[state];
  const gaps = useMemo(
    () =>
      shown === undefined || stateOf(shown) !== 'part' ? [] : gapsOf(shown).slice(0, maxNamed),
    [shown],
  );
  const text = useMemo(
    () =>
      view?.preview != null && 'text' in view.preview && view.preview.text !== null
        ? revealInvisible(view.preview.text)
        : '',
    [view],
  );
  const names = useMemo(() => gapNames(gaps, text), [gaps, text]);
  if (view === null) return null;
  const part = state === 'part' && shown !== undefined;
  return (
    <span className={styles.shown}>
      <Status
        icon={look.icon}
        tone={look.tone}
        word={part ? `${look.word}, ${percentOf(shown)} %` : look.word}
        size={14}
      />
      {gaps.length > 0 && (
        <Menu
          label="Unread parts"
          icon="chevronDown"
          items={gaps.map((gap, index) => ({
            id: String(index),
            label: names[index] ?? '',
            run: () => onGap(gap),
          }))}
        />
      )}
      {onNext !== null && (
        <Button size="sm" variant="quiet" {...(letters ? { hint: 'U' } : {})} onClick={onNext}>
          {part ? 'Next unread' : 'Next file'}
        </Button>
      )}
    </span>
  );
}

/**
 * Names each gap: `Lines 12–40`, `Bytes 0–1,024`. @param text the text that the offsets refer to.
 */
function gapNames(gaps: readonly UnreadGap[], text: string): readonly string[] {
  let line = 1;
  let at = 0;
  const lineOf = (offset: number): number => {
    for (let end = text.indexOf('\n', at); end !== -1 && end < offset;) {
      line += 1;
      at = end + 1;
      end = text.indexOf('\n', at);
    }
    return line;
  };
  return gaps.map(({ part, range: [from, to] }) => {
    if (part === 'image') return 'The picture';
    if (part === 'whole') return 'All bytes of the file';
    if (/^(?:rest|text) /.test(part)) return 'What is in the file besides its picture';
    if (part === 'hex') return `Bytes ${from.toLocaleString('en')}–${to.toLocaleString('en')}`;
    const first = lineOf(from + 1);
    const last = lineOf(to);
    return first === last ? `Line ${first}` : `Lines ${first}–${last}`;
  });
}
