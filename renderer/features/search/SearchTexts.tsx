import { useEffect, useRef, useState, type KeyboardEvent, useId } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { TextHit, TextSearch } from '../../../shared/model/text-search.ts';
import { mostSearched } from '../../../shared/model/plain.ts';
import { cx } from '../../components/cx.ts';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { TextField } from '../../components/TextField/TextField.tsx';
import { useActions, useApi } from '../../store/context.ts';
import styles from './SearchTexts.module.css';
import type { RequestError } from '../../../shared/contract.ts';

const noHits: readonly TextHit[] = [];

/** Finds a text in names, descriptions and every file that was read; Enter opens its place. */
export function SearchTexts() {
  const { closeOverlay, selectSkill, openPlace } = useActions();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const state = useTextSearch(typed);
  const hits = state.status === 'found' ? state.found.hits : noHits;
  const index = Math.max(0, Math.min(at, hits.length - 1));
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index, hits]);

  const open = (hit: TextHit | undefined): void => {
    if (hit === undefined) return;
    closeOverlay();
    if (hit.place.in === 'file') openPlace(hit, hit.place);
    else selectSkill(hit.server, hit.uri);
  };
  const keys = (event: KeyboardEvent): void => {
    const last = hits.length - 1;
    const to = {
      ArrowDown: index >= last ? 0 : index + 1,
      ArrowUp: index <= 0 ? last : index - 1,
      PageDown: Math.min(last, index + 6),
      PageUp: Math.max(0, index - 6),
    }[event.key];
    if (to !== undefined) setAt(Math.max(0, to));
    // The list may lag behind what was typed; Enter never opens a hit for another text.
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (state.status === 'found' && state.text === typed.trim()) open(hits[index]);
    } else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Search all texts" isOpen onClose={closeOverlay} size="lg">
      <div className={styles.search}>
        <TextField
          ref={focusOnMount}
          label="Search names, descriptions and texts"
          hideLabel
          icon="search"
          placeholder="Text in a name, a description or a file that was read"
          maxLength={mostSearched}
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-autocomplete="list"
          aria-controls="text-hits"
          aria-activedescendant={hits.length > 0 ? `text-hit-${index}` : undefined}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setAt(0);
          }}
          onKeyDown={keys}
        />
        <p role="status" className={styles.status}>
          {statusOf(state)}
        </p>
        <div ref={list} id="text-hits" role="listbox" aria-label="Places" className={styles.list}>
          {hits.map((hit, position) => (
            // Keys are handled by the field, which keeps the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={position}
              id={`text-hit-${position}`}
              role="option"
              tabIndex={-1}
              aria-selected={position === index}
              className={cx(styles.hit, position === index && styles.active)}
              onClick={() => open(hit)}
            >
              <Hit hit={hit} />
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

function Hit({ hit }: { hit: TextHit }) {
  return (
    <>
      <span className={styles.place}>
        <strong>{revealInvisible(hit.name)}</strong> <span>{hit.server}</span>
        <bdi className={styles.path}>{placeOf(hit)}</bdi>
      </span>
      <Excerpt of={hit.excerpt} />
    </>
  );
}

function placeOf({ place }: TextHit): string {
  return place.in === 'file' ? `${revealInvisible(place.path)}:${place.line}` : place.in;
}

function Excerpt({ of: { text, from, to } }: { of: TextHit['excerpt'] }) {
  return (
    <span className={styles.excerpt}>
      {revealInvisible(text.slice(0, from))}
      <mark>{revealInvisible(text.slice(from, to))}</mark>
      {revealInvisible(text.slice(to))}
    </span>
  );
}

function statusOf(state: TextSearchState): string {
  switch (state.status) {
    case 'idle':
      return 'Searches what’s listed, and files that match and were read in this session.';
    case 'searching':
      return 'Searching…';
    case 'failed':
      return `Couldn’t search: ${state.error.message}`;
    case 'found': {
      const { hits, files, ended } = state.found;
      const inFiles = `${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'} searched`;
      if (ended === 'too-many') return `The first ${hits.length} places. Type more to narrow them.`;
      if (ended === 'too-slow')
        return `${hits.length} places so far; the search took too long. Type more to narrow it.`;
      if (hits.length === 0)
        return `No places. ${inFiles}; files that nobody has read aren’t searched.`;
      return `${hits.length} ${hits.length === 1 ? 'place' : 'places'}, ${inFiles}`;
    }
    default:
      return state satisfies never;
  }
}

/** How long typing rests before the search begins, in ms. */
const settleMs = 150;

type TextSearchState =
  | { readonly status: 'idle' }
  | { readonly status: 'searching' }
  | { readonly status: 'found'; readonly text: string; readonly found: TextSearch }
  | { readonly status: 'failed'; readonly error: RequestError };

/**
 * Searches names, descriptions and texts in the main process. Typing on, and leaving, ends the
 * earlier search.
 */
function useTextSearch(typed: string): TextSearchState {
  const api = useApi();
  const search = useId();
  const [state, setState] = useState<TextSearchState>({ status: 'idle' });
  const text = typed.trim();
  useEffect(() => {
    if (text === '') {
      setState({ status: 'idle' });
      return undefined;
    }
    let over = false;
    const timer = setTimeout(() => {
      setState((known) => (known.status === 'found' ? known : { status: 'searching' }));
      void api.searchTexts({ search, text }).then((reply) => {
        if (over) return;
        if (!reply.ok) setState({ status: 'failed', error: reply.error });
        else if (reply.value.ended !== 'replaced')
          setState({ status: 'found', text, found: reply.value });
      });
    }, settleMs);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [api, search, text]);
  // Nobody waits for a search that the person left.
  useEffect(() => () => void api.searchTexts({ search, text: '' }), [api, search]);
  return state;
}
