import { useMemo } from 'react';
import type { ServerView } from '../../../shared/model/server.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Menu } from '../../components/Menu/Menu.tsx';
import { useActions, useApi, useAppState, useCommands } from '../../store/context.ts';
import { type PaletteCommand, skillKey } from '../../store/state.ts';
import { useSignIn } from './sign-in/use-sign-in.ts';
import styles from './page.module.css';

export function ServerActions({ server }: { server: ServerView }) {
  const api = useApi();
  const actions = useActions();
  const getState = useAppState();
  const { label } = server;
  const ready = server.connection.status === 'ready';
  const { attempt, openOverlay } = actions;
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
      [api, attempt, openOverlay, label, offer, ready, signIn],
    ),
  );
  return (
    <div className={styles.actions}>
      {ready && (
        <Button
          icon="refresh"
          onClick={() =>
            void actions.attempt(api.refreshServer({ server: label }), 'Couldn’t refresh the list')
          }
        >
          Refresh list
        </Button>
      )}
      {ready && (
        <Button
          icon="link"
          onClick={() => actions.openOverlay({ kind: 'open-by-uri', server: label })}
        >
          Open by URI…
        </Button>
      )}
      <Menu
        label={`More for ${label}`}
        items={[
          {
            id: 'reconnect',
            label: 'Reconnect',
            icon: 'refresh',
            reason: server.enabled ? null : 'It’s switched off',
            run: () =>
              void actions.attempt(api.reconnectServer({ server: label }), 'Couldn’t reconnect'),
          },
          {
            id: 'enabled',
            label: server.enabled ? 'Switch off' : 'Switch on',
            icon: 'power',
            run: () =>
              void actions.attempt(
                api.setServerEnabled({ server: label, enabled: !server.enabled }),
                'Couldn’t switch it',
              ),
          },
          { id: 'audit', label: 'Audit', icon: 'history', run: () => actions.openAudit(label) },
          {
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
          },
          { id: 'edit', label: 'Edit…', icon: 'edit', run: () => actions.editServer(label) },
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
