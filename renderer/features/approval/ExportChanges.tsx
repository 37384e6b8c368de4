import type { SkillRow } from '../../../shared/model/skill.ts';
import { Menu } from '../../components/Menu/Menu.tsx';
import { useActions, useApi } from '../../store/context.ts';

/** Exports the changes since the approval as Markdown for a pull request or a message. */
export function ExportChanges({ row }: { row: SkillRow }) {
  const api = useApi();
  const { attempt, toast } = useActions();
  const fetched = async (): Promise<string | undefined> =>
    (
      await attempt(
        api.exportChanges({ server: row.server, uri: row.uri }),
        'Couldn’t export the changes',
      )
    )?.markdown;
  const copy = async (): Promise<void> => {
    const text = await fetched();
    if (text === undefined) return;
    await navigator.clipboard.writeText(text).then(
      () => toast('ok', 'Changes copied as Markdown.'),
      () => toast('bad', 'Couldn’t copy.'),
    );
  };
  const save = async (): Promise<void> => {
    const text = await fetched();
    if (text === undefined) return;
    const name = `${row.name.replaceAll(/[^\w.-]+/g, '-').slice(0, 80)}-changes.md`;
    const saved = await attempt(api.saveFile({ name, text }), 'Couldn’t save the changes');
    if (saved?.saved) toast('ok', 'Changes saved as Markdown.');
  };
  return (
    <Menu
      label="Export changes"
      text="Export"
      icon="external"
      items={[
        { id: 'copy', label: 'Copy as Markdown', icon: 'copy', run: () => void copy() },
        {
          id: 'save',
          label: 'Save as Markdown…',
          icon: 'arrowDown',
          run: () => void save(),
        },
      ]}
    />
  );
}
