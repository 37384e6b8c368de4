// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Button } from './Button.tsx';

afterEach(cleanup);

describe('a button that can’t be pressed now', () => {
  it('stays in the Tab order, gives the reason and does nothing', () => {
    const done: string[] = [];
    const draw = (reason: string | null) => (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          done.push('sent');
        }}
      >
        <Button type="submit" reason={reason} onClick={() => done.push('pressed')}>
          Sign
        </Button>
      </form>
    );
    const { rerender } = render(draw('No decisions selected'));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign' });
    button.focus();
    expect(document.activeElement).toBe(button);
    const why = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect([why?.textContent, button.title]).toEqual(Array(2).fill('No decisions selected'));
    fireEvent.click(button);
    expect(done).toEqual([]);
    rerender(draw(null));
    expect(button.getAttribute('aria-disabled')).toBeNull();
    fireEvent.click(button);
    expect(done).toEqual(['pressed', 'sent']);
  });
});
