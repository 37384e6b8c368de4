// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RendererApi } from '../../../shared/contract.ts';
import { drawn } from '../../store/testing/drawn.tsx';
import { aServer } from '../../store/testing/fixtures.ts';
import { AddByForm } from './AddServer.tsx';

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const describedAs = (control: HTMLElement): string =>
  (control.getAttribute('aria-describedby')?.split(' ') ?? [])
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');
const add = () => screen.getByRole('button', { name: 'Add server' });
const added: RendererApi['addServer'] = async ({ label }) => ({ ok: true, value: aServer(label) });

describe('the form that adds a server', () => {
  it('says beside each field what is missing after an attempt, and requests nothing', async () => {
    const { user, calls } = drawn(<AddByForm />);
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(add());
    expect(field('Label').getAttribute('aria-invalid')).toBe('true');
    expect(describedAs(field('Label'))).toContain('Enter a label');
    expect(screen.getByText('Enter the program to run.')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('says which of its two folders identifies the server', () => {
    drawn(<AddByForm />);
    expect(describedAs(field('Working folder (cwd)'))).toMatch(
      /^The command starts here\. It identifies the server: .* no longer apply\.$/,
    );
    expect(describedAs(field('Start in'))).toMatch(
      /^Where the command starts without a working folder.* your decisions still apply\.$/,
    );
  });

  it('moves the focus to the first invalid field at each attempt', async () => {
    const { user } = drawn(<AddByForm />);
    await user.click(add());
    expect(document.activeElement).toBe(field('Label'));
    await user.type(field('Label'), 'acme');
    await user.click(add());
    expect(document.activeElement).toBe(field('Command'));
    await user.type(field('Command'), 'npx');
    for (const at of ['1', '2']) {
      await user.click(screen.getByRole('button', { name: 'Variable' }));
      await user.type(field(`Name ${at}`), 'KEY');
    }
    await user.click(add());
    expect(document.activeElement).toBe(field('Name 1'));
  });

  it('adds what was typed, one argument per line, and opens the server', async () => {
    const { user, calls, app } = drawn(<AddByForm />, {}, { addServer: added });
    await user.type(field('Label'), ' acme ');
    await user.type(field('Command'), 'npx');
    await user.type(field('Arguments'), '-y{Enter}some server');
    await user.click(add());
    expect(calls).toEqual([
      {
        name: 'addServer',
        input: {
          label: 'acme',
          server: expect.objectContaining({ command: 'npx', args: ['-y', 'some server'] }),
          inTheClear: false,
        },
      },
    ]);
    expect(app.store.getState().selection).toMatchObject({ kind: 'server', server: 'acme' });
  });

  it('refuses a label that another server has', async () => {
    const { user, calls } = drawn(<AddByForm />, { servers: new Map([['acme', aServer('acme')]]) });
    await user.type(field('Label'), 'acme');
    await user.type(field('Command'), 'npx');
    await user.click(add());
    expect(screen.getByText('Another server already has this label.')).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('asks before storing a secret unencrypted, and does so only with permission', async () => {
    const { user, calls, app } = drawn(
      <AddByForm />,
      {},
      {
        addServer: async (input) =>
          input.inTheClear === true
            ? added(input)
            : { ok: false, error: { code: 'clear', message: 'In the clear: env.KEY of acme.' } },
      },
    );
    const asks = () => screen.findByRole('alertdialog', { name: 'Store secrets unencrypted?' });
    const sent = () => calls.map(({ input }) => (input as { inTheClear: boolean }).inTheClear);
    await user.type(field('Label'), 'acme');
    await user.type(field('Command'), 'npx');
    await user.click(add());
    expect((await asks()).textContent).toContain('env.KEY of acme');
    await user.keyboard('{Escape}');
    expect(sent()).toEqual([false]);
    expect(field('Command').value).toBe('npx');
    expect(app.store.getState().toasts).toEqual([]);
    await user.click(add());
    await asks();
    await user.click(screen.getByRole('button', { name: 'Store unencrypted' }));
    expect(sent()).toEqual([false, false, true]);
    expect(app.store.getState().selection).toMatchObject({ kind: 'server', server: 'acme' });
  });

  it('keeps what was typed if the server wasn’t added', async () => {
    const { user, app } = drawn(
      <AddByForm />,
      {},
      {
        addServer: async () => ({
          ok: false,
          error: { code: 'invalid', message: 'Labels hold no newline.' } as never,
        }),
      },
    );
    await user.type(field('Label'), 'acme');
    await user.type(field('Command'), 'npx');
    await user.click(add());
    expect(field('Command').value).toBe('npx');
    expect(JSON.stringify(app.store.getState().toasts)).toContain('Labels hold no newline.');
  });
});
