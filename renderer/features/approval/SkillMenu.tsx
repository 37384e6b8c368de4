import type { SkillRow } from '../../../shared/model/skill.ts';
import { Menu, type MenuEntry } from '../../components/Menu/Menu.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { useRefreshEntry } from '../../store/refresh.ts';
import type { SkillTab } from '../../store/state.ts';

/** What a person rarely needs on a skill's page: other views of it, links and a new entry. */
export function SkillMenu({
  row,
  tabs,
}: {
  row: SkillRow;
  tabs: readonly { readonly id: SkillTab; readonly label: string }[];
}) {
  const { copyText, linkTo, setTab } = useActions();
  const { server, uri } = row;
  const chosen = useApp((app) => app.tab);
  const file = useApp((app) => app.file);
  const { busy, refresh } = useRefreshEntry(row);
  const selection = { kind: 'skill', server, uri } as const;
  const items: MenuEntry[] = [
    ...tabs.map(({ id, label }) => ({ id, label, run: () => setTab(id) })),
    {
      id: 'link',
      label: 'Copy link',
      icon: 'link',
      run: () => copyText(linkTo({ selection, tab: null, file: null }), 'Link copied.'),
    },
    {
      id: 'file-link',
      label: 'Copy link to the file',
      icon: 'link',
      run: () =>
        copyText(
          linkTo({ selection, tab: chosen ?? 'preview', file: file ?? uri }),
          'Link copied.',
        ),
    },
    ...(row.standing.kind === 'refused'
      ? []
      : [
          {
            id: 'refresh',
            label: 'Refresh the entry',
            icon: 'refresh',
            reason: busy ? 'Waiting for an answer' : null,
            run: refresh,
          } as const,
        ]),
  ];
  return (
    <Menu
      label={`More for ${row.name}`}
      size="sm"
      quiet
      text="More"
      icon="chevronDown"
      items={items}
    />
  );
}
