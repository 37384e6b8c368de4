import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { RequestError } from '../../../../shared/contract.ts';
import type { FileMismatch } from '../../../../shared/model/mismatch.ts';
import type { FileEntry, SkillRow } from '../../../../shared/model/skill.ts';
import { Button } from '../../../components/Button/Button.tsx';
import { EmptyState } from '../../../components/EmptyState/EmptyState.tsx';
import { Spinner } from '../../../components/Progress/Progress.tsx';
import { useActions, useApi, useApp } from '../../../store/context.ts';
import styles from '../FilePane.module.css';
import { MismatchView } from './MismatchView.tsx';

type State =
  | { readonly kind: 'asking' }
  | { readonly kind: 'told'; readonly mismatch: FileMismatch }
  | { readonly kind: 'error'; readonly error: RequestError };

/**
 * The received content of the current file beside the expected one. Uses the content in memory;
 * asks the server again only if the person opens this view or says so.
 */
export function MismatchPane({ row, file }: { row: SkillRow; file: FileEntry }) {
  const api = useApi();
  const { server, uri } = row;
  const { openFile, takeRead } = useActions();
  const toRead = useApp((state) => state.toRead);
  const [state, setState] = useState<State>({ kind: 'asking' });
  const ask = useCallback(
    async (read: boolean, isOver: () => boolean = () => false): Promise<void> => {
      setState({ kind: 'asking' });
      const reply = await api.getMismatch({ server, uri, file: file.uri, read });
      if (isOver()) return;
      setState(
        reply.ok ? { kind: 'told', mismatch: reply.value } : { kind: 'error', error: reply.error },
      );
    },
    [api, server, uri, file.uri],
  );
  const begin = useEffectEvent((isOver: () => boolean) => {
    if (toRead) takeRead();
    void ask(toRead, isOver);
  });
  useEffect(() => {
    let over = false;
    begin(() => over);
    return () => {
      over = true;
    };
  }, [ask]);
  const back = (
    <Button
      size="sm"
      variant="quiet"
      icon="arrowLeft"
      onClick={() => openFile(server, uri, file.uri)}
    >
      Back to the file
    </Button>
  );
  if (state.kind === 'asking')
    return (
      <p className={styles.wait}>
        <Spinner label="Comparing" /> Comparing with the expected file…
      </p>
    );
  if (state.kind === 'error')
    return (
      <EmptyState
        icon="error"
        title="Couldn’t compare the file"
        actions={<Button onClick={() => void ask(true)}>Try again</Button>}
      >
        {state.error.message}
      </EmptyState>
    );
  const { mismatch } = state;
  if (mismatch.verdict.status === 'failed' && mismatch.sides !== null)
    return <MismatchView mismatch={mismatch} back={back} />;
  return (
    <EmptyState
      icon="file"
      title={
        mismatch.verdict.status === 'failed'
          ? 'The received file is no longer in memory'
          : 'No failed check'
      }
      actions={
        <>
          <Button onClick={() => void ask(true)}>Load it again</Button>
          {back}
        </>
      }
    >
      {mismatch.verdict.status === 'failed'
        ? `${mismatch.verdict.message} The received content is no longer in memory, ` +
          'or there was none. Load the file again.'
        : 'The server’s last answer for this file passed its checks.'}
    </EmptyState>
  );
}
