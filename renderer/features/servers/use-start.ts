import { useEffect, useState } from 'react';
import type { RequestReply, RequestOutput } from '../../../shared/contract.ts';
import { useApi } from '../../store/context.ts';
import type { ServerView } from '../../../shared/model/server.ts';

type View = RequestOutput<'viewStart'>;

/**
 * What would start, to show before permission. `view` is null while loading, and when the command
 * no longer matches `fingerprint`, which is then shown again.
 */
export function useStart(
  server: string,
  fingerprint: string | undefined,
): { readonly view: View | null; readonly problem: string | null } {
  const api = useApi();
  const [answer, setAnswer] = useState<RequestReply<View> | null>(null);
  useEffect(() => {
    setAnswer(null);
    if (fingerprint === undefined) return undefined;
    let current = true;
    void api.viewStart({ server }).then((reply) => {
      if (current) setAnswer(reply);
    });
    return () => {
      current = false;
    };
  }, [api, fingerprint, server]);
  if (answer === null) return { view: null, problem: null };
  if (!answer.ok) return { view: null, problem: answer.error.message };
  return { view: answer.value.fingerprint === fingerprint ? answer.value : null, problem: null };
}

/** A server whose command needs permission, and which command. */
export interface StartRequest {
  readonly label: string;
  readonly fingerprint: string;
  /** A different command was allowed before. */
  readonly changed: boolean;
}

/** Names a command on screen: this label's, with exactly this fingerprint. */
export const startPart = (label: string, fingerprint: string): string => `${label}\n${fingerprint}`;

/** Why a command that wasn't on screen as a whole can't be allowed. */
export const scrollFirst = 'Scroll through the whole command first.';

/** Servers whose commands need permission, in order. */
export const askingOf = (servers: Iterable<ServerView>): StartRequest[] =>
  [...servers].flatMap(({ label, connection }) =>
    connection.status === 'needs-consent'
      ? [{ label, fingerprint: connection.fingerprint, changed: connection.changed }]
      : [],
  );
