import { useMemo } from 'react';
import { useActions, useApi } from '../../store/context.ts';

const gone = 'The request is not kept any more.';
/** Why there is nothing to copy. */
const noText = {
  json: gone,
  line: gone,
  curl: 'Not copied: it is not kept whole, or no shell could be kept from reading it otherwise.',
} as const;

/** What a person does with rows of a log. `log`: an opened file, null for what is going on. */
export function useLogActions(log: string | null) {
  const api = useApi();
  const { attempt, toast: say } = useActions();
  return useMemo(() => {
    // Of what was saved and copied the last is enough: many rows are copied one after the other.
    const toast = (tone: 'ok' | 'warn' | 'bad', text: string): void =>
      say(tone, text, { about: 'protocol' });
    return {
      pin: (id: number, pinned: boolean) =>
        attempt(api.pinLog({ id, pinned }), pinned ? 'Not pinned' : 'Still pinned'),
      clear: () => attempt(api.clearLog({}), 'Nothing was cleared'),
      /** Gives the row of the new request. */
      again: async (row: number): Promise<number | null> =>
        (await attempt(api.sendAgain({ row }), 'Not sent'))?.row ?? null,
      copy: async (id: number, as: 'json' | 'curl' | 'line'): Promise<void> => {
        const copied = await attempt(api.copyLog({ log, id, as }), 'Nothing was copied');
        if (copied === undefined) return;
        if (copied.text === null) return toast('warn', noText[as]);
        await navigator.clipboard.writeText(copied.text).then(
          () => toast('ok', 'Copied, with secrets left out.'),
          () => toast('bad', 'The clipboard did not take it.'),
        );
      },
      save: async (format: 'ndjson' | 'har', rows: readonly number[] | null): Promise<void> => {
        const made = await attempt(
          api.exportLog({ log, format, rows: rows === null ? null : [...rows] }),
          'The log was not exported',
        );
        if (made === undefined) return;
        const { name, text, leftOut } = made;
        const saved = await attempt(api.saveFile({ name, text }), 'The log was not saved');
        if (saved?.saved !== true) return;
        const count = `${made.rows.toLocaleString('en')} ${made.rows === 1 ? 'row' : 'rows'}`;
        const without =
          leftOut === 0 ? '' : ` ${leftOut.toLocaleString('en')} bodies had no room in it.`;
        toast('ok', `Exported ${count}, with secrets masked.${without}`);
      },
    };
  }, [api, attempt, say, log]);
}
