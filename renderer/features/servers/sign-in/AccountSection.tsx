import { useEffect, useState, type ReactNode } from 'react';
import type { ServerView } from '../../../../shared/model/server.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { Button } from '../../../components/Button/Button.tsx';
import { cx } from '../../../components/cx.ts';
import { CodeText } from '../../../components/CodeText/CodeText.tsx';
import { KeyValue } from '../../../components/KeyValue/KeyValue.tsx';
import { useActions, useApi } from '../../../store/context.ts';
import { FoldedScopes } from './SignInDialog.tsx';
import {
  expiryText,
  protectionText,
  signedOutText,
  offerTitle,
  useSignIn,
} from './sign-in-text.ts';
import styles from '../page.module.css';
import layout from '../../../components/Page/Page.module.css';
import type { SignInOffer } from '../../../../shared/model/sign-in.ts';

/** The time in ms since the epoch, to the minute. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The account in use if someone signed in. */
export function AccountSection({ server }: { server: ServerView }) {
  const api = useApi();
  const { attempt, toast } = useActions();
  const { account } = server.signIn;
  const now = useMinute();
  if (account === null) return null;
  const signOut = async () => {
    const { label } = server;
    const out = await attempt(api.signOut({ server: label }), 'Couldn’t sign out');
    if (out) toast(out.outcome === 'failed' ? 'bad' : 'info', signedOutText(out.outcome));
  };
  return (
    <section className={layout.section}>
      <h2 className={styles.sectionTitle}>Signed in</h2>
      {account.protection === 'file' && (
        <Banner tone="warn" title="This sign-in is stored unencrypted">
          You chose a file instead of the keychain. Anyone who can read your files can use it.
        </Banner>
      )}
      <div className={cx(layout.card, layout.stack)}>
        <KeyValue
          items={[
            { name: 'Signed in at', value: <CodeText text={account.issuer} /> },
            {
              name: 'Allowed',
              value: <FoldedScopes scopes={account.scopes} unshown={account.unshown} />,
            },
            { name: 'Ends', value: expiryText(account, now) },
            { name: 'Kept', value: protectionText(account.protection) },
          ]}
        />
        <div className={layout.row}>
          <Button size="sm" onClick={() => void signOut()}>
            Sign out
          </Button>
        </div>
      </div>
    </section>
  );
}

/** A server that asks for a sign-in: where, what for, and a button to start. */
export function OfferBanner({
  server: { label },
  offer,
  said,
  actions,
}: {
  server: Pick<ServerView, 'label'>;
  offer: SignInOffer;
  /** The server's answer. */
  said?: string;
  actions?: ReactNode;
}) {
  const signIn = useSignIn();
  const { issuers, scopes, unshown, more } = offer;
  return (
    <Banner
      tone="warn"
      title={offerTitle(offer)}
      actions={
        <>
          <Button size="sm" variant="primary" onClick={() => void signIn(label)}>
            Sign in…
          </Button>
          {actions}
        </>
      }
    >
      {said !== undefined && offer.why !== 'first' && <p>{said}</p>}
      <KeyValue
        items={[
          {
            name: 'Signing in at',
            value:
              issuers.length === 0
                ? 'not stated; Skillgate asks the server first'
                : issuers.map((issuer) => <CodeText key={issuer} text={issuer} />),
          },
          {
            name: 'Requested access',
            value:
              scopes.length + unshown === 0 ? undefined : (
                <FoldedScopes scopes={scopes} fresh={more} unshown={unshown} />
              ),
          },
        ]}
      />
      <p>
        Skillgate has contacted only this server. You see where the sign-in goes before anything
        opens.
      </p>
    </Banner>
  );
}
