import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import type { NotDone, Operation } from '../../../shared/model/operation.ts';
import { mostNamed } from '../../../shared/model/plain.ts';
import { Button } from '../../components/Button/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Icon } from '../../components/Icon/Icon.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { isSecondClick } from '../../components/second-click.ts';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { resultWords, wentWrong } from '../../store/work.ts';
import styles from './WorkStrip.module.css';

/** How long a success stays, in ms: long enough to undo it; Ctrl+Z and the audit can afterwards. */
const staysMs = 15_000;

/** The result of work with its failures; each line links to its place. */
export function ResultCard({
  operation,
  onLeave,
}: {
  operation: Operation;
  onLeave: (operationId: string) => void;
}) {
  const api = useApi();
  const { attempt } = useActions();
  const skills = useApp((app) => app.skills);
  const [open, setOpen] = useState(false);
  const id = useId();
  const { operationId, kind, status, notDone, undoable } = operation;
  const isBad = wentWrong(operation);
  const words = resultWords({ skills }, operation);
  const [isHeld, setHeld] = useState(false);
  const stays = isBad || status !== 'done' || isHeld;
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => onLeave(operationId), staysMs);
    return () => clearTimeout(timer);
  }, [stays, onLeave, operationId]);
  const icon = isBad ? 'error' : status === 'cancelled' ? 'stop' : 'check';
  return (
    // Nothing disappears under a pointer or with focus; the group itself does nothing.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={styles.result}
      role="group"
      aria-label={words}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={styles.line}>
        <Icon name={icon} className={cx(styles.sign, isBad ? styles.bad : styles.ok)} />
        <span className={styles.words}>{words}</span>
        {notDone.length > 0 && (
          <Button
            size="sm"
            icon={open ? 'chevronDown' : 'chevronRight'}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide' : 'Show'} {notDone.length === mostNamed ? 'the first ' : ''}
            {notDone.length.toLocaleString('en')}
          </Button>
        )}
        {undoable && (
          <Button
            size="sm"
            icon="history"
            onClick={(event) => {
              if (!isSecondClick(event))
                void attempt(api.undoMany({ operationId }), 'Couldn’t undo');
            }}
          >
            {kind === 'undo' ? 'Undo the rest' : 'Undo'}
          </Button>
        )}
        <IconButton
          small
          icon="cross"
          label={`Close: ${words}`}
          onPress={() => void attempt(api.closeResult({ operationId }), 'Couldn’t close it')}
        />
      </div>
      {open && <Lines id={id} kind={kind} lines={notDone} />}
    </div>
  );
}

interface LinesProps {
  readonly id: string;
  readonly kind: Operation['kind'];
  readonly lines: readonly NotDone[];
}

function Lines({ id, kind, lines }: LinesProps) {
  const { openFile, selectSkill, showExchange } = useActions();
  const skills = useApp((app) => app.skills);
  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    // A line may have a button to its exchange beside it, which Tab reaches.
    const ways = [...event.currentTarget.querySelectorAll<HTMLElement>('li > button:first-child')];
    const here = (event.target as HTMLElement).closest('li')?.querySelector<HTMLElement>('button');
    const next = here == null ? undefined : ways[ways.indexOf(here) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    // Arrow keys move between lines; each is a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul id={id} className={styles.lines} aria-label="Problems" onKeyDown={keys}>
      {lines.map(({ server, uri, file, name, path, why }) => {
        const isThere = skills.get(server)?.has(uri) ?? false;
        const words = (
          <>
            <span className={styles.name}>{name}</span>
            {path !== '' && <code className={styles.path}>{path}</code>}
            <span className={styles.why}>{isThere ? why : `${why} (not there any more)`}</span>
          </>
        );
        const go = (): void => {
          if (file === null) selectSkill(server, uri);
          else openFile(server, uri, file);
        };
        return (
          <li key={`${server}\n${uri}\n${file ?? ''}`} className={styles.item}>
            {isThere ? (
              <button type="button" className={styles.goTo} onClick={go}>
                {words}
              </button>
            ) : (
              // There's no place to open, so it's plain text.
              <p className={styles.goTo}>{words}</p>
            )}
            {isThere && file !== null && kind === 'verify' && (
              <IconButton
                small
                icon="terminal"
                label={`Show exchange of ${name}: ${path}`}
                onPress={() => void showExchange({ of: 'read', server, uri: file })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
