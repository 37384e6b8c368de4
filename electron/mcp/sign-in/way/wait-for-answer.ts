import type { SignInProblem } from '../../../../shared/model/sign-in.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { parseUrl } from '../../../../shared/url.ts';
import type { SignInGrant } from '../../../engine/ports/credentials.ts';
import type { BegunSignIn } from '../../../engine/ports/sign-in.ts';
import { readAnswer } from '../answer.ts';
import { cancelled, problem } from '../problem.ts';
import type { AnswerReceiver, AnswerOutcome } from '../receiver.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { BeginParts } from './parts.ts';
import { redeem } from './redeem.ts';

/** Waits for one answer that fits, or for an end without one. */
export function waiting(
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
  const give = (reason: SignInProblem['reason'], message: string): void => {
    if (!answered) end(err(problem(reason, message)));
  };
  const cancel = (): void => {
    // Of an answer that has come nothing is kept, however long the rest takes.
    leaving.abort();
    if (!answered) end(err(cancelled));
  };
  const timer = setTimeout(
    () =>
      give(
        'timed-out',
        'You didn’t finish signing in before the time ran out. Sign in again when you’re ready.',
      ),
    parts.patienceMs,
  );
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
                `That isn’t the address where this sign-in ends. The right one begins with ${redirect}?`,
              ),
            );
      },
      cancel,
    },
  };
}
