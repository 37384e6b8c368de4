import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components';
import { revealInvisible } from '../../../shared/invisible.ts';
import { focusOnMount } from '../../components/focus.ts';
import { Icon } from '../../components/Icon/Icon.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { useActions, useAppState } from '../../store/context.ts';
import { rowLook } from '../../store/standing.ts';
import { paletteResults, type PaletteResult } from './results.ts';
import styles from './Palette.module.css';

/** One field for everything: skills, servers, commands. */
export function Palette() {
  const actions = useActions();
  const getState = useAppState();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const deferred = useDeferredValue(query);
  // Made anew only for what the person types: a server that adds or takes skills away must not put
  // another row under Enter than the one that was highlighted.
  const results = useMemo(() => paletteResults(getState(), deferred), [getState, deferred]);
  const index = Math.min(at, results.length - 1);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index]);

  const choose = (result: PaletteResult | undefined) => {
    if (!result) return;
    actions.closeOverlay();
    if (result.kind === 'command') result.command.run();
    else if (result.kind === 'server') actions.selectServer(result.label);
    else actions.selectSkill(result.row.server, result.row.uri);
  };
  /** What is listed may be a keystroke behind; Enter means what was typed. */
  const resultsNow = (): readonly PaletteResult[] =>
    deferred === query ? results : paletteResults(getState(), query);
  const onKeyDown = (event: KeyboardEvent) => {
    const last = results.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: index >= last ? 0 : index + 1,
      ArrowUp: index <= 0 ? last : index - 1,
      PageDown: Math.min(last, index + 8),
      PageUp: Math.max(0, index - 8),
    };
    const to = moves[event.key];
    if (to !== undefined) setAt(to);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing)
      choose(resultsNow()[Math.max(0, index)]);
    else return;
    event.preventDefault();
  };
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) actions.closeOverlay();
      }}
      className={styles.overlay ?? ''}
    >
      <Modal className={styles.modal ?? ''}>
        <AriaDialog
          aria-label="Search skills, servers and commands"
          className={styles.dialog ?? ''}
        >
          <div className={styles.field}>
            <Icon name="search" />
            <input
              ref={focusOnMount}
              role="combobox"
              aria-label="Search"
              aria-expanded="true"
              aria-autocomplete="list"
              aria-controls="palette-results"
              aria-activedescendant={results.length > 0 ? `palette-${index}` : undefined}
              placeholder="Search skills, servers, commands"
              spellCheck={false}
              autoComplete="off"
              className={styles.input}
              value={query}
              onChange={(event) => {
                setQuery(event.target.value);
                setAt(0);
              }}
              onKeyDown={onKeyDown}
            />
          </div>
          <div
            ref={list}
            id="palette-results"
            role="listbox"
            aria-label="Results"
            className={styles.list}
          >
            {results.map((result, position) => (
              // Keys are handled by the field, which keeps the focus.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={result.id}
                id={`palette-${position}`}
                role="option"
                tabIndex={-1}
                aria-selected={position === index}
                className={styles.item}
                onPointerMove={() => setAt(position)}
                onClick={() => choose(result)}
              >
                <Result result={result} />
              </div>
            ))}
          </div>
          {results.length === 0 && (
            <p className={styles.none} role="status">
              Nothing has this in its name or URI.
            </p>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function Result({ result }: { result: PaletteResult }) {
  switch (result.kind) {
    case 'command':
      return (
        <>
          <Icon name="chevronRight" size={14} />
          <span className={styles.title}>{result.command.title}</span>
          <span className={styles.more}>{result.command.group}</span>
        </>
      );
    case 'server':
      return (
        <>
          <Icon name="server" size={14} />
          <span className={styles.title}>{result.label}</span>
          <span className={styles.more}>server</span>
        </>
      );
    case 'skill': {
      const look = rowLook(result.row);
      return (
        <>
          <Status {...look} hideWord size={14} />
          <span className={styles.title}>{result.row.name}</span>
          <span className={styles.uri}>{revealInvisible(result.row.uri)}</span>
          <span className={styles.more}>
            {result.row.server} · {look.word}
          </span>
        </>
      );
    }
    default:
      return result satisfies never;
  }
}
