import {
  ComboBox as AriaComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import { cx } from '../cx.ts';
import field from '../TextField/TextField.module.css';
import styles from './ComboBox.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly suggestions: readonly string[];
  readonly hint?: string | undefined;
  readonly mono?: boolean;
  readonly onFocus?: () => void;
}

/**
 * A text field with suggestions, shown unfiltered; any text is allowed. Arrows choose, Enter
 * accepts, Esc closes.
 */
export function ComboBox({ label, value, onChange, suggestions, hint, mono, onFocus }: Props) {
  // A server may send duplicates.
  const items = [...new Set(suggestions)];
  return (
    <AriaComboBox
      className={field.field ?? ''}
      inputValue={value}
      onInputChange={onChange}
      value={items.includes(value) ? value : null}
      onChange={(key) => key !== null && onChange(String(key))}
      items={items.map((id) => ({ id }))}
      defaultFilter={() => true}
      allowsCustomValue
      menuTrigger="focus"
      onFocus={() => onFocus?.()}
    >
      <Label className={field.label ?? ''}>{label}</Label>
      <Input className={cx(field.input, mono && field.mono)} spellCheck={false} />
      <Popover className={styles.list ?? ''} offset={4}>
        <ListBox<{ readonly id: string }>
          aria-label={`Suggestions for ${label}`}
          className={styles.items ?? ''}
        >
          {({ id }) => (
            <ListBoxItem className={styles.item ?? ''} textValue={id}>
              {id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
      {hint !== undefined && (
        <Text slot="description" className={field.hint ?? ''}>
          {hint}
        </Text>
      )}
    </AriaComboBox>
  );
}
