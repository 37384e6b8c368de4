import { Banner } from '../../components/Banner/Banner.tsx';
import layout from '../../components/Page/Page.module.css';
import { StartFacts } from './StartFacts.tsx';
import type { useStart } from './use-start.ts';

/** The full command that needs permission, or why it can't be shown. */
export function StartView({ view, problem }: ReturnType<typeof useStart>) {
  return (
    <>
      {problem !== null && (
        <Banner tone="bad" live="polite" title="Couldn’t show the command">
          {problem}
        </Banner>
      )}
      {view && (
        <div className={layout.card}>
          <StartFacts start={view.start} />
        </div>
      )}
    </>
  );
}
