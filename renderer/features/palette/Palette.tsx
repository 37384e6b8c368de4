import {
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components';
import { revealInvisible } from '../../../shared/invisible.ts';
import { Button } from '../../components/Button/Button.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { cx } from '../../components/cx.ts';
import { Icon } from '../../components/Icon/Icon.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { ariaKeys, KeyCap, MacKeys } from '../../components/KeyCap/KeyCap.tsx';
import { useActions, useApp, useAppState } from '../../store/context.ts';
import { rowLook } from '../../store/standing.ts';
import { makeResultKey, kindOf, paletteResults, type PaletteResult } from './results.ts';
import styles from './Palette.module.css';

/** One search field for skills, servers and commands. */
export function Palette() {
  const actions = useActions();
  const getState = useAppState();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const deferred = useDeferredValue(query);
  // Recompute only as the person types: a server that adds or removes skills must not put another
  // row under Enter than the highlighted one.
  const results = useMemo(() => paletteResults(getState(), deferred), [getState, deferred]);
  const index = Math.min(at, results.length - 1);
  const letters = useApp((app) => app.settings.letterKeys);
  /** The shortcut that runs it now, if any. */
  const shortcut = (result: PaletteResult): string | undefined =>
    result.kind === 'command'
      ? makeResultKey(result.command, getState().commands, letters)
      : undefined;

  const choose = (result: PaletteResult | undefined) => {
    if (!result) return;
    actions.closeOverlay();
    if (result.kind === 'command') result.command.run();
    else if (result.kind === 'server') actions.selectServer(result.label);
    else actions.selectSkill(result.row.server, result.row.uri);
  };
  /** The list may lag a keystroke behind; Enter uses what was typed. */
  const resultsNow = (): readonly PaletteResult[] =>
    deferred === query ? results : paletteResults(getState(), query);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = indexAfter(event.key, index, results.length - 1);
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
          <SearchField
            query={query}
            current={results.length > 0 ? index : null}
            onQuery={(text) => {
              setQuery(text);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
          <Results
            results={results}
            index={index}
            shortcut={shortcut}
            onPoint={setAt}
            onChoose={choose}
          />
          {results.length === 0 && (
            <div className={styles.none}>
              <p role="status">No names or URIs match.</p>
              <Button onClick={() => actions.openOverlay({ kind: 'search' })}>
                Search all texts
              </Button>
            </div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function SearchField({
  query,
  current,
  onQuery,
  onKeyDown,
}: {
  query: string;
  /** The highlighted result; null if there's none. */
  current: number | null;
  onQuery: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  return (
    <div className={styles.field}>
      <Icon name="search" />
      <input
        ref={focusOnMount}
        role="combobox"
        aria-label="Search"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls="palette-results"
        aria-activedescendant={current === null ? undefined : `palette-${current}`}
        placeholder="Search skills, servers, commands"
        spellCheck={false}
        autoComplete="off"
        className={styles.input}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

function indexAfter(key: string, index: number, last: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: index >= last ? 0 : index + 1,
    ArrowUp: index <= 0 ? last : index - 1,
    PageDown: Math.min(last, index + 8),
    PageUp: Math.max(0, index - 8),
  };
  return moves[key];
}

function Results({
  results,
  index,
  shortcut,
  onPoint,
  onChoose,
}: {
  results: readonly PaletteResult[];
  index: number;
  shortcut: (result: PaletteResult) => string | undefined;
  onPoint: (index: number) => void;
  onChoose: (result: PaletteResult) => void;
}) {
  const mac = useContext(MacKeys);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  return (
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
          aria-keyshortcuts={spoken(shortcut(result), mac)}
          className={cx(styles.item, begins(results, position) && styles.first)}
          onPointerMove={() => onPoint(position)}
          onClick={() => onChoose(result)}
        >
          <Result result={result} shortcut={shortcut(result)} />
        </div>
      ))}
    </div>
  );
}

const spoken = (key: string | undefined, mac: boolean): string | undefined =>
  key === undefined ? undefined : ariaKeys(key, mac);

/** Whether destructive commands start here; a line separates them. */
const begins = (results: readonly PaletteResult[], position: number): boolean => {
  const isDanger = (result: PaletteResult | undefined): boolean =>
    result?.kind === 'command' && kindOf(result.command) === 'danger';
  return position > 0 && isDanger(results[position]) && !isDanger(results[position - 1]);
};

function Result({
  result,
  shortcut,
}: {
  result: PaletteResult;
  /** The shortcut for the same command. */
  shortcut: string | undefined;
}) {
  switch (result.kind) {
    case 'command': {
      const danger = kindOf(result.command) === 'danger';
      return (
        <>
          <Icon
            name={result.command.icon ?? 'chevronRight'}
            size={14}
            className={danger ? styles.danger : undefined}
          />
          <span className={cx(styles.title, danger && styles.danger)}>{result.command.title}</span>
          <span className={styles.more}>{danger ? 'removes' : result.command.group}</span>
          {shortcut !== undefined && <KeyCap of={shortcut} quiet />}
        </>
      );
    }
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
