import { Banner } from '../../components/Banner/Banner.tsx';
import { useApp } from '../../store/context.ts';
import { StoreBanner } from './StoreBanner.tsx';

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
  const beside = store?.status === 'ready' ? store : null;
  const unflushed = beside?.flushProblem;
  const uncopied = beside?.mirrorProblem;
  const unfollowed = beside?.rulesProblem;
  if (
    link.status !== 'lost' &&
    store?.status !== 'unreadable' &&
    unflushed === undefined &&
    uncopied === undefined &&
    unfollowed === undefined &&
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
      {unflushed !== undefined && (
        <Banner
          flush
          tone="warn"
          live="polite"
          title="Your last decision is in effect but might not survive a power failure"
        >
          The disk didn’t confirm it: {unflushed}. The next decision tries again.
        </Banner>
      )}
      {uncopied !== undefined && (
        <Banner
          flush
          tone="warn"
          live="polite"
          title="The second copy of your decisions is out of date"
        >
          Skillgate couldn’t write it: {uncopied}. The next decision tries again.
        </Banner>
      )}
      {unfollowed !== undefined && (
        <Banner
          flush
          tone="warn"
          live="polite"
          title="An app’s own settings don’t follow your decisions"
        >
          {unfollowed}. Your decisions count all the same. See Protected apps.
        </Banner>
      )}
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
