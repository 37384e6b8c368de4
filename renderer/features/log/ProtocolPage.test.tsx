// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LogDetail } from '../../../shared/model/log.ts';
import { emptyLog } from '../../store/log.ts';
import { drawn } from '../../store/testing/drawn.tsx';
import { aLogRow } from '../../store/testing/fixtures.ts';
import { useApp } from '../../store/context.ts';
import { ProtocolPage } from './ProtocolPage.tsx';
import { RowActions } from './RowActions.tsx';
import { useLogActions } from './use-log-actions.ts';

beforeEach(() => {
  // Rows are drawn as far as a window shows them, and this one has no size of its own.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(400);
});
afterEach(() => vi.restoreAllMocks());

/** The page while it is in front; and another one. */
const Place = () =>
  useApp(({ selection }) => selection.kind) === 'home' ? (
    <h1>Home</h1>
  ) : (
    <ProtocolPage about={null} />
  );
const page = () =>
  drawn(
    <Place />,
    {
      selection: { kind: 'protocol', about: null },
      log: {
        ...emptyLog,
        rows: Array.from({ length: 42 }, (_, at) =>
          aLogRow(at + 1, { status: 'lost', message: 'It ended.', target: `skill://a/${at}` }),
        ),
      },
    },
    { getLogDetail: async () => ({ ok: true, value: { detail: null } }) },
  );
const options = () => screen.getAllByRole('option');

it('shows failures with one cause as one row with a count, and individually on request', async () => {
  const { user } = page();
  await user.click(screen.getByRole('button', { name: 'Errors' }));
  expect(options().map((one) => one.getAttribute('aria-setsize'))).toEqual(['1']);
  expect(options()[0]?.textContent).toContain('and 41 more');
  expect(screen.getByText(/^42 of 42 rows/).textContent).toContain('41 repeated failures');
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(options()[0]?.getAttribute('aria-setsize')).toBe('42');
  expect(document.body.textContent).not.toContain('and 41 more');
  await user.click(screen.getByRole('button', { name: 'Hide repeats' }));
  expect(options()).toHaveLength(1);
});

it('a row that was chosen by hand is chosen again when the person comes back', async () => {
  const { user, app } = page();
  const second = (): HTMLElement => screen.getByRole('option', { name: /skill:\/\/a\/1\b/ });
  await user.click(second());
  app.store.setState({ selection: { kind: 'home' } });
  await screen.findByRole('heading', { name: 'Home' });
  app.store.setState({ selection: { kind: 'protocol', about: null } });
  await screen.findByRole('listbox', { name: 'Exchanges' });
  expect(second().getAttribute('aria-selected')).toBe('true');
});

it('a row that was chosen by hand leaves the filter as it is', async () => {
  const { user } = page();
  await user.click(screen.getByRole('button', { name: 'Errors' }));
  await user.click(options()[0] as HTMLElement);
  expect(screen.getByRole('button', { name: 'Errors' }).getAttribute('aria-pressed')).toBe('true');
});

it('compares the chosen row with the next one that is chosen, until that is closed', async () => {
  const { user } = page();
  await user.click(options()[0] as HTMLElement);
  await user.keyboard('{Control>}');
  await user.click(options()[2] as HTMLElement);
  await user.keyboard('{/Control}');
  expect(screen.getByRole('region', { name: 'Comparison' })).toBeTruthy();
  expect(options()[0]?.textContent).toContain('compared');
  await user.click(options()[3] as HTMLElement);
  expect(screen.getByRole('region', { name: 'Comparison' })).toBeTruthy();
  expect(options()[0]?.textContent).toContain('compared');
  await user.click(screen.getByRole('button', { name: 'Close the comparison' }));
  expect(screen.getByRole('region', { name: 'Message' })).toBeTruthy();
  expect(options()[0]?.textContent).not.toContain('compared');
});

it('stays paused while the person looks elsewhere, and says how much came meanwhile', async () => {
  const { user, app } = page();
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  app.store.setState({ selection: { kind: 'home' } });
  await screen.findByRole('heading', { name: 'Home' });
  app.store.setState(({ log }) => ({
    log: { ...log, rows: [...log.rows, aLogRow(43, { target: 'skill://new' })] },
    selection: { kind: 'protocol', about: null },
  }));
  await screen.findByRole('button', { name: 'Resume (1 more)' });
  expect(screen.getByText(/^42 of 42 rows/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Resume (1 more)' }));
  expect(screen.getByText(/^43 of 43 rows/)).toBeTruthy();
});

it('of what was saved or copied, has the last notice alone', async () => {
  const Saving = () => {
    const log = useLogActions(null);
    const both = async (): Promise<void> => {
      await log.save('ndjson', null);
      await log.save('har', null);
    };
    return <button onClick={() => void both()}>Save both</button>;
  };
  let rows = 0;
  const { user, app } = drawn(
    <Saving />,
    {},
    {
      exportLog: async () => ({
        ok: true,
        value: { text: '', name: 'a', rows: (rows += 1), leftOut: 0 },
      }),
      saveFile: async () => ({ ok: true, value: { saved: true } }),
    },
  );
  await user.click(screen.getByRole('button', { name: 'Save both' }));
  await vi.waitFor(() => expect(rows).toBe(2), 60_000);
  await vi.waitFor(() =>
    expect(app.store.getState().toasts.map(({ text }) => text)).toEqual([
      'Exported 2 rows, with secrets masked.',
    ]),
  );
});

it.each([
  ['stdio', null, ['As JSON', 'Request as a line for stdin', 'Request as a shell command']],
  ['HTTP', {}, ['As JSON', 'Request as curl']],
])('a request over %s can be copied in the forms that it has', async (_, http, forms) => {
  const row = aLogRow(1, { kind: 'exchange', direction: 'sent' });
  const detail = { row, http, skill: null, notSendable: null } as unknown as LogDetail;
  const Actions = () => {
    const log = useLogActions(null);
    return (
      <RowActions
        {...{ detail, log, readOnly: false, isCompared: false }}
        onSent={() => undefined}
        onCompare={() => undefined}
        onEdit={() => undefined}
      />
    );
  };
  const { user } = drawn(<Actions />);
  await user.click(screen.getByRole('button', { name: /^Copy/ }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(forms);
});
