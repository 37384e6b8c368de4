import type { RpcAnswer, RpcId, JsonObject } from '../policy/message.ts';

/** One request of a host's that the server has not answered yet. */
export interface HostCall {
  /** The host's id of the leg that waits for it now; null while the host gathers input. */
  host: RpcId | null;
  readonly method: string;
  readonly params: JsonObject;
  readonly logs: boolean;
  readonly done: Promise<RpcAnswer>;
  readonly abort: AbortController;
  /** Questions of the server's that the host has to answer first, by the key it knows them by. */
  readonly questions: Map<
    string,
    { readonly id: RpcId; readonly method: string; readonly params: JsonObject }
  >;
  /** Called when there is a question. */
  asked: () => void;
}
