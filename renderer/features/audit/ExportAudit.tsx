import { Menu } from '../../components/Menu/Menu.tsx';
import { useActions, useApi } from '../../store/context.ts';
import type { AuditViewFilter } from './use-audit.ts';

/** Exports the filtered entries as JSON lines, with hashes. */
export function ExportAudit({ filter }: { filter: AuditViewFilter }) {
  const api = useApi();
  const { attempt, toast } = useActions();
  const fetched = async (): Promise<string | undefined> =>
    (await attempt(api.exportAudit(filter), 'Couldn’t export the audit'))?.text;
  const copy = async (): Promise<void> => {
    const text = await fetched();
    if (text !== undefined)
      await navigator.clipboard.writeText(text).then(
        () => toast('ok', 'Copied the audit as JSON lines.'),
        () => toast('bad', 'Couldn’t copy to the clipboard.'),
      );
  };
  const save = async (): Promise<void> => {
    const text = await fetched();
    if (text === undefined) return;
    const saved = await attempt(
      api.saveFile({ name: 'skillgate-audit.jsonl', text }),
      'Couldn’t save the audit',
    );
    if (saved?.saved) toast('ok', 'Saved the audit as JSON lines.');
  };
  return (
    <Menu
      label="Export the audit"
      text="Export"
      icon="external"
      items={[
        { id: 'copy', label: 'Copy as JSON lines', icon: 'copy', run: () => void copy() },
        {
          id: 'save',
          label: 'Save as JSON lines…',
          icon: 'arrowDown',
          run: () => void save(),
        },
      ]}
    />
  );
}
