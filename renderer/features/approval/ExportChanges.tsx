import type { SkillRow } from '../../../shared/model/skill.ts';
import { download } from '../../components/download.ts';
import { Menu } from '../../components/Menu/Menu.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';

/** What changed since the approval as markdown, for a pull request or a message. */
export function ExportChanges({ row }: { row: SkillRow }) {
  const api = useApi();
  const { attempt, toast } = useActions();
  const browser = useApp((app) => app.info?.shell === 'browser');
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
    if (text !== undefined)
      download(`${row.name.replaceAll(/[^\w.-]+/g, '-')}-changes.md`, text, 'text/markdown');
  };
  return (
    <Menu
      label="Export what changed"
      text="Export"
      icon="external"
      items={[
        { id: 'copy', label: 'Copy as markdown', icon: 'copy', run: () => void copy() },
        // The desktop shell lets no page save a file: there it is copied.
        ...(browser
          ? [
              {
                id: 'save',
                label: 'Download as markdown',
                icon: 'arrowDown' as const,
                run: () => void save(),
              },
            ]
          : []),
      ]}
    />
  );
}
