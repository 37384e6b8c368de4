import { useCallback, useEffect, useRef, useState } from 'react';
import type { Operation } from '../../../shared/model/operation.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Progress } from '../../components/Progress/Progress.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { isNews, newsMs, resultWords, runningWords } from '../../store/work.ts';
import { ResultCard } from './ResultCard.tsx';
import styles from './WorkStrip.module.css';

/**
 * Long-running work at the bottom of the window, folded into one line: what runs, then its result.
 * A success leaves on its own; everything else stays until someone closes it. Each end is
 * announced once.
 */
export function WorkStrip() {
  const operations = useApp((app) => app.operations);
  const [all, setAll] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const leave = useCallback((id: string) => setLeft((before) => new Set(before).add(id)), []);
  const running = useSettled([...operations.values()].filter(({ status }) => status === 'running'));
  const results = [...operations.values()]
    .filter((one) => isNews(one) && !left.has(one.operationId))
    .reverse();
  const lines = [...running, ...results];
  return (
    <section
      className={lines.length > 0 ? styles.strip : styles.none}
      aria-label="Work"
      data-pane={lines.length > 0 ? 'work' : undefined}
      tabIndex={lines.length > 0 ? -1 : undefined}
    >
      <Announcer operations={operations} />
      {(all ? lines : lines.slice(0, 1)).map((one) =>
        one.status === 'running' ? (
          <Running key={one.operationId} operation={one} />
        ) : (
          <ResultCard key={one.operationId} operation={one} onLeave={leave} />
        ),
      )}
      {lines.length > 1 && (
        <p className={styles.more}>
          <Button size="sm" variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show only the first' : `Show ${lines.length - 1} more`}
          </Button>
        </p>
      )}
    </section>
  );
}

function Running({ operation }: { operation: Operation }) {
  const api = useApi();
  const { attempt } = useActions();
  const skills = useApp((app) => app.skills);
  const { operationId, done, total, stoppable } = operation;
  const words = runningWords({ skills }, operation);
  const [stopping, setStopping] = useState(false);
  return (
    <div className={styles.line}>
      <span className={styles.words}>{words}</span>
      <div className={styles.progress}>
        <Progress label={words.split(' · ')[0] ?? words} done={done} total={total} />
      </div>
      {stoppable && (
        <Button
          size="sm"
          icon="stop"
          reason={stopping ? 'Stopping' : null}
          onClick={() => {
            setStopping(true);
            void attempt(api.cancel({ operationId }), 'Couldn’t stop');
          }}
        >
          {stopping ? 'Stopping' : 'Stop'}
        </Button>
      )}
    </div>
  );
}

/** Work that has run for half a second; shorter work would only flicker. */
function useSettled(running: readonly Operation[]): readonly Operation[] {
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const ids = running.map(({ operationId }) => operationId).join(' ');
  useEffect(() => {
    const all = timers.current;
    for (const id of ids.split(' '))
      if (id !== '' && !all.has(id))
        all.set(
          id,
          setTimeout(() => setSettled((before) => new Set(before).add(id)), newsMs),
        );
  }, [ids]);
  useEffect(() => {
    const all = timers.current;
    return () => {
      for (const timer of all.values()) clearTimeout(timer);
      all.clear();
    };
  }, []);
  return running.filter(({ operationId }) => settled.has(operationId));
}

/**
 * Announces once how work ended since the page loaded, even if it started and ended at once; the
 * region is always mounted.
 */
function Announcer({ operations }: { operations: ReadonlyMap<string, Operation> }) {
  const skills = useApp((app) => app.skills);
  const isLoaded = useApp((app) => app.info !== null);
  const said = useRef<Set<string> | null>(null);
  const [words, setWords] = useState('');
  useEffect(() => {
    const ended = [...operations.values()].filter(({ status }) => status !== 'running');
    if (said.current === null) {
      // Earlier results are on the page, so they aren't news.
      if (isLoaded) said.current = new Set(ended.map(({ operationId }) => operationId));
      return;
    }
    for (const one of ended) {
      if (said.current.has(one.operationId)) continue;
      said.current.add(one.operationId);
      if (one.kind !== 'list' && !one.closed) setWords(resultWords({ skills }, one));
    }
  }, [operations, skills, isLoaded]);
  return (
    <p role="status" className="visually-hidden">
      {words}
    </p>
  );
}
