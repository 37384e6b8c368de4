import { Banner } from '../../components/Banner/Banner.tsx';
import layout from '../../components/Page/Page.module.css';
import { StartFacts } from './StartFacts.tsx';
import type { useStart } from './use-start.ts';

/**
 * The full command that needs permission, or why it can't be shown. The dialog around it notices
 * when all of `part` was on screen: the end of a long command may be what it's really about.
 */
export function StartView({
  view,
  problem,
  part,
}: ReturnType<typeof useStart> & { readonly part: string }) {
  return (
    <>
      {problem !== null && (
        <Banner tone="bad" live="polite" title="Couldn’t show the command">
          {problem}
        </Banner>
      )}
      {view && (
        <div key={part} className={layout.card} data-part={part} data-at="0-1">
          <StartFacts start={view.start} />
        </div>
      )}
    </>
  );
}
