import { useMemo } from 'react';
import type { ManyAction } from '../../../shared/model/operation.ts';
import type { ServerView } from '../../../shared/model/server.ts';
import type { StatusKind } from '../../../shared/model/standing.ts';
import { Button } from '../../components/Button/Button.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { Menu, type MenuEntry } from '../../components/Menu/Menu.tsx';
import { useActions, useApi, useApp, useAppState, useCommands } from '../../store/context.ts';
import { isWaiting } from '../../store/queue.ts';
import { type PaletteCommand, skillKey } from '../../store/state.ts';
import { useSignIn } from './sign-in/sign-in-text.ts';
import styles from './page.module.css';

const deniable = ['undecided', 'approved', 'changed', 'expired', 'session'] as const;

/** What can be done with the server as a whole: one button, and the rest in a menu. */
export function ServerActions({ server }: { server: ServerView }) {
  const api = useApi();
  const { attempt, openReview } = useActions();
  const { label } = server;
  useServerCommands(server);
  const rows = useApp((app) => app.skills.get(label));
  const waiting = [...(rows?.values() ?? [])]
    .filter(isWaiting)
    .map(({ uri }) => skillKey(label, uri));
  const decisions = useDecisionEntries(server, waiting);
  const items = useEntries(server, decisions);
  return (
    <div className={styles.actions}>
      {waiting.length > 0 && (
        <Button variant="primary" onClick={() => openReview(null, { server: label })}>
          Review {waiting.length.toLocaleString('en')} waiting
        </Button>
      )}
      {server.connection.status === 'ready' && (
        <IconButton
          icon="refresh"
          label="Refresh list"
          onPress={() =>
            void attempt(api.refreshServer({ server: label }), 'Couldn’t refresh the list')
          }
        />
      )}
      <Menu label={`More for ${label}`} items={items} />
    </div>
  );
}

function useServerCommands({ label, connection, target, folder, signIn }: ServerView): void {
  const api = useApi();
  const { attempt, openOverlay, setServerTab } = useActions();
  const startSignIn = useSignIn();
  const ready = connection.status === 'ready';
  const canCheck = ready && target.type !== 'well-known' && folder === undefined;
  const canSignIn = signIn.offer !== null;
  useCommands(
    useMemo((): readonly PaletteCommand[] => {
      const when = (can: boolean, command: Omit<PaletteCommand, 'group'>) =>
        can ? [{ ...command, group: 'Server' }] : [];
      return [
        ...when(ready, {
          id: 'verify-server',
          title: `Verify the skills of ${label}`,
          icon: 'play',
          run: () =>
            void attempt(api.verifyServer({ server: label }), 'Couldn’t start verification'),
        }),
        ...when(canCheck, {
          id: 'check-server',
          title: `Check ${label} against the specification`,
          icon: 'play',
          run: () => {
            setServerTab(label, 'authors');
            const started = api.checkServer({ server: label, isFresh: false });
            void attempt(started, 'Couldn’t start the check');
          },
        }),
        ...when(ready, {
          id: 'refresh-server',
          title: `Refresh the list of ${label}`,
          icon: 'refresh',
          run: () =>
            void attempt(api.refreshServer({ server: label }), 'Couldn’t refresh the list'),
        }),
        ...when(canSignIn, {
          id: 'sign-in',
          title: `Sign in to ${label}…`,
          icon: 'external',
          run: () => void startSignIn(label),
        }),
        ...when(true, {
          id: 'remove-server',
          title: `Remove ${label}…`,
          kind: 'danger',
          icon: 'trash',
          run: () => openOverlay({ kind: 'remove-server', server: label }),
        }),
      ];
    }, [api, attempt, openOverlay, setServerTab, label, canSignIn, ready, canCheck, startSignIn]),
  );
}

/** Decisions about all of its skills that have a status. */
function useDecisionEntries(
  { label, folder }: ServerView,
  waiting: readonly string[],
): readonly MenuEntry[] {
  const { openMany } = useActions();
  const rows = useApp((app) => app.skills.get(label));
  const keysOf = (kinds: readonly StatusKind[]): string[] =>
    [...(rows?.values() ?? [])]
      .filter(({ standing }) => kinds.includes(standing.kind))
      .map(({ uri }) => skillKey(label, uri));
  const many = (
    id: string,
    action: ManyAction,
    keys: readonly string[],
    words: string,
  ): MenuEntry => ({
    id,
    label: words,
    icon: action === 'deny' ? 'denied' : 'history',
    reason: keys.length === 0 ? 'No skills with this status' : null,
    run: () => openMany(action, keys),
  });
  const all = folder === undefined ? 'server' : 'folder';
  // What a failed check or a policy covers up is decided all the same.
  const covered = [...(rows?.values() ?? [])]
    .filter(
      ({ standing, record }) => /^(?:refused|blocked)$/.test(standing.kind) && record !== null,
    )
    .map(({ uri }) => skillKey(label, uri));
  const decided = [...keysOf(['approved', 'denied']), ...covered];
  return [
    many('deny-waiting', 'deny', waiting, 'Deny waiting…'),
    many('deny-all', 'deny', keysOf(deniable), `Deny the whole ${all}…`),
    many('revoke', 'revoke', decided, `Revoke ${decided.length.toLocaleString('en')} decided…`),
  ];
}

/** A folder isn't connected to, and its decisions stay on this machine. */
const notForFolders = ['open-by-uri', 'reconnect', 'enabled', 'export', 'edit'];

/** Everything in the menu. */
function useEntries(
  { label, connection, enabled, folder }: ServerView,
  decisions: readonly MenuEntry[],
): readonly MenuEntry[] {
  const api = useApi();
  const { attempt, editServer, openAudit, openOverlay } = useActions();
  const getState = useAppState();
  const entries: readonly MenuEntry[] = [
    {
      id: 'open-by-uri',
      label: 'Open by URI…',
      icon: 'link',
      reason: connection.status === 'ready' ? null : 'Not connected',
      run: () => openOverlay({ kind: 'open-by-uri', server: label }),
    },
    ...decisions,
    {
      id: 'reconnect',
      label: 'Reconnect',
      icon: 'refresh',
      reason: enabled ? null : 'It’s switched off',
      run: () => void attempt(api.reconnectServer({ server: label }), 'Couldn’t reconnect'),
    },
    {
      id: 'enabled',
      label: enabled ? 'Switch off' : 'Switch on',
      icon: 'power',
      run: () => {
        const switched = api.setServerEnabled({ server: label, enabled: !enabled });
        void attempt(switched, 'Couldn’t switch it');
      },
    },
    { id: 'audit', label: 'Audit', icon: 'history', run: () => openAudit(label) },
    {
      id: 'export',
      label: 'Export decisions…',
      icon: 'external',
      run: () => {
        const rows = [...(getState().skills.get(label)?.values() ?? [])];
        const keys = rows.map((row) => skillKey(row.server, row.uri));
        openOverlay({ kind: 'export-bundle', keys });
      },
    },
    { id: 'edit', label: 'Edit…', icon: 'edit', run: () => editServer(label) },
    {
      id: 'remove',
      label: 'Remove…',
      icon: 'trash',
      danger: true,
      run: () => openOverlay({ kind: 'remove-server', server: label }),
    },
  ];
  return folder === undefined ? entries : entries.filter(({ id }) => !notForFolders.includes(id));
}
