import { Select } from '../../components/Select/Select.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import { type Expiry, expiryChoices } from './dates.ts';
import styles from './DecisionSheet.module.css';

/** When the approval ends by itself. */
export function ExpiryField({
  expiry,
  date,
  invalid,
  onExpiry,
  onDate,
}: {
  expiry: Expiry;
  date: string;
  invalid: boolean;
  onExpiry: (expiry: Expiry) => void;
  onDate: (date: string) => void;
}) {
  return (
    <div className={styles.expiry}>
      <Select label="Expires" value={expiry} options={expiryChoices} onChange={onExpiry} />
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
