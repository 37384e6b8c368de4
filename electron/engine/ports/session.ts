import type { ServerConfig } from '../../core/server-config.ts';
import type { LogStore } from '../../core/log/log-store.ts';
import type { LogPage, LogRow } from '../../../shared/model/log.ts';
import type { CheckId } from '../../../shared/model/verdict.ts';
import type { FailureCause } from '../../../shared/connection-advice.ts';
import type { AwaitedAnswer, ConnectionFailure } from '../../../shared/model/server.ts';
import type { Result } from '../../../shared/result.ts';

/** Connections to servers. Implemented in `electron/mcp` and `electron/web`. */

export type CallFailure =
  /** The server answered with a JSON-RPC error. */
  | { readonly reason: 'error-response'; readonly code: number; readonly message: string }
  | {
      readonly reason: 'timeout';
      readonly message: string;
      /** What had come by then, where anything had. */
      readonly cause?: FailureCause;
    }
  /** This one answer was over `limits.responseBytes` and the connection survived (HTTP). */
  | { readonly reason: 'too-large'; readonly message: string }
  /** The connection broke while the call was under way; nobody knows yet whose fault it was. */
  | {
      readonly reason: 'closed';
      readonly message: string;
      /** The server didn't know the session any more: nothing was done, and a new one may help. */
      readonly sessionLost?: true;
      /** The server wants a person to sign in: no request is at fault, and none helps. */
      readonly refused?: true;
      /** How the connection ended. */
      readonly cause?: FailureCause;
    }
  | { readonly reason: 'cancelled'; readonly message: string }
  /** It asks to be left alone for now (HTTP 429, 503), which says nothing of what was asked. */
  | { readonly reason: 'not-now'; readonly message: string; readonly cause?: FailureCause }
  | {
      readonly reason: 'bad-response';
      readonly message: string;
      /** The answer may have been another request’s, where others were waited for. */
      readonly suspect?: true;
      /** Asking again gets the same: HTTP 404 and its like. */
      readonly lasting?: true;
      /** The refusal that came in place of an answer. */
      readonly cause?: FailureCause;
    };

/** One request that is waited for. */
export interface CallTimeout {
  readonly timeoutMs: number;
  /** Too short for a method to be called one that hangs. */
  readonly isBrief: boolean;
  over(answer: Result<unknown, { readonly reason: string }>): void;
}

/** How long is waited for which method; null where a request is not to be sent. */
export interface TimeoutPolicy {
  begin(method: string, isAgain: boolean): CallTimeout | null;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** Asked to find out what the server speaks: that it refuses may be expected. */
  readonly probe?: boolean | undefined;
  /** How many may be under way at once while it is, where that is more than else. */
  readonly width?: number | undefined;
  /** How long a check waits for each method. */
  readonly patience?: TimeoutPolicy | undefined;
  /** Asked by a check of the server; told of the row that it has in the log. */
  readonly check?: ((row: number) => void) | undefined;
  /** A person sent it; told of the row that it has in the log. */
  readonly byHand?: ((row: number) => void) | undefined;
}

/** A server's answer as it came: a result or an error, each as unparsed as the other. */
export type RawAnswer =
  | { readonly result: Readonly<Record<string, unknown>> }
  | {
      readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
    };

/** A request (`id` is the server's own) or a notification that a server sends unasked. */
export interface FromServer {
  readonly id?: string | number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * The connection as a gateway uses it: a host's messages go through, and nothing is parsed but
 * what correlates them. Everything that arrives is untrusted.
 */
export interface SessionRelay {
  /** `_meta` of the parameters is the host's; what the revision wants there is put over it. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
    /** Told the id under which it is sent. */
    begun?: (id: number) => void,
  ): Promise<Result<RawAnswer, CallFailure>>;
  notify(method: string, params: Readonly<Record<string, unknown>>): void;
  /** Answers a request of the server's. */
  answer(id: string | number, answer: RawAnswer): void;
  /**
   * At most one listener. A gateway's messages wait for it; elsewhere the server's requests are
   * refused.
   */
  onMessage(listener: (message: FromServer) => void): void;
  /** Resolves at the server's first request, which may be waiting for the listener. */
  readonly asked: Promise<void>;
  /**
   * While it's held, no more is read of what the server writes: whoever gets it doesn't take it.
   */
  hold(isHeld: boolean): void;
  /** Resolves once the server takes what waits for it; null where nothing waits. */
  drained(): Promise<void> | null;
}

