import { oauthOf } from '../../../core/server-config.ts';
import type { SignInProblem } from '../../../../shared/model/sign-in.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { parseUrl } from '../../../../shared/url.ts';
import type { BegunSignIn, SignInRequest, SignInGrant } from '../../../engine/ports/credentials.ts';
import { cancelled, problem, problemOf, readAnswer } from '../answer.ts';
import { openReceiver, type AnswerOutcome, type AnswerReceiver } from '../receiver.ts';
import { ask, type AuthorizationRequest, type BeginParts } from './authorization-request.ts';
import { exchangeAuthorization, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/client';
import { resourceOf } from '../discovery.ts';
import { grantOf } from '../grant.ts';
import { guardedFetch } from '../guarded-fetch.ts';
import { revokeGrant } from '../tokens.ts';

/** Looks, registers, and gives what a browser would open. Nothing is opened here. */
export async function beginSignIn(
  parts: BeginParts,
  { config, listens, isWanted }: SignInRequest,
  signal: AbortSignal,
): Promise<Result<BegunSignIn, SignInProblem>> {
  const server = config.type === 'stdio' ? null : parseUrl(config.url);
  if (config.type === 'stdio' || server === null)
    return err(problem('no-server', 'You can only sign in to a server that has an address.'));
  server.hash = '';
  let take: (parameters: URLSearchParams) => AnswerOutcome = () => 'not-ours';
  const receiver = listens ? await openReceiver(parts.ports, (given) => take(given)) : null;
  if (listens && receiver === null)
    return err(
      problem(
        'ports-busy',
        `Other programs use all of the ports ${parts.ports.join(', ')} of this machine, which ` +
          'the browser needs to return to. Quit one of them, or paste the address (--paste).',
      ),
    );
  try {
    const asked = await ask(parts, server, oauthOf(config), receiver, signal);
    const begun = waiting(parts, server, asked, receiver, signal, isWanted);
    take = begun.take;
    return ok(begun.begun);
  } catch (error) {
    receiver?.close();
    if (signal.aborted) return err(cancelled);
    return err(problemOf(error));
  }
}

/** Waits for one answer that fits, or for an end without one. */
function waiting(
  parts: BeginParts,
  server: URL,
  asked: AuthorizationRequest,
  receiver: AnswerReceiver | null,
  signal: AbortSignal,
  isWanted: () => Promise<boolean>,
): {
  readonly begun: BegunSignIn;
  readonly take: (given: URLSearchParams) => AnswerOutcome;
} {
  const { state, found, redirect } = asked;
  let answered = false;
  const leaving = new AbortController();
  let told = (): void => {};
  let end: (outcome: Result<SignInGrant, SignInProblem>) => void = () => {};
  const finished = new Promise<Result<SignInGrant, SignInProblem>>((resolve) => {
    end = (outcome) => {
      answered = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      receiver?.close();
      resolve(outcome);
    };
  });
  const cancel = (): void => {
    // Of an answer that has come nothing is kept, however long the rest takes.
    leaving.abort();
    if (!answered) end(err(cancelled));
  };
  const timer = setTimeout(() => {
    if (!answered) end(err(lateProblem));
  }, parts.patienceMs);
  timer.unref();
  signal.addEventListener('abort', cancel, { once: true });

  const take = (given: URLSearchParams): AnswerOutcome => {
    // A code is good for one use, and so is this.
    if (answered) return 'not-ours';
    const answer = readAnswer(given, { state, metadata: found.metadata });
    if (answer.kind === 'not-ours') return 'not-ours';
    answered = true;
    if (!answer.outcome.ok) {
      end(err(answer.outcome.error));
      return 'refused';
    }
    told();
    void redeem(parts, server, asked, answer.outcome.value, leaving.signal, isWanted).then(end);
    return 'taken';
  };
  return {
    take,
    begun: {
      ask: asked.ask,
      address: asked.address.href,
      opens: () => receiver?.lend(asked.address.href) ?? asked.address.href,
      finished,
      onAnswer: (listener) => {
        told = listener;
      },
      paste(text) {
        const url = parseUrl(text.trim());
        const fits = url !== null && `${url.origin}${url.pathname}` === redirect;
        return fits && take(url.searchParams) !== 'not-ours'
          ? ok(undefined)
          : err(
              problem(
                'not-an-answer',
                `That isn’t the address of this sign-in. It begins with ${redirect}?`,
              ),
            );
      },
      cancel,
    },
  };
}

const lateProblem = problem(
  'timed-out',
  'The browser didn’t come back in time. Try signing in again.',
);

/**
 * Makes a code into what is kept; `signal` is the person's, who may not want it any more, and
 * `isWanted` says whether its server is still there.
 */
async function redeem(
  parts: BeginParts,
  server: URL,
  asked: AuthorizationRequest,
  answer: { readonly code: string; readonly iss: string | undefined },
  signal: AbortSignal,
  isWanted: () => Promise<boolean>,
): Promise<Result<SignInGrant, SignInProblem>> {
  const { found, client, issuer, scope, indicator } = asked;
  const resource = resourceOf(server.href);
  try {
    const tokens = await exchangeAuthorization(found.authorizationServer, {
      ...(found.metadata === null ? {} : { metadata: found.metadata }),
      clientInformation: client.information,
      authorizationCode: answer.code,
      ...(answer.iss === undefined ? {} : { iss: answer.iss }),
      codeVerifier: asked.verifier,
      redirectUri: asked.redirect,
      ...(indicator === null ? {} : { resource: indicator }),
      fetchFn: guardedFetch(server, parts.bounds, signal),
    });
    const endpoints = { ...found, indicator };
    const grant = grantOf(
      { resource, issuer, client: client.information, endpoints, scope },
      tokens,
      parts.now(),
    );
    const left = signal.aborted ? cancelled : await keep(parts, grant, isWanted);
    if (left === null) return ok(grant);
    // Nobody would know of these tokens any more.
    await revokeGrant({ type: 'http', url: server.href, headers: {} }, grant, parts.bounds);
    return err(left);
  } catch (error) {
    if (client.how === 'kept' && isForgotten(error)) await forget(parts, resource, issuer);
    if (signal.aborted) return err(cancelled);
    return err(problemOf(error));
  }
}

/**
 * Alone: a renewal of what was kept before, in whatever process, would end up in its place. Gives
 * why it could not be kept.
 */
async function keep(
  { credentials }: BeginParts,
  grant: SignInGrant,
  isWanted: () => Promise<boolean>,
): Promise<SignInProblem | null> {
  const kept = await credentials.exclusively(grant.resource, async () => {
    if (!(await isWanted())) return 'unwanted';
    return (await credentials.put(grant)).ok ? 'kept' : 'not-kept';
  });
  if (kept.ok && kept.value === 'kept') return null;
  return kept.ok && kept.value === 'unwanted'
    ? problem('no-server', 'The server was removed meanwhile, so the sign-in wasn’t saved.')
    : problem(
        'not-kept',
        'You signed in, but the sign-in can’t be saved. Run `skillgate doctor` to see why.',
      );
}

const isForgotten = (error: unknown): boolean =>
  error instanceof OAuthError &&
  (error.code === OAuthErrorCode.InvalidClient || error.code === OAuthErrorCode.UnauthorizedClient);

/**
 * A registration that the authorization server forgot must not be used again: without its redirects
 * the next sign-in registers again. The rest of what is stored was given earlier and stays.
 */
async function forget({ credentials }: BeginParts, resource: string, issuer: string) {
  await credentials.exclusively(resource, async () => {
    const kept = await credentials.grants(resource);
    const grant = kept.ok ? kept.value.find((one) => one.issuer === issuer) : undefined;
    if (grant === undefined) return;
    const { redirect_uris: _, ...client } = grant.client;
    await credentials.put({ ...grant, client });
  });
}
