import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { useActions } from '../../store/context.ts';

/**
 * Replaces the current skill when its server removes it. Its button never takes the focus, so
 * that a key press meant for the old skill cannot open another one.
 */
export function GoneSkill({
  words,
  server,
  hint,
}: {
  /** Says which skill the server no longer serves. */
  readonly words: string;
  readonly server: string;
  readonly hint: string | undefined;
}) {
  const { selectNextUndecided, selectServer } = useActions();
  return (
    <EmptyState
      icon="info"
      title={words}
      actions={
        <>
          <Button variant="primary" hint={hint} onClick={selectNextUndecided}>
            Continue
          </Button>
          <Button variant="quiet" onClick={() => selectServer(server)}>
            Go to {server}
          </Button>
        </>
      }
    >
      You didn’t decide about it. If the server serves it again with different content, this page
      says so.
    </EmptyState>
  );
}
