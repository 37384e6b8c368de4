// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { Checkbox } from '../Checkbox/Checkbox.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import { ContextMenu } from '../Menu/Menu.tsx';
import { Switch } from '../Switch/Switch.tsx';

afterEach(cleanup);

const reason = 'The server is switched off';
/** What a screen reader says of it beside its name. */
const description = (control: HTMLElement): string =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

describe('a control that can’t be used now', () => {
  it.each([
    [
      'button',
      (done: () => void) => <IconButton icon="cross" label="X" reason={reason} onPress={done} />,
    ],
    [
      'checkbox',
      (done: () => void) => <Checkbox label="X" checked={false} reason={reason} onChange={done} />,
    ],
    [
      'switch',
      (done: () => void) => (
        <Switch label="X" on={false} reason={reason} onChange={done}>
          off
        </Switch>
      ),
    ],
  ] as const)(
    'stays in the Tab order as a %s, gives the reason and does nothing',
    async (role, draw) => {
      const done: string[] = [];
      const user = userEvent.setup();
      render(draw(() => done.push('used')));
      const control = screen.getByRole(role, { name: 'X' });
      await user.tab();
      expect(document.activeElement).toBe(control);
      expect(control.getAttribute('aria-disabled')).toBe('true');
      expect(description(control)).toContain(reason);
      await user.click(control);
      await user.keyboard(' {Enter}');
      expect(done).toEqual([]);
      expect((control as HTMLInputElement).checked ?? false).toBe(false);
    },
  );

  it('gives the reason in its tooltip, too, if it is only an icon', async () => {
    const user = userEvent.setup();
    render(<IconButton icon="cross" label="X" reason={reason} />);
    await user.tab();
    expect((await screen.findByRole('tooltip')).textContent).toBe(`X. ${reason}.`);
  });

  it('is reached by arrow keys in a menu, gives the reason in its name, and leaves the menu open', async () => {
    const done: string[] = [];
    const user = userEvent.setup();
    const run = (id: string) => () => void done.push(id);
    const items = [
      { id: 'a', label: 'Audit', run: run('a') },
      { id: 'b', label: 'Reconnect', reason, run: run('b') },
    ];
    const close = () => done.push('closed');
    render(<ContextMenu label="More" items={items} at={{ x: 0, y: 0 }} onClose={close} />);
    const held = screen.getByRole('menuitem', { name: `Reconnect ${reason}` });
    screen.getByRole('menuitem', { name: 'Audit' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(held);
    expect(held.getAttribute('aria-disabled')).toBe('true');
    expect(description(held)).toBe(reason);
    expect(within(held).getByText(reason)).toBeTruthy();
    await user.keyboard('{Enter}');
    await user.click(held);
    expect(done).toEqual([]);
    await user.click(screen.getByRole('menuitem', { name: 'Audit' }));
    expect(done).toEqual(['a', 'closed']);
  });
});
