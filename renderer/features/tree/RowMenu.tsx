import { ContextMenu, type MenuEntry } from '../../components/Menu/Menu.tsx';
import type { MenuPoint } from '../../components/VirtualTree/VirtualTree.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { actionsFor } from '../../store/possible.ts';
import { skillKey, type DecisionSheetRequest, type PageSelection } from '../../store/state.ts';
import { pickedKey, type TreeItem } from './row-layout.ts';
import type { ShownRows } from './shown-rows.ts';
import { useVerify } from './use-verify.ts';

/** The row as it was when its menu opened. */
export interface MenuAt {
  readonly row: TreeItem;
  readonly at: MenuPoint;
}

interface Props extends MenuAt {
  /** The tree's current rows. */
  readonly rows: ShownRows;
  readonly onOpen: (row: TreeItem) => void;
  readonly onPick: (ids: ReadonlySet<string>) => void;
  readonly onClose: () => void;
}

/**
 * Actions for a row, or for all selected rows if it's one of them. The menu closes if the row
 * disappears or changes: a server that swaps a skill under an open menu must not get a decision
 * about another.
 */
export function RowMenu({ row, at, rows, onOpen, onPick, onClose }: Props) {
  const items = useItems(row, rows, onOpen, onPick);
  const now = rows.at(rows.indexOf(row.id));
  const isGone = now === undefined || !isSame(now, row);
  return isGone || items.length === 0 ? null : (
    <ContextMenu label={labelOf(row)} items={items} at={at} onClose={onClose} />
  );
}

const isSame = (now: TreeItem, then: TreeItem): boolean =>
  now.kind !== 'skill' ||
  then.kind !== 'skill' ||
  (now.row.identity === then.row.identity &&
    now.row.setDigest === then.row.setDigest &&
    now.row.metadataDigest === then.row.metadataDigest &&
    now.row.record === then.row.record);

const labelOf = (row: TreeItem): string => `Actions for ${row.text}`;

function useItems(
  row: TreeItem,
  rows: ShownRows,
  onOpen: Props['onOpen'],
  onPick: Props['onPick'],
): readonly MenuEntry[] {
  const actions = useActions();
  const api = useApi();
  const verify = useVerify();
  const picked = useApp((app) => app.picked);
  const open = (label: string): MenuEntry => ({ id: 'open', label, run: () => onOpen(row) });
  const decide = (
    action: DecisionSheetRequest['action'],
    label: string,
    keys: Iterable<string>,
  ): MenuEntry => ({
    id: action,
    label,
    run: () => actions.openSheet({ action, items: actions.itemsOf(keys) }),
  });
  const copy = (label: string, text: string, id = 'copy'): MenuEntry => ({
    id,
    label,
    run: () => actions.copyText(text),
  });
  const link = (selection: PageSelection, file: string | null = null): MenuEntry =>
    copy(
      'Copy link',
      actions.linkTo({ selection, file, tab: file === null ? null : 'preview' }),
      'link',
    );
  const fold: MenuEntry[] =
    row.expanded === undefined
      ? []
      : [
          {
            id: 'fold',
            label: row.expanded ? 'Close' : 'Show files',
            run: () => actions.toggleNode(row.id),
          },
        ];

  const key = pickedKey(row.id);
  if (key !== null && picked.size > 1 && picked.has(key)) {
    const count = picked.size.toLocaleString('en');
    return [
      decide('approve', `Approve ${count} skills…`, picked),
      decide('deny', `Deny ${count} skills…`, picked),
      decide('revoke', `Revoke ${count} decisions…`, picked),
      { id: 'verify', label: `Verify ${count} skills`, run: () => void verify([...picked]) },
      { id: 'clear', label: 'Clear selection', run: () => onPick(new Set()) },
    ];
  }
  switch (row.kind) {
    case 'server': {
      const { label } = row.server;
      const listed = rows.skillIdsOf(label);
      return [
        open('Open'),
        ...fold.map((one) => ({ ...one, label: row.expanded ? 'Close' : 'Show skills' })),
        {
          id: 'pick',
          label: 'Select all listed skills',
          reason: listed.length === 0 ? 'No skills are listed' : null,
          run: () => onPick(new Set(listed)),
        },
        {
          id: 'refresh',
          label: 'Refresh list',
          run: () =>
            void actions.attempt(api.refreshServer({ server: label }), 'Couldn’t refresh the list'),
        },
        link({ kind: 'server', server: label }),
      ];
    }
    case 'skill': {
      const { server, uri, standing, content, needsReadAll } = row.row;
      const own = [skillKey(server, uri)];
      const can = actionsFor(standing, content, needsReadAll);
      return [
        open('Open'),
        ...fold,
        ...(can.approve === 'approve' || can.approve === 'again'
          ? [decide('approve', can.approve === 'again' ? 'Change the approval…' : 'Approve…', own)]
          : []),
        ...(can.session ? [decide('session', 'Allow for this session…', own)] : []),
        ...(can.deny ? [decide('deny', 'Deny…', own)] : []),
        ...(can.revoke ? [decide('revoke', 'Revoke…', own)] : []),
        { id: 'verify', label: 'Verify all files', run: () => void verify(own) },
        link({ kind: 'skill', server, uri }),
        copy('Copy the URI', uri),
      ];
    }
    case 'file': {
      const { server, uri } = row.row;
      return [
        open(`Open ${row.file.path}`),
        link({ kind: 'skill', server, uri }, row.file.uri),
        copy('Copy the URI', row.file.uri),
      ];
    }
    case 'refused': {
      const { server } = row.entry;
      const id = row.id.slice(row.id.indexOf('\n') + 1);
      return [open('Open'), link({ kind: 'refused', server, key: id })];
    }
    case 'folder':
    case 'files':
    case 'refused-group':
      return [{ ...open(row.expanded ? 'Close' : 'Open') }];
    case 'note':
      return [];
    default:
      return row satisfies never;
  }
}
