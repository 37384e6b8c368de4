import { Select } from '../../components/Select/Select.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import { type DateBounds, type ExpiryTerm, expiryChoices, lastDay, today } from './dates.ts';
import styles from './ExpiryField.module.css';

/** When the approval expires. */
export function ExpiryField({
  expiry,
  date,
  invalid,
  bounds,
  was,
  onExpiry,
  onDate,
}: {
  expiry: ExpiryTerm;
  date: string;
  invalid: boolean;
  bounds: DateBounds;
  /** The expiry of the approval being renewed; null for a first approval. */
  was: string | null;
  onExpiry: (expiry: ExpiryTerm) => void;
  onDate: (date: string) => void;
}) {
  const last = lastDay(bounds);
  return (
    <div className={styles.expiry}>
      <Select label="Expires" value={expiry} options={expiryChoices(bounds)} onChange={onExpiry} />
      {was !== null && <p className={styles.muted}>{was}</p>}
      {expiry === 'date' && (
        <TextField
          label="Date"
          type="date"
          value={date}
          min={today(bounds.now)}
          {...(last === null ? {} : { max: last })}
          onChange={onDate}
          error={invalid ? 'Choose a future date.' : null}
        />
      )}
    </div>
  );
}
