import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { useActions } from '../../store/context.ts';

/** The end of the queue, or an empty queue: says what comes next. */
export function Finished({ waiting, decided }: { waiting: number; decided: number }) {
  const actions = useActions();
  if (waiting > 0) {
    return (
      <EmptyState
        icon="history"
        title={`${waiting.toLocaleString('en')} ${waiting === 1 ? 'skill waits' : 'skills wait'}`}
        actions={
          <Button variant="primary" onClick={() => actions.openReview()}>
            Start with the first
          </Button>
        }
      >
        Skipped and new skills are in the list.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="approved"
      title={
        decided > 0 ? 'All done. No skills left to decide' : 'No skills waiting for a decision'
      }
      actions={
        <>
          <Button onClick={actions.selectHome}>Overview</Button>
          <Button variant="quiet" onClick={() => actions.openAudit()}>
            Audit
          </Button>
        </>
      }
    >
      A skill returns here when its server changes it or its approval expires. Dynamic skills don’t
      appear here; you can allow them for a session only.
    </EmptyState>
  );
}
