import type { Answer, Id, Json } from '../policy/message.ts';

/** One request of a host's that the server has not answered yet. */
export interface Call {
  /** The host's id of the leg that waits for it now; null while the host gathers input. */
  host: Id | null;
  readonly method: string;
  readonly params: Json;
  readonly logs: boolean;
  readonly done: Promise<Answer>;
  readonly abort: AbortController;
  /** Questions of the server's that the host has to answer first, by the key it knows them by. */
  readonly questions: Map<
    string,
    { readonly id: Id; readonly method: string; readonly params: Json }
  >;
  /** Called when there is a question. */
  asked: () => void;
}
