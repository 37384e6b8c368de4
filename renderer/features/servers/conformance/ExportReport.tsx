import { Menu } from '../../../components/Menu/Menu.tsx';
import { useActions, useApi } from '../../../store/context.ts';

const formats = [
  { format: 'markdown', name: 'Markdown', ending: 'md' },
  { format: 'json', name: 'JSON', ending: 'json' },
] as const;

/** The report to paste into an issue or process: what the command prints. */
export function ExportReport({ server }: { server: string }) {
  const api = useApi();
  const { attempt, toast } = useActions();
  const text = async (format: (typeof formats)[number]['format']): Promise<string | undefined> =>
    (await attempt(api.exportReport({ server, format }), 'Couldn’t export the report'))?.text;
  const copy = async ({ format, name }: (typeof formats)[number]): Promise<void> => {
    const made = await text(format);
    if (made === undefined) return;
    await navigator.clipboard.writeText(made).then(
      () => toast('ok', `Copied the report as ${name}.`),
      () => toast('bad', 'Couldn’t copy to the clipboard.'),
    );
  };
  const save = async ({ format, name, ending }: (typeof formats)[number]): Promise<void> => {
    const made = await text(format);
    if (made === undefined) return;
    const file = `${server.replaceAll(/[^\w.-]+/g, '-').slice(0, 80)}-report.${ending}`;
    const saved = await attempt(
      api.saveFile({ name: file, text: made }),
      'Couldn’t save the report',
    );
    if (saved?.saved) toast('ok', `Saved the report as ${name}.`);
  };
  return (
    <Menu
      size="sm"
      label="Export the report"
      text="Export"
      icon="external"
      items={[
        ...formats.map((one) => ({
          id: `copy-${one.format}`,
          label: `Copy as ${one.name}`,
          icon: 'copy' as const,
          run: () => void copy(one),
        })),
        ...formats.map((one) => ({
          id: `save-${one.format}`,
          label: `Save as ${one.name}…`,
          icon: 'arrowDown' as const,
          run: () => void save(one),
        })),
      ]}
    />
  );
}
