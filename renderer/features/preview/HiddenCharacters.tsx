import type { HiddenCharacter } from '../../../shared/model/file-view.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import styles from './HiddenCharacters.module.css';

/** As many as the main side reports. */
const most = 200;

/** What a reader cannot see in a text is counted, listed, and written out in the text itself. */
export function HiddenCharacters({ hidden }: { hidden: readonly HiddenCharacter[] }) {
  const count = hidden.length >= most ? `${most} or more` : String(hidden.length);
  return (
    <Banner
      flush
      tone="warn"
      title={`${count} invisible ${hidden.length === 1 ? 'character' : 'characters'}`}
    >
      Written out below as <code>{'\\u{…}'}</code>. A model reads them; a person does not.
      <details className={styles.details}>
        <summary>Where they are</summary>
        <ul className={styles.list} tabIndex={0} aria-label="Invisible characters">
          {hidden.map((one, index) => (
            <li key={index}>
              line {one.line}, column {one.column}: <code>{one.codePoint}</code> {one.name}
            </li>
          ))}
        </ul>
      </details>
    </Banner>
  );
}
