import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { VirtualList } from '../../components/VirtualList/VirtualList.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { Asked } from './Asked.tsx';
import styles from './waiting.module.css';
import layout from '../../components/Page/Page.module.css';

/** Skills that apps requested and didn't get, newest first; each opens its skill. */
export function WaitingPage() {
  const api = useApi();
  const { attempt, openHosts } = useActions();
  const { skills, dropped, problem } = useApp((app) => app.waiting);
  const dismiss = (keys: readonly string[]): void =>
    void attempt(api.dismissWaiting({ keys: [...keys] }), 'Couldn’t dismiss it');
  return (
    <article className={styles.page} aria-labelledby="waiting-title">
      <header className={layout.header}>
        <div className={layout.heading}>
          <h1 className={layout.title} id="waiting-title">
            Requested by apps
          </h1>
          <p className={layout.muted}>
            Skills that apps requested through Skillgate but couldn’t load because their current
            version has no decision. Your decision reaches the app within a second.
          </p>
        </div>
        {skills.length > 1 && (
          <Button onClick={() => dismiss(skills.map(({ key }) => key))}>
            Dismiss these {skills.length.toLocaleString('en')}
          </Button>
        )}
      </header>
      {problem !== null && (
        <Banner tone="warn" live="polite" title="Couldn’t load app requests">
          {problem}
        </Banner>
      )}
      {dropped > 0 && (
        <p className={layout.muted}>
          {dropped.toLocaleString('en')} older {dropped === 1 ? 'request isn’t' : 'requests aren’t'}{' '}
          shown because there are too many.
        </p>
      )}
      {skills.length === 0 && problem === null && (
        <EmptyState
          icon="approved"
          title="No app requests waiting"
          actions={<Button onClick={openHosts}>Apps</Button>}
        >
          When a protected app requests a skill that you haven’t decided about, it appears here.
        </EmptyState>
      )}
      {skills.length > 0 && (
        <VirtualList
          className={styles.list ?? ''}
          items={skills}
          keyOf={({ key }) => key}
          label="Requested by apps, newest first"
          rowRem={5.4}
          render={(skill) => <Asked skill={skill} onDismiss={() => dismiss([skill.key])} />}
        />
      )}
    </article>
  );
}
