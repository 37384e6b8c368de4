import { Select } from '../../components/Select/Select.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import { type Expiry, expiryChoices } from './dates.ts';
import styles from './DecisionSheet.module.css';

/** When the approval ends by itself. */
export function ExpiryField({
  expiry,
  date,
  invalid,
  same,
  was,
  onExpiry,
  onDate,
}: {
  expiry: Expiry;
  date: string;
  invalid: boolean;
  /** End and words of the approval that is made again; null for a first one. */
  same: string | null;
  was: string | null;
  onExpiry: (expiry: Expiry) => void;
  onDate: (date: string) => void;
}) {
  return (
    <div className={styles.expiry}>
      <Select label="Expires" value={expiry} options={expiryChoices(same)} onChange={onExpiry} />
      {was !== null && <p className={styles.muted}>{was}</p>}
      {expiry === 'date' && (
        <TextField
          label="Date"
          type="date"
          value={date}
          onChange={onDate}
          error={invalid ? 'Choose a day to come.' : null}
        />
      )}
    </div>
  );
}
