import type { ServerView } from '../../../shared/model/server.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Menu } from '../../components/Menu/Menu.tsx';
import { useActions, useApi, useAppState } from '../../store/context.ts';
import { skillKey } from '../../store/state.ts';
import styles from './page.module.css';

export function ServerActions({ server }: { server: ServerView }) {
  const api = useApi();
  const actions = useActions();
  const getState = useAppState();
  const { label } = server;
  const ready = server.connection.status === 'ready';
  return (
    <div className={styles.actions}>
      {ready && (
        <Button
          icon="refresh"
          onClick={() =>
            void actions.attempt(api.refreshServer({ server: label }), 'The list was not refreshed')
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
            disabled: !server.enabled,
            run: () =>
              void actions.attempt(
                api.reconnectServer({ server: label }),
                'It was not reconnected',
              ),
          },
          {
            id: 'enabled',
            label: server.enabled ? 'Switch off' : 'Switch on',
            icon: 'power',
            run: () =>
              void actions.attempt(
                api.setServerEnabled({ server: label, enabled: !server.enabled }),
                'It was not switched',
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
