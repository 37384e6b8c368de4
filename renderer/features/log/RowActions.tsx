import { useMemo } from 'react';
import type { LogDetail } from '../../../shared/model/log.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Menu } from '../../components/Menu/Menu.tsx';
import { useActions, useCommands } from '../../store/context.ts';
import type { PaletteCommand } from '../../store/state.ts';
import type { ComposerInput } from './Composer.tsx';
import type { useLogActions } from './use-log-actions.ts';
import styles from './ProtocolPage.module.css';

interface Props {
  readonly detail: LogDetail;
  /** True for a row of an opened file, which is read-only. */
  readonly readOnly: boolean;
  readonly log: ReturnType<typeof useLogActions>;
  readonly onSent: (row: number) => void;
  readonly onEdit: (composing: ComposerInput) => void;
  /** The person wants to compare this row with one that they choose next; null: no longer. */
  readonly onCompare: (id: number | null) => void;
  readonly isCompared: boolean;
}

const group = 'Protocol';

/** Actions for the chosen row, each with its key. */
export function RowActions(props: Props) {
  const { detail, readOnly, log, isCompared } = props;
  const { row, skill, notSendable } = detail;
  const { pinned } = row;
  const isSendable = notSendable === null;
  const commands = useRowCommands(props);
  useCommands(commands);
  const run = (id: string) => (): void => commands.find((one) => one.id === id)?.run();
  const isExchange = row.kind === 'exchange';
  return (
    <div className={styles.actions}>
      {!readOnly && (
        <Button size="sm" variant="quiet" hint="p" onClick={run('log-pin')}>
          {pinned ? 'Unpin' : 'Pin'}
        </Button>
      )}
      {!readOnly && isExchange && (
        <>
          <Button
            size="sm"
            variant="quiet"
            hint={isSendable ? 'r' : undefined}
            reason={notSendable}
            onClick={run('log-resend')}
          >
            Send again
          </Button>
          <Button
            size="sm"
            variant="quiet"
            hint={isSendable ? 'e' : undefined}
            reason={notSendable}
            onClick={run('log-edit')}
          >
            Edit and send…
          </Button>
        </>
      )}
      <Button
        size="sm"
        variant="quiet"
        hint="c"
        aria-pressed={isCompared}
        onClick={run('log-compare')}
      >
        Compare…
      </Button>
      {skill !== null && (
        <Button size="sm" variant="quiet" icon="skill" hint="s" onClick={run('log-skill')}>
          Show skill
        </Button>
      )}
      <CopyMenu detail={detail} readOnly={readOnly} log={log} />
    </div>
  );
}

function useRowCommands({
  detail: { row, skill, notSendable },
  ...props
}: Props): readonly PaletteCommand[] {
  const { readOnly, log, onSent, onEdit, onCompare, isCompared } = props;
  const { selectSkill } = useActions();
  const { id, pinned, server } = row;
  const skillUri = skill?.uri ?? null;
  const isSendable = notSendable === null;
  return useMemo((): PaletteCommand[] => {
    const again = (): void =>
      void log.again(id).then((sent) => {
        if (sent !== null) onSent(sent);
      });
    const letter = { group, letter: true } as const;
    return [
      ...(readOnly
        ? []
        : [
            {
              ...letter,
              id: 'log-pin',
              title: pinned ? 'Unpin the row' : 'Pin the row',
              key: 'p',
              run: () => void log.pin(id, !pinned),
            },
          ]),
      ...(isSendable
        ? [
            { ...letter, id: 'log-resend', title: 'Send again', key: 'r', run: again },
            {
              ...letter,
              id: 'log-edit',
              title: 'Edit and send…',
              key: 'e',
              run: () => onEdit({ server, row: id }),
            },
          ]
        : []),
      {
        ...letter,
        id: 'log-compare',
        title: isCompared ? 'Don’t compare' : 'Compare with another row',
        key: 'c',
        run: () => onCompare(isCompared ? null : id),
      },
      ...(skillUri === null
        ? []
        : [
            {
              ...letter,
              id: 'log-skill',
              title: 'Show the skill',
              key: 's',
              run: () => selectSkill(server, skillUri),
            },
          ]),
    ];
  }, [
    id,
    pinned,
    server,
    skillUri,
    isSendable,
    isCompared,
    readOnly,
    log,
    onSent,
    onEdit,
    onCompare,
    selectSkill,
  ]);
}

function CopyMenu({
  detail: { row, http },
  readOnly,
  log,
}: Pick<Props, 'detail' | 'readOnly' | 'log'>) {
  const { id } = row;
  const isExchange = row.kind === 'exchange';
  return (
    <Menu
      label="Copy the row"
      text="Copy"
      size="sm"
      icon="copy"
      items={[
        { id: 'json', label: 'As JSON', run: () => void log.copy(id, 'json') },
        ...(isExchange && row.direction === 'sent'
          ? http === null
            ? [
                {
                  id: 'line',
                  label: 'Request as a line for stdin',
                  run: () => void log.copy(id, 'line'),
                },
                // The log of someone else says nothing about how to start the server.
                ...(readOnly
                  ? []
                  : [
                      {
                        id: 'pipe',
                        label: 'Request as a shell command',
                        run: () => void log.copy(id, 'pipe'),
                      },
                    ]),
              ]
            : [
                {
                  id: 'curl',
                  label: 'Request as curl',
                  run: () => void log.copy(id, 'curl'),
                },
              ]
          : []),
      ]}
    />
  );
}
