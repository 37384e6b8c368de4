import type { ServerView } from '../../../../shared/model/server.ts';
import type { SignInOffer } from '../../../../shared/model/sign-in.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { Button } from '../../../components/Button/Button.tsx';
import { KeyValue } from '../../../components/KeyValue/KeyValue.tsx';
import { CodeText } from '../../../components/CodeText/CodeText.tsx';
import type { ReactNode } from 'react';
import { FoldedScopes } from './Scopes.tsx';
import { useSignIn } from './use-sign-in.ts';
import { offerTitle } from './sign-in-text.ts';

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
