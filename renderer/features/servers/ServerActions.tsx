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
import { useSignIn } from './sign-in/use-sign-in.ts';
import styles from './page.module.css';

const deniable = ['undecided', 'approved', 'changed', 'expired', 'session'] as const;

/** What can be done with the server as a whole: one button, and the rest in a menu. */
export function ServerActions({ server }: { server: ServerView }) {
  const api = useApi();
  const actions = useActions();
  const getState = useAppState();
  const { label } = server;
  const isFolder = server.folder !== undefined;
  const rows = useApp((app) => app.skills.get(label));
  const ready = server.connection.status === 'ready';
  const { attempt, openOverlay, setServerTab } = actions;
  const { offer } = server.signIn;
  const signIn = useSignIn();
  useCommands(
    useMemo(
      (): readonly PaletteCommand[] => [
        ...(ready
          ? [
              {
                id: 'verify-server',
                title: `Verify the skills of ${label}`,
                group: 'Server',
                icon: 'play' as const,
                run: () =>
                  void attempt(api.verifyServer({ server: label }), 'Couldn’t start verification'),
              },
              ...(server.target.type === 'well-known' || isFolder
                ? []
                : [
                    {
                      id: 'check-server',
                      title: `Check ${label} against the specification`,
                      group: 'Server',
                      icon: 'play' as const,
                      run: () => {
                        setServerTab(label, 'authors');
                        const started = api.checkServer({ server: label, anew: false });
                        void attempt(started, 'Couldn’t start the check');
                      },
                    },
                  ]),
              {
                id: 'refresh-server',
                title: `Refresh the list of ${label}`,
                group: 'Server',
                icon: 'refresh' as const,
                run: () =>
                  void attempt(api.refreshServer({ server: label }), 'Couldn’t refresh the list'),
              },
            ]
          : []),
        ...(offer === null
          ? []
          : [
              {
                id: 'sign-in',
                title: `Sign in to ${label}…`,
                group: 'Server',
                icon: 'external' as const,
                run: () => void signIn(label),
              },
            ]),
        {
          id: 'remove-server',
          title: `Remove ${label}…`,
          group: 'Server',
          kind: 'danger',
          icon: 'trash',
          run: () => openOverlay({ kind: 'remove-server', server: label }),
        },
      ],
      [
        api,
        attempt,
        openOverlay,
        setServerTab,
        label,
        offer,
        ready,
        server.target.type,
        isFolder,
        signIn,
      ],
    ),
  );
  const keysOf = (kinds: readonly StatusKind[]): string[] =>
    [...(rows?.values() ?? [])]
      .filter(({ standing }) => kinds.includes(standing.kind))
      .map(({ uri }) => skillKey(label, uri));
  const waiting = [...(rows?.values() ?? [])]
    .filter(isWaiting)
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
    run: () => actions.openMany(action, keys),
  });
  /** A folder isn't connected to, and its decisions stay on this machine. */
  const unlessFolder = (entry: MenuEntry): readonly MenuEntry[] => (isFolder ? [] : [entry]);
  const decided = keysOf(['approved', 'denied']);
  return (
    <div className={styles.actions}>
      {waiting.length > 0 && (
        <Button variant="primary" onClick={() => actions.openReview(null, { server: label })}>
          Review {waiting.length.toLocaleString('en')} waiting
        </Button>
      )}
      {ready && (
        <IconButton
          icon="refresh"
          label="Refresh list"
          onPress={() =>
            void actions.attempt(api.refreshServer({ server: label }), 'Couldn’t refresh the list')
          }
        />
      )}
      <Menu
        label={`More for ${label}`}
        items={[
          ...unlessFolder({
            id: 'open-by-uri',
            label: 'Open by URI…',
            icon: 'link',
            reason: ready ? null : 'Not connected',
            run: () => actions.openOverlay({ kind: 'open-by-uri', server: label }),
          }),
          many('deny-waiting', 'deny', waiting, 'Deny waiting…'),
          many(
            'deny-all',
            'deny',
            keysOf(deniable),
            isFolder ? 'Deny the whole folder…' : 'Deny the whole server…',
          ),
          many(
            'revoke',
            'revoke',
            decided,
            `Revoke ${decided.length.toLocaleString('en')} decided…`,
          ),
          ...unlessFolder({
            id: 'reconnect',
            label: 'Reconnect',
            icon: 'refresh',
            reason: server.enabled ? null : 'It’s switched off',
            run: () =>
              void actions.attempt(api.reconnectServer({ server: label }), 'Couldn’t reconnect'),
          }),
          ...unlessFolder({
            id: 'enabled',
            label: server.enabled ? 'Switch off' : 'Switch on',
            icon: 'power',
            run: () =>
              void actions.attempt(
                api.setServerEnabled({ server: label, enabled: !server.enabled }),
                'Couldn’t switch it',
              ),
          }),
          { id: 'audit', label: 'Audit', icon: 'history', run: () => actions.openAudit(label) },
          ...unlessFolder({
            id: 'export',
            label: 'Export decisions…',
            icon: 'external',
            run: () =>
              actions.openOverlay({
                kind: 'export-bundle',
                keys: [...(getState().skills.get(label)?.values() ?? [])].map((row) =>
                  skillKey(row.server, row.uri),
                ),
              }),
          }),
          ...unlessFolder({
            id: 'edit',
            label: 'Edit…',
            icon: 'edit',
            run: () => actions.editServer(label),
          }),
          {
            id: 'remove',
            label: 'Remove…',
            icon: 'trash',
            danger: true,
            run: () => actions.openOverlay({ kind: 'remove-server', server: label }),
          },
        ]}
      />
    </div>
  );
}
