// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { textOf } from '../../../shared/text-of.ts';
import { FileDrop } from './FileDrop.tsx';

afterEach(cleanup);

it.each([
  ['UTF-8', Buffer.from('{"é": 1}'), '{"é": 1}', null],
  [
    'UTF-16, as the shell of Windows writes it',
    Buffer.from('\ufeff{"é": 1}', 'utf16le'),
    '{"é": 1}',
    null,
  ],
  [
    'bytes that are no text',
    Buffer.from([0x7b, 0xe9, 0x7d]),
    null,
    '“some.json” isn’t UTF-8 text.',
  ],
  ['more than it takes', Buffer.alloc(2_000), null, '“some.json” is larger than 0.001 MiB.'],
])('returns the text of a file, or why there is none: %s', async (_, bytes, text, problem) => {
  const onFile = vi.fn();
  render(
    <FileDrop label="Open a file" accept=".json" largest={1_024} textOf={textOf} onFile={onFile}>
      {null}
    </FileDrop>,
  );
  const file = new File([new Uint8Array(bytes)], 'some.json', { type: 'application/json' });
  await userEvent.upload(screen.getByLabelText(/^Open a file/, { selector: 'input' }), file);
  await waitFor(() => expect(onFile.mock.calls).toEqual([[text, problem]]));
});