/** Something in a folder that isn't served. */
export interface LeftOutEntry {
  /** Absolute. */
  readonly path: string;
  /** One sentence, without the path. */
  readonly why: string;
  /** A reader of the folder might load it, so that nothing is known about what it would get. */
  readonly isUnseen: boolean;
  /** It's a whole skill. */
  readonly isSkill: boolean;
}

/** One live connection to a server, any transport, either protocol era. */
export interface ServerSession {
  readonly protocolVersion: string;
  /**
   * The transport in use, where an address without a type spoke another one than was tried first.
   */
  readonly fallback?: 'sse';
  readonly serverName: string;
  readonly serverVersion: string;
  readonly instructions: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Sends one request. The result is whatever JSON the server sent: untrusted and unparsed. */
  call(
    method: string,
    params: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Result<unknown, CallFailure>>;
  /** At most one listener each. */
  onNotification(listener: (method: string, params: unknown) => void): void;
  onClosed(listener: (failure: ConnectionFailure) => void): void;
  /** Told when the server has to wait because it writes too much unasked, and seldom after that. */
  onNoise?(listener: (noise: ServerNoise) => void): void;
  /** Ends the connection; a child process and its children are gone when this resolves. */
  close(): Promise<void>;
  /** Null where there is no protocol to relay: a site that is no MCP server. */
  readonly relay: SessionRelay | null;
  /** What a local folder has and isn't served, as of its last listing. */
  readonly leftOut?: () => readonly LeftOutEntry[];
  /** What the server said first (`initialize`, `server/discover`), unparsed. */
  readonly hello: Readonly<Record<string, unknown>>;
}

/** Lines that a server wrote on stdout and that are no messages. */
export interface StrayLines {
  readonly lines: number;
  /** The first of them, masked and bounded. */
  readonly first: string;
}

/** What a server writes without being asked, faster than it's read. */
export interface ServerNoise {
  readonly pipe: 'stdout' | 'stderr';
  /** Everything of it so far; messages are lines. */
  readonly lines: number;
  readonly bytes: number;
}

/** What a server does on the wire that other clients don't take. */
export interface WireQuirk {
  readonly kind: 'answer-id' | 'answer-type' | 'event-end' | 'not-utf-8';
  /** How it was the first time, masked and bounded. */
  readonly seen: string;
}

export interface ServerConnector {
  /**
   * Connects and negotiates. Gives up after the server's own time to start, else after
   * `limits.connectMs`, or when `signal` aborts.
   */
  connect(
    label: string,
    config: ServerConfig,
    signal: AbortSignal,
  ): Promise<Result<ServerSession, ConnectionFailure>>;
  /** Last lines that the server's current or last process wrote to stderr, masked. */
  stderr(label: string): readonly string[];
  /** Lines that it wrote before those. */
  stderrLost?(label: string): number;
  /** How much the server's processes have written to stderr so far; see `stderrSince`. */
  stderrMark?(label: string): number;
  /** The last lines, at most five, that its process wrote to stderr after a mark, masked. */
  stderrSince?(label: string, mark: number): readonly string[];
  /** Names of the variables and headers whose values were masked in what it returned. */
  maskedNames?(label: string): readonly string[];
  /**
   * What must not be shown of what the server was given: secrets of its configuration, and every
   * token of a sign-in.
   */
  given?(label: string): readonly string[] | null;
  /** What that process wrote on stdout beside messages; null where nothing is known of it. */
  stray?(label: string): StrayLines | null;
  /** The answer that its current connection is waiting for, the newest request's. */
  waiting?(label: string): AwaitedAnswer | null;
  /** Each quirk of its current or last connection, once. */
  quirks?(label: string): readonly WireQuirk[];
}

/** What changed in the log since the last time. */
export type LogChange = Pick<LogPage, 'epoch' | 'rows' | 'gone' | 'revision' | 'dropped'>;

export interface ProtocolLog {
  /** What is kept, unmasked: whoever shows it masks it. */
  readonly store: LogStore;
  /** Every row, oldest first, masked. */
  rows(server: string | null): readonly LogRow[];
  /** False where there is no such row, or too many are pinned. */
  pin(id: number, pinned: boolean): boolean;
  /** Lets go of everything that is not pinned. */
  clear(): void;
  onChange(listener: (change: LogChange) => void): () => void;
  note(server: string, text: string): void;
  /** A file failed a check; its latest read is marked. */
  fail(server: string, file: string, check: CheckId): void;
}
