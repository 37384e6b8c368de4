import type { HiddenCharacter } from '../../../../shared/model/file-view.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import styles from './HiddenCharacters.module.css';

/** Most characters per kind that the main process reports. */
const maxCount = 200;

const words: Readonly<Record<HiddenCharacter['kind'], readonly [one: string, many: string]>> = {
  invisible: ['invisible character', 'invisible characters'],
  space: ['unusual space', 'unusual spaces'],
  lookalike: ['look-alike character', 'look-alike characters'],
  byte: ['non-text byte', 'non-text bytes'],
  order: ['line with mixed text direction', 'lines with mixed text direction'],
  blank: ['long blank stretch before more text', 'long blank stretches before more text'],
};
const kinds = Object.keys(words) as HiddenCharacter['kind'][];

/** `3 invisible characters · 1 look-alike character`. */
function summary(hidden: readonly HiddenCharacter[]): string {
  return kinds
    .flatMap((kind) => {
      const count = hidden.filter((one) => one.kind === kind).length;
      if (count === 0) return [];
      return `${count}${count >= maxCount ? ' or more' : ''} ${words[kind][count === 1 ? 0 : 1]}`;
    })
    .join(' · ');
}

/** Counts, lists and writes out characters that a reader can't see or would take for others. */
export function HiddenCharacters({ hidden }: { hidden: readonly HiddenCharacter[] }) {
  const written = hidden.some(({ kind }) => !['byte', 'blank', 'order'].includes(kind));
  const bytes = hidden.some(({ kind }) => kind === 'byte');
  return (
    <Banner flush tone="warn" title={summary(hidden)}>
      {(written || bytes) && (
        <>
          Written out below as {written && <code>{'\\u{…}'}</code>}
          {written && bytes && ' and '}
          {bytes && <code>{'\\x{…}'}</code>}.{' '}
        </>
      )}
      {hidden.some(({ kind }) => kind === 'order') &&
        'Code is shown in stored order; prose isn’t. '}
      Models read characters that people can’t see.
      <details className={styles.details}>
        <summary>Where they are</summary>
        <ul className={styles.list} tabIndex={0} aria-label="Hidden characters">
          {hidden.map((one, index) => (
            <li key={index}>
              line {one.line}, column {one.column}:{' '}
              {one.codePoint !== '' && <code>{one.codePoint}</code>} {one.name}
            </li>
          ))}
        </ul>
      </details>
    </Banner>
  );
}
