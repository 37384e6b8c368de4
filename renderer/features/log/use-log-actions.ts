import { useMemo } from 'react';
import { useActions, useApi } from '../../store/context.ts';

const gone = 'The request is no longer kept.';
/** Why there's nothing to copy. */
const noText = {
  json: gone,
  line: gone,
  pipe: 'Couldn’t copy: only part of the request is kept, or no shell quoting is safe for it.',
  curl: 'Couldn’t copy: only part of the request is kept, or no shell quoting is safe for it.',
} as const;

/** Actions on log rows. `log`: an opened file, null for the live log. */
export function useLogActions(log: string | null) {
  const api = useApi();
  const { attempt, toast: say } = useActions();
  return useMemo(() => {
    // Only the latest notice about saving and copying is kept: people copy many rows in a row.
    const toast = (tone: 'ok' | 'warn' | 'bad', text: string): void =>
      say(tone, text, { about: 'protocol' });
    return {
      pin: (id: number, pinned: boolean) =>
        attempt(
          api.pinLog({ id, pinned }),
          pinned ? 'Couldn’t pin the row' : 'Couldn’t unpin the row',
        ),
      clear: () => attempt(api.clearLog({}), 'Couldn’t clear the log'),
      /** Returns the row of the new request. */
      again: async (row: number): Promise<number | null> =>
        (await attempt(api.sendAgain({ row }), 'Couldn’t send the request'))?.row ?? null,
      copy: async (id: number, as: keyof typeof noText): Promise<void> => {
        const copied = await attempt(api.copyLog({ log, id, as }), 'Couldn’t copy the row');
        if (copied === undefined) return;
        if (copied.text === null) return toast('warn', noText[as]);
        await navigator.clipboard.writeText(copied.text).then(
          () => toast('ok', 'Copied, with secrets left out.'),
          () => toast('bad', 'Couldn’t copy to the clipboard.'),
        );
      },
      save: async (format: 'ndjson' | 'har', rows: readonly number[] | null): Promise<void> => {
        const made = await attempt(
          api.exportLog({ log, format, rows: rows === null ? null : [...rows] }),
          'Couldn’t export the log',
        );
        if (made === undefined) return;
        const { name, text, leftOut } = made;
        const saved = await attempt(api.saveFile({ name, text }), 'Couldn’t save the log');
        if (saved?.saved !== true) return;
        const count = `${made.rows.toLocaleString('en')} ${made.rows === 1 ? 'row' : 'rows'}`;
        const without = leftOut === 0 ? '' : ` ${leftOut.toLocaleString('en')} bodies didn’t fit.`;
        toast('ok', `Exported ${count}, with secrets masked.${without}`);
      },
    };
  }, [api, attempt, say, log]);
}
