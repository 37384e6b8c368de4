import { useEffect, useRef, useState } from 'react';
import type { SignInWay, SignInAsk } from '../../../../shared/model/sign-in.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { Button } from '../../../components/Button/Button.tsx';
import { Dialog } from '../../../components/Dialog/Dialog.tsx';
import { focusOnMount } from '../../../components/focus.ts';
import { Spinner } from '../../../components/Progress/Progress.tsx';
import { useActions, useApi, useApp } from '../../../store/context.ts';
import styles from '../page.module.css';
import layout from '../../../components/Page/Page.module.css';
import { useSignIn, openText, allowedText, clientText } from './sign-in-text.ts';
import { CodeText } from '../../../components/CodeText/CodeText.tsx';
import { KeyValue } from '../../../components/KeyValue/KeyValue.tsx';
import { TextField } from '../../../components/TextField/TextField.tsx';

/**
 * One sign-in from preview to end. Shows what will open beforehand, with Cancel focused; closing
 * cancels the sign-in.
 */
export function SignInDialog({ server: label, id }: { server: string; id: string }) {
  const api = useApi();
  const { closeOverlay, toast, attempt } = useActions();
  const again = useSignIn();
  const state = useApp((app) => app.servers.get(label)?.signIn);
  // In a browser the page can't have anything opened for it: this is the person's own browser.
  const inBrowser = useApp((app) => app.info?.shell === 'browser');
  const way = state?.way?.id === id ? state.way : null;
  const account = state?.account ?? null;
  // The starting event may arrive after the dialog.
  const wasThere = useRef(false);
  useEffect(() => {
    if (way !== null) wasThere.current = true;
    else if (wasThere.current) {
      closeOverlay();
      if (account !== null) toast('info', `You’re signed in to “${label}”.`);
    }
  }, [account, closeOverlay, label, toast, way]);
  const giveUp = () => {
    closeOverlay();
    void attempt(api.cancelSignIn({ server: label }), 'Couldn’t cancel the sign-in');
  };
  const open = () => attempt(api.openSignIn({ server: label, id }), 'Couldn’t open a browser');
  return (
    <Dialog
      title={titleOf(way, label)}
      role="alertdialog"
      isOpen
      onClose={giveUp}
      size="md"
      footer={
        <>
          <Button ref={focusOnMount} onClick={giveUp}>
            {way?.status === 'failed' ? 'Close' : 'Cancel'}
          </Button>
          {way?.status === 'asks' && (
            <Button variant="primary" icon="external" onClick={() => void open()}>
              {inBrowser ? 'Continue' : openText(way.ask)}
            </Button>
          )}
          {way?.status === 'waiting' && (
            <Button
              variant={inBrowser ? 'primary' : 'default'}
              icon="external"
              onClick={() => (inBrowser ? openTab(way.address) : void open())}
            >
              {inBrowser ? `${openText(way.ask)} in a new tab` : 'Reopen'}
            </Button>
          )}
          {way?.status === 'failed' && (
            <Button variant="primary" onClick={() => void again(label)}>
              Try again
            </Button>
          )}
        </>
      }
    >
      <Body label={label} way={way} inBrowser={inBrowser} />
    </Dialog>
  );
}

function titleOf(way: SignInWay | null, label: string): string {
  switch (way?.status) {
    case 'asks':
      return `Open a browser to sign in to “${label}”?`;
    case 'waiting':
      return `Waiting for the browser`;
    case 'failed':
      return `You’re not signed in to “${label}”`;
    default:
      return `Signing in to “${label}”`;
  }
}

/**
 * The main process built the address: https or this machine. The opened page learns nothing about
 * this window.
 */
const openTab = (address: string): void =>
  void window.open(address, '_blank', 'noopener,noreferrer');

interface BodyProps {
  readonly label: string;
  readonly way: SignInWay | null;
  readonly inBrowser: boolean;
}

function Body({ label, way, inBrowser }: BodyProps) {
  switch (way?.status) {
    case undefined:
    case 'looking':
      return <Busy words="Asking where to sign in…" />;
    case 'asks':
      return (
        <div className={layout.stack}>
          <p>
            You sign in on that page, in your browser. Skillgate never sees your password. It gets
            only the access listed here and asks before it gets more.
          </p>
          <AskWarnings ask={way.ask} />
          <AskFacts ask={way.ask} />
        </div>
      );
    case 'waiting':
      return (
        <div className={layout.stack}>
          <Busy
            words={
              inBrowser
                ? 'Open the page below and sign in there. ' +
                  'If it’s on this machine, Skillgate continues automatically.'
                : 'Sign in on the page that opened. Skillgate continues automatically.'
            }
          />
          <PasteAnswer server={label} way={way} />
        </div>
      );
    case 'finishing':
      return <Busy words="The browser is back. Finishing…" />;
    case 'failed':
      return (
        <Banner tone="bad" title={turnText[way.problem.turn]} live="polite">
          {way.problem.message}
        </Banner>
      );
    default:
      return way satisfies never;
  }
}

