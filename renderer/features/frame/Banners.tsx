import { useState } from 'react';
import type { StoreState, DecisionCopy } from '../../../shared/model/approval.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { useApp, useActions, useApi } from '../../store/context.ts';
import { counted, timeText } from '../../../shared/size-text.ts';
import { Button } from '../../components/Button/Button.tsx';
import { useCopied } from '../../components/copy-text.ts';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { Menu } from '../../components/Menu/Menu.tsx';

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

type UnreadableStore = Extract<StoreState, { status: 'unreadable' }>;

/** Faults of the file itself; a folder that isn't safe has to be repaired by hand. */
const replaceable: ReadonlySet<UnreadableStore['reason']> = new Set([
  'corrupt',
  'newer-format',
  'missing',
]);

/** The decisions can't be read: why, and each way on. */
function StoreBanner({ store }: { store: UnreadableStore }) {
  const api = useApi();
  const { attempt, toast } = useActions();
  const [busy, setBusy] = useState(false);
  const [asksEmpty, setAsksEmpty] = useState(false);
  const [copied, copyPath] = useCopied(store.path);
  const [newest, ...older] = store.copies ?? [];
  const reason = busy ? 'Restoring' : null;
  const recover = async (copy: string | null): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setAsksEmpty(false);
    const done = await attempt(api.recoverDecisions({ copy }), 'Couldn’t restore your decisions');
    setBusy(false);
    if (done !== undefined) toast('info', outcomeText(done));
  };
  return (
    <>
      <Banner
        flush
        tone="bad"
        live="polite"
        title="Can’t read your decisions: no skill counts as approved"
        actions={
          <>
            {newest !== undefined && (
              <Button
                size="sm"
                variant="primary"
                reason={reason}
                onClick={() => void recover(newest.name)}
              >
                Restore the copy from {copyText(newest)}
              </Button>
            )}
            {older.length > 0 && (
              <Menu
                label="Older copies"
                text="Older copies"
                size="sm"
                items={older.map((copy) => ({
                  id: copy.name,
                  label: copyText(copy),
                  reason,
                  run: () => void recover(copy.name),
                }))}
              />
            )}
            {replaceable.has(store.reason) && (
              <Button size="sm" reason={reason} onClick={() => setAsksEmpty(true)}>
                Start empty…
              </Button>
            )}
            <Button size="sm" variant="quiet" onClick={copyPath}>
              {copied ? 'Copied' : 'Copy file path'}
            </Button>
          </>
        }
      >
        {store.message.replace(/[.]?$/, '.')}
        {!store.message.includes(store.path) && ` File: ${store.path}.`}
        {store.keptAt !== undefined && ` Skillgate kept a copy at ${store.keptAt}.`}
      </Banner>
      {asksEmpty && (
        <StartEmpty onCancel={() => setAsksEmpty(false)} onStart={() => void recover(null)} />
      )}
    </>
  );
}

function StartEmpty({ onCancel, onStart }: { onCancel: () => void; onStart: () => void }) {
  return (
    <Dialog
      title="Start with no decisions?"
      role="alertdialog"
      size="sm"
      isOpen
      onClose={onCancel}
      footer={
        <>
          <Button ref={focusOnMount} onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="danger" onClick={onStart}>
            Start empty
          </Button>
        </>
      }
    >
      Every skill becomes New again in all apps that Skillgate protects. Skillgate keeps the file
      that it can’t read beside the new one.
    </Dialog>
  );
}

/** `14:02 (312 decisions)`. */
const copyText = ({ at, decisions }: DecisionCopy): string =>
  `${timeText(at)} (${counted(decisions, 'decision')})`;

function outcomeText({
  at,
  decisions,
  toConfirm,
  left,
}: {
  readonly at: string | null;
  readonly decisions: number;
  readonly toConfirm: number;
  readonly left: number;
}): string {
  if (at === null) return 'Skillgate starts with no decisions.';
  return [
    `Restored ${counted(decisions, 'decision')}.`,
    ...(toConfirm === 0 ? [] : [`${counted(toConfirm, 'approval')} to confirm in Review.`]),
    ...(left === 0 ? [] : [`Left out ${left} that you took back later.`]),
  ].join(' ');
}
