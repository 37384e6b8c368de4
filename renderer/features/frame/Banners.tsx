import type { StoreState } from '../../../shared/model/approval.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { useApp } from '../../store/context.ts';
import { StoreBanner } from './StoreBanner.tsx';

type ReadyStore = Extract<StoreState, { status: 'ready' }>;

/**
 * Notices on every page: a lost connection, an unreadable store, a server list for this session
 * only.
 */
export function Banners() {
  const link = useApp((app) => app.link);
  const store = useApp((app) => app.store);
  const config = useApp((app) => app.info?.sessionConfig ?? null);
  const policy = useApp((app) => app.policy);
  const isLoaded = useApp((app) => app.info !== null);
  const problems = store?.status === 'ready' ? problemsOf(store) : [];
  if (
    link.status !== 'lost' &&
    store?.status !== 'unreadable' &&
    problems.length === 0 &&
    policy.status !== 'unreadable' &&
    config === null
  )
    return null;
  return (
    <section aria-label="Notices">
      {link.status === 'lost' && (
        <Banner
          flush
          tone="bad"
          live="assertive"
          title={isLoaded ? 'Connection to Skillgate lost' : 'Not connected to Skillgate'}
        >
          {link.message}
          {isLoaded &&
            ' What you see may be out of date. You can’t decide anything until it’s back.'}
        </Banner>
      )}
      {store?.status === 'unreadable' && <StoreBanner store={store} />}
      {problems.map(({ title, text }) => (
        <Banner key={title} flush tone="warn" live="polite" title={title}>
          {text}
        </Banner>
      ))}
      {policy.status === 'unreadable' && (
        <Banner
          flush
          tone="bad"
          live="polite"
          title="Can’t read the managed policy: every skill is blocked"
        >
          {policy.message} File: {policy.path}.
        </Banner>
      )}
      {config !== null && (
        <Banner flush tone="info">
          <span title={config}>
            Servers from {config.replace(/^.*[\\/]/, '')}, for this session only. Changes aren’t
            saved.
          </span>
        </Banner>
      )}
    </section>
  );
}

/** What went wrong beside the decisions, which count all the same. */
const problemsOf = ({
  flushProblem,
  mirrorProblem,
  rulesProblem,
}: ReadyStore): readonly { readonly title: string; readonly text: string }[] => [
  ...(flushProblem === undefined
    ? []
    : [
        {
          title: 'Your last decision is in effect but might not survive a power failure',
          text: `The disk didn’t confirm it: ${flushProblem}. The next decision tries again.`,
        },
      ]),
  ...(mirrorProblem === undefined
    ? []
    : [
        {
          title: 'The second copy of your decisions is out of date',
          text: `Skillgate couldn’t write it: ${mirrorProblem}. The next decision tries again.`,
        },
      ]),
  ...(rulesProblem === undefined
    ? []
    : [
        {
          title: 'An app’s own settings don’t follow your decisions',
          text: `${rulesProblem}. Your decisions count all the same. See Protected apps.`,
        },
      ]),
];
