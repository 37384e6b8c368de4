import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { useActions } from '../../store/context.ts';

/** The end of the queue, or an empty one from the start: what comes next. */
export function Finished({ waiting, decided }: { waiting: number; decided: number }) {
  const actions = useActions();
  if (waiting > 0) {
    return (
      <EmptyState
        icon="history"
        title={`${waiting.toLocaleString('en')} ${waiting === 1 ? 'skill waits' : 'skills wait'}`}
        actions={
          <Button variant="primary" onClick={() => actions.openReview()}>
            Start at the first
          </Button>
        }
      >
        What was skipped or began to wait since is in the list.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="approved"
      title={
        decided > 0 ? 'The queue is empty: everything is decided' : 'No skill waits for a decision'
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
      A skill comes back here when its server changes it or when its approval runs out. Dynamic
      skills never wait: they can be allowed for a session only.
    </EmptyState>
  );
}
