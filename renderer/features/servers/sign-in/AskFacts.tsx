import type { SignInAsk } from '../../../../shared/model/sign-in.ts';
import { Banner } from '../../../components/Banner/Banner.tsx';
import { CodeText } from '../../../components/CodeText/CodeText.tsx';
import { KeyValue } from '../../../components/KeyValue/KeyValue.tsx';
import { Scopes } from './Scopes.tsx';
import { allowedText, clientText } from './sign-in-text.ts';

/** Unusual facts about a sign-in that deserve a second look. */
export const AskWarnings = ({ ask }: { ask: SignInAsk }) => (
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
export const AskFacts = ({ ask }: { ask: SignInAsk }) => (
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
