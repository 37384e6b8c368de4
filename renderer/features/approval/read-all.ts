import { useEffect, useRef, useState } from 'react';
import type { Operation } from '../../../shared/model/operation.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { useActions, useApi, useApp } from '../../store/context.ts';

export interface ReadAll {
  readonly running: Operation | null;
  readonly busy: boolean;
  /** Why the last run didn't load everything. */
  readonly ended: string | null;
  readonly start: () => void;
}

/** The explicit *Load all* of one skill: start, progress, cancel, and why it ended early. */
export function useReadAll({ server, uri }: Pick<SkillRow, 'server' | 'uri'>): ReadAll {
  const api = useApi();
  const { attempt } = useActions();
  const operation = useApp((app) =>
    [...app.operations.values()].findLast(
      (one) => one.kind === 'read-all' && one.server === server && one.uri === uri,
    ),
  );
  const [starting, setStarting] = useState(false);
  const begun = useRef(operation?.operationId);
  const [ended, setEnded] = useState<string | null>(null);
  useEffect(() => {
    if (
      operation === undefined ||
      (operation.operationId === begun.current && operation.status !== 'running')
    )
      return;
    if (operation.status === 'running') setEnded(null);
    else if (operation.status === 'cancelled')
      setEnded(`Canceled after ${operation.done} of its files.`);
    else if (operation.status === 'failed' || operation.failed > 0)
      setEnded(operation.message || 'Some files couldn’t be read.');
    else setEnded(null);
  }, [operation]);
  const running = operation?.status === 'running' ? operation : null;
  return {
    running,
    busy: starting || running !== null,
    ended,
    start: () => {
      setStarting(true);
      void attempt(api.readAll({ server, uri }), 'Couldn’t load the files').finally(() =>
        setStarting(false),
      );
    },
  };
}