const turnText = {
  person: 'What to do',
  server: 'Server problem',
  issuer: 'The sign-in server refused',
  operator: 'Ask whoever runs the server',
} as const;

const Busy = ({ words }: { words: string }) => (
  <div className={styles.busy} role="status">
    <Spinner label="Working" />
    <span>{words}</span>
  </div>
);

/** Unusual facts about a sign-in that deserve a second look. */
const AskWarnings = ({ ask }: { ask: SignInAsk }) => (
  <>
    {ask.answersTo !== null && (
      <Banner tone="warn" title="This page sends your sign-in to a different host">
        <CodeText text={ask.answersTo} /> gets it instead of the host that opens. Continue only if
        you know that the two belong together.
      </Banner>
    )}
    {ask.isWider && (
      <Banner tone="warn" title="Applies to more than this server">
        This grants access to everything at <CodeText text={ask.resource} />.
      </Banner>
    )}
  </>
);

/** Where a sign-in goes and what it's for, before anything opens. */
const AskFacts = ({ ask }: { ask: SignInAsk }) => (
  <KeyValue
    items={[
      {
        name: 'Opens',
        value: (
          <strong>
            <CodeText text={ask.host} />
          </strong>
        ),
      },
      { name: 'Named by the server', value: <CodeText text={ask.issuer} /> },
      { name: 'For', value: <CodeText text={ask.resource} /> },
      { name: 'Client', value: clientText(ask.client) },
      {
        name: 'Its secret goes to',
        value: ask.secretTo === null ? undefined : <CodeText text={ask.secretTo} />,
      },
      { name: 'Returns to', value: <CodeText text={ask.redirect} /> },
      // The only value that can be long, so nothing is below it and its length is stated above.
      { name: allowedText(ask), value: <Scopes scopes={ask.scopes} /> },
    ]}
  />
);

/**
 * For a browser on another machine or one that can't return: the address to open by hand and a
 * field for the final address.
 */
function PasteAnswer({
  server,
  way,
}: {
  server: string;
  way: Extract<SignInWay, { status: 'waiting' }>;
}) {
  const api = useApi();
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string | null>(null);
  const finish = async () => {
    const reply = await api.finishSignIn({ server, id: way.id, address: address.trim() });
    setError(reply.ok ? null : reply.error.message);
  };
  return (
    <details>
      <summary>Browser didn’t open, or is it on another machine?</summary>
      <form
        className={layout.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void finish();
        }}
      >
        <p>
          Open this address yourself:{' '}
          <CodeText text={`${way.ask.host}/…`} copy={way.address} label="Copy the whole address" />
        </p>
        <TextField
          label="The address where the browser ended up"
          placeholder={`${way.ask.redirect}?code=…`}
          mono
          value={address}
          onChange={setAddress}
          error={error}
          hint="The browser shows an error page there, which is expected. The address works once."
        />
        <div className={layout.row}>
          <Button
            type="submit"
            size="sm"
            reason={address.trim() === '' ? 'Paste the address first' : null}
          >
            Finish
          </Button>
        </div>
      </form>
    </details>
  );
}

interface ScopesProps {
  readonly scopes: readonly string[];
  /** The scopes marked as new, as text. */
  readonly fresh?: readonly string[];
  /** Text for how many more there are. */
  readonly unshown?: number;
}

/** Scopes as the server writes them, every one of them. */
function Scopes({ scopes, fresh = [], unshown = 0 }: ScopesProps) {
  if (scopes.length + unshown === 0) return <>the authorization server’s default</>;
  return (
    <span className={styles.scopes}>
      {scopes.map((scope) => (
        <span key={scope}>
          <CodeText text={scope} />
          {fresh.includes(scope) && ' (new)'}
        </span>
      ))}
      {unshown > 0 && (
        <span>{`${scopes.length === 0 ? '' : 'and '}${unshown} more that can’t be shown`}</span>
      )}
    </span>
  );
}

const fewScopes = 8;
/** The same before anything is decided: many scopes are counted and can be expanded. */
export function FoldedScopes(props: ScopesProps) {
  const { scopes, fresh = [], unshown = 0 } = props;
  if (scopes.length <= fewScopes) return <Scopes {...props} />;
  return (
    <details>
      <summary>
        {`${scopes.length + unshown} scopes${fresh.length === 0 ? '' : `, ${fresh.length} new`}`}
      </summary>
      <Scopes {...props} />
    </details>
  );
}
