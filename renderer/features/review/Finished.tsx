import type { ReactElement } from 'react';
import type { QueueFilter } from '../../../shared/place.ts';
import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { useActions, useApp } from '../../store/context.ts';

/** The end of the queue, or an empty queue: says what comes next. */
export function Finished({
  only,
  waiting,
  total,
  decided,
}: {
  readonly only: QueueFilter;
  /** Skills that the filter shows. */
  readonly waiting: number;
  readonly total: number;
  readonly decided: number;
}) {
  const actions = useActions();
  const isUnreadable = useApp((app) => app.store?.status === 'unreadable');
  if (isUnreadable)
    return (
      <EmptyState
        icon="error"
        title="Can’t tell what waits for a decision"
        actions={<Button onClick={actions.selectHome}>Overview</Button>}
      >
        Skillgate can’t read your decisions. The notice above says why and what you can do.
      </EmptyState>
    );
  if (waiting > 0) {
    return (
      <EmptyState
        icon="history"
        title={`${waiting.toLocaleString('en')} ${waiting === 1 ? 'skill waits' : 'skills wait'}`}
        actions={
          <Button variant="primary" onClick={() => actions.openReview(null, only)}>
            Start with the first
          </Button>
        }
      >
        Skipped and new skills are in the list.
      </EmptyState>
    );
  }
  const all = <Button onClick={() => actions.narrowReview({})}>Show all</Button>;
  if (only.filter === 'requested') return <NothingRequested all={all} />;
  if (total > 0)
    return (
      <EmptyState icon="filter" title="No waiting skills match the filter" actions={all}>
        {total.toLocaleString('en')} {total === 1 ? 'other waits' : 'others wait'} for a decision.
      </EmptyState>
    );
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

/** The end of what apps asked for. `all`: shows the whole queue. */
function NothingRequested({ all }: { readonly all: ReactElement }) {
  const { openHosts } = useActions();
  const asked = useApp((app) => app.waiting.skills.length);
  if (asked > 0)
    return (
      <EmptyState
        icon="question"
        title="Choose a skill that was withheld from an app"
        actions={all}
      >
        Your decision reaches the app within a second.
      </EmptyState>
    );
  return (
    <EmptyState
      icon="approved"
      title="Nothing that apps asked for is waiting"
      actions={
        <>
          <Button onClick={openHosts}>Protected apps</Button>
          {all}
        </>
      }
    >
      When a protected app asks for skills and one isn’t approved, it appears here.
    </EmptyState>
  );
}

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
