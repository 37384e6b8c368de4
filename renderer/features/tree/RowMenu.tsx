import type { SkillRow } from '../../../shared/model/skill.ts';
import { ContextMenu, type MenuEntry } from '../../components/Menu/Menu.tsx';
import type { MenuPoint } from '../../components/VirtualTree/VirtualTree.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { actionsFor } from '../../store/possible.ts';
import { skillKey, type DecisionSheetRequest, type PageSelection } from '../../store/state.ts';
import { pickedKey, type TreeItem } from './flat-tree.ts';
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

type Acting = ReturnType<typeof useActing>;

/** What the entries have in common. */
function useActing(row: TreeItem, onOpen: Props['onOpen']) {
  const { attempt, copyText, itemsOf, linkTo, openSheet, toggleNode } = useActions();
  const api = useApi();
  const verify = useVerify();
  const copy = (id: string, label: string, text: string): MenuEntry => ({
    id,
    label,
    run: () => copyText(text),
  });
  return {
    open: (label: string): MenuEntry => ({ id: 'open', label, run: () => onOpen(row) }),
    decide: (
      action: DecisionSheetRequest['action'],
      label: string,
      keys: Iterable<string>,
    ): MenuEntry => ({
      id: action,
      label,
      run: () => openSheet({ action, items: itemsOf(keys) }),
    }),
    verify: (label: string, keys: readonly string[]): MenuEntry => ({
      id: 'verify',
      label,
      run: () => void verify(keys),
    }),
    refresh: (server: string): MenuEntry => ({
      id: 'refresh',
      label: 'Refresh list',
      run: () => void attempt(api.refreshServer({ server }), 'Couldn’t refresh the list'),
    }),
    copyUri: (uri: string) => copy('copy', 'Copy the URI', uri),
    link: (selection: PageSelection, file: string | null = null) =>
      copy('link', 'Copy link', linkTo({ selection, file, tab: file === null ? null : 'preview' })),
    /** Opens or closes what's in the row, if anything is. */
    fold: (what: string): readonly MenuEntry[] =>
      row.expanded === undefined
        ? []
        : [
            {
              id: 'fold',
              label: row.expanded ? 'Close' : `Show ${what}`,
              run: () => toggleNode(row.id),
            },
          ],
  };
}

function useItems(
  row: TreeItem,
  rows: ShownRows,
  onOpen: Props['onOpen'],
  onPick: Props['onPick'],
): readonly MenuEntry[] {
  const picked = useApp((app) => app.picked);
  const acting = useActing(row, onOpen);
  const { open, decide, verify, refresh, copyUri, link, fold } = acting;
  const key = pickedKey(row.id);
  if (key !== null && picked.size > 1 && picked.has(key)) {
    const count = picked.size.toLocaleString('en');
    return [
      decide('approve', `Approve ${count} skills…`, picked),
      decide('deny', `Deny ${count} skills…`, picked),
      decide('revoke', `Revoke ${count} decisions…`, picked),
      verify(`Verify ${count} skills`, [...picked]),
      { id: 'clear', label: 'Clear selection', run: () => onPick(new Set()) },
    ];
  }
  switch (row.kind) {
    case 'server': {
      const { label } = row.server;
      const listed = rows.skillIdsOf(label);
      return [
        open('Open'),
        ...fold('skills'),
        {
          id: 'pick',
          label: 'Select all listed skills',
          reason: listed.length === 0 ? 'No skills are listed' : null,
          run: () => onPick(new Set(listed)),
        },
        refresh(label),
        link({ kind: 'server', server: label }),
      ];
    }
    case 'skill':
      return skillItems(row.row, acting);
    case 'file': {
      const { server, uri } = row.row;
      return [
        open(`Open ${row.file.path}`),
        link({ kind: 'skill', server, uri }, row.file.uri),
        copyUri(row.file.uri),
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
      return [open(row.expanded ? 'Close' : 'Open')];
    case 'note':
      return [];
    default:
      return row satisfies never;
  }
}

function skillItems(
  { server, uri, standing, content, needsReadAll, record }: SkillRow,
  { open, fold, decide, verify, link, copyUri }: Acting,
): readonly MenuEntry[] {
  const own = [skillKey(server, uri)];
  const can = actionsFor(standing, content, needsReadAll, record !== null);
  return [
    open('Open'),
    ...fold('files'),
    ...(can.approve === 'approve' || can.approve === 'again'
      ? [decide('approve', can.approve === 'again' ? 'Change the approval…' : 'Approve…', own)]
      : []),
    ...(can.session ? [decide('session', 'Allow for this session…', own)] : []),
    ...(can.deny ? [decide('deny', 'Deny…', own)] : []),
    ...(can.revoke ? [decide('revoke', 'Revoke…', own)] : []),
    verify('Verify all files', own),
    link({ kind: 'skill', server, uri }),
    copyUri(uri),
  ];
}
