import type { SkillRow } from '../../../shared/model/skill.ts';
import { Menu } from '../../components/Menu/Menu.tsx';
import { useActions, useApi } from '../../store/context.ts';

/** What changed since the approval as markdown, for a pull request or a message. */
export function ExportChanges({ row }: { row: SkillRow }) {
  const api = useApi();
  const { attempt, toast } = useActions();
  const fetched = async (): Promise<string | undefined> =>
    (
      await attempt(
        api.exportChanges({ server: row.server, uri: row.uri }),
        'The changes were not exported',
      )
    )?.markdown;
  const copy = async (): Promise<void> => {
    const text = await fetched();
    if (text === undefined) return;
    await navigator.clipboard.writeText(text).then(
      () => toast('ok', 'Copied what changed as markdown.'),
      () => toast('bad', 'The clipboard did not take it.'),
    );
  };
  const save = async (): Promise<void> => {
    const text = await fetched();
    if (text === undefined) return;
    const name = `${row.name.replaceAll(/[^\w.-]+/g, '-').slice(0, 80)}-changes.md`;
    const saved = await attempt(api.saveFile({ name, text }), 'The changes were not saved');
    if (saved?.saved) toast('ok', 'Saved what changed as markdown.');
  };
  return (
    <Menu
      label="Export what changed"
      text="Export"
      icon="external"
      items={[
        { id: 'copy', label: 'Copy as markdown', icon: 'copy', run: () => void copy() },
        {
          id: 'save',
          label: 'Save as markdown…',
          icon: 'arrowDown',
          run: () => void save(),
        },
      ]}
    />
  );
}
