import type { ServerView } from '../../../shared/model/server.ts';

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
