// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ComboBox } from './ComboBox.tsx';

afterEach(cleanup);

function Field({ suggestions }: { readonly suggestions: readonly string[] }) {
  const [value, setValue] = useState('');
  return (
    <ComboBox
      label="region"
      value={value}
      onChange={setValue}
      suggestions={suggestions}
      hint="Two suggested"
    />
  );
}
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'region' });
const offered = () =>
  within(screen.getByRole('listbox', { name: /Suggestions for region/ }))
    .getAllByRole('option')
    .map((option) => option.textContent);

describe('a field with suggestions', () => {
  it('accepts any text, whatever is suggested', async () => {
    const user = userEvent.setup();
    render(<Field suggestions={['eu-1', 'us-1']} />);
    await user.type(box(), 'mars');
    expect(box().value).toBe('mars');
    expect(offered()).toEqual(['eu-1', 'us-1']);
    await user.tab();
    expect(box().value).toBe('mars');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('is filled with the arrows and Enter, and can still be edited', async () => {
    const user = userEvent.setup();
    render(<Field suggestions={['eu-1', 'us-1']} />);
    await user.click(box());
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('option', { name: 'us-1' }).getAttribute('data-focused')).toBe('true');
    await user.keyboard('{Enter}');
    expect(box().value).toBe('us-1');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.type(box(), 'b');
    expect(box().value).toBe('us-1b');
  });

  it('closes its list with Esc and keeps what was typed', async () => {
    const user = userEvent.setup();
    render(<Field suggestions={['eu-1']} />);
    await user.type(box(), 'e');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(box().value).toBe('e');
  });

  it('is a plain field when the server suggests nothing', async () => {
    const user = userEvent.setup();
    render(<Field suggestions={[]} />);
    await user.type(box(), 'x');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(box().getAttribute('aria-describedby')).not.toBeNull();
    expect(screen.getByText('Two suggested')).toBeTruthy();
  });

  it('offers duplicates from a server only once', async () => {
    const user = userEvent.setup();
    render(<Field suggestions={['a', 'b', 'b', 'a']} />);
    await user.type(box(), 'x');
    expect(offered()).toEqual(['a', 'b']);
  });
});
