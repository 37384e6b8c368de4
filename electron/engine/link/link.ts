import type { DialectRegistry } from '../../core/dialects/dialects.ts';
import { limits } from '../../core/limits.ts';
import { consentFingerprint } from '../../core/start/fingerprint.ts';
import { adviceOn, lastFailure } from '../../../shared/connection-advice.ts';
import type { ConnectionState, ConnectionFailure } from '../../../shared/model/server.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CatalogueServer, ServerState } from '../catalogue/server.ts';
import type { EngineOptions } from '../options.ts';
import type {
  CallOptions,
  LeftOutEntry,
  ServerConnector,
  ServerSession,
} from '../ports/session.ts';
import type { SystemClock } from '../ports/machine.ts';
import type { ConsentStore } from '../ports/servers.ts';
import { permissionState } from '../servers/permission.ts';
import type { RequestFailure } from '../../core/dialects/plan.ts';
import { type ServerRequest, ServerCalls } from './calls.ts';
import { declared, describeNoise } from './wire-advice.ts';
import {
  ChangeListener,
  listChanged,
  nowListening,
  subscriptionOf,
  tellsOnStream,
} from './change-listener.ts';
import { pause } from './rate-limit-pause.ts';

/** How often it is looked what a server that is being started has said. */
const startLookMs = 1_000;

export interface LinkParts {
  readonly dialects: DialectRegistry;
  readonly connector: ServerConnector;
  readonly consents: Pick<ConsentStore, 'state'>;
  readonly clock: SystemClock;
  readonly options: Pick<EngineOptions, 'autoRetry' | 'allowedByList'>;
  /** What is known of the server has changed. */
  readonly change: (server: CatalogueServer, patch: Partial<ServerState>) => void;
  /** A server became ready on its own after a break. */
  readonly onReady: (server: CatalogueServer) => void;
  readonly onNotification: (server: CatalogueServer, method: string, params: unknown) => void;
  /** A session is there, the first or another one; a gateway relays over it from now on. */
  readonly onSession?: (server: CatalogueServer, session: ServerSession) => void;
  /** For a gateway: any list of the server's may have changed without its having been able to say. */
  readonly onMissed?: (server: CatalogueServer) => void;
}

/** For whom a server reports changes: this app, or the host that it speaks for. */
type Listener = 'app' | 'host';

/**
 * The connection to one server: its session, the budget of bytes, the attempts to connect. Nobody
 * else opens, closes or counts.
 */
export class ServerLink {
  /** Something of the server's was started or asked, whatever came of it. */
  wasAsked = false;

  private readonly server: CatalogueServer;
  private readonly parts: LinkParts;
  private session: ServerSession | null = null;
  private readonly calls = new ServerCalls({
    session: () => this.session,
    connect: async () => {
      const isThere = await this.connect();
      if (isThere) await this.hearing();
      return isThere;
    },
    drop: () => this.drop(),
    connection: () => this.server.connection,
  });
  /** Bytes fetched in this session, against `limits.serverBytes`. */
  private fetched = 0;
  private since = 0;
  /** The attempt that opened the last session. */
  private openedBy = 0;
  /** Connecting now; everyone who needs the session awaits the same attempt. */
  private connecting: Promise<boolean> | null = null;
  private closing: Promise<void> = Promise.resolve();
  private waitsForStderr = stderrWaits;
  private cancelRetry = (): void => {};
  private abort = new AbortController();
  /** A person or the end of the app closed it: nothing reopens it automatically. */
  private halted = false;
  private subscribed = new Set<string>();
  /** What is listened to on a stream. */
  private wanted: Record<Listener, readonly string[]> = { app: [], host: [] };
  private readonly listening: ChangeListener;

  constructor(server: CatalogueServer, parts: LinkParts) {
    this.server = server;
    this.parts = parts;
    this.listening = new ChangeListener({
      clock: parts.clock,
      // A host hears of all lists, also where it wants none: what is withheld follows the server's.
      ...(parts.onMissed === undefined ? {} : { lists: Object.keys(listChanged) }),
      onMissed: () => {
        if (parts.onMissed !== undefined) parts.onMissed(server);
        else parts.onNotification(server, listChanged.resourcesListChanged, {});
      },
    });
  }

  /** When the session that is there was opened, ms since the epoch; null where there is none. */
  get openedAt(): number | null {
    return this.session === null ? null : this.since;
  }

  /** What the server answered first; null without a session, and where there's no such answer. */
  get hello(): ServerSession['hello'] | null {
    const hello = this.session?.hello ?? {};
    return Object.keys(hello).length === 0 ? null : hello;
  }

  get leftOut(): readonly LeftOutEntry[] {
    return this.session?.leftOut?.() ?? [];
  }

  private get isFolder(): boolean {
    return this.server.configured.folder !== undefined;
  }

  get isOpen(): boolean {
    return this.session !== null;
  }

  /** Bytes that may still be fetched in this session. */
  get left(): number {
    if (this.isFolder) return limits.serverBytes;
    return Math.max(0, limits.serverBytes - this.fetched);
  }

  /** Counts fetched bytes against the server's budget; an error when it is spent. */
  spend(bytes: number): Result<void, string> {
    // The budget is for what a server sends; a file on this machine is read when a person opens it.
    if (this.isFolder) return ok(undefined);
    this.fetched += bytes;
    if (this.fetched <= limits.serverBytes) return ok(undefined);
    const most = limits.serverBytes / 1_048_576;
    return err(`This server has sent ${most} MiB in this session. Reconnect to continue.`);
  }

  /**
   * Forgets what the last connection cost, and connects. An attempt from before somebody asked may
   * have gone by what held then, such as a command that nobody had allowed yet: where it ends in
   * nothing another one is made.
   */
  async reopen(): Promise<boolean> {
    this.halted = false;
    this.calls.renew();
    this.fetched = 0;
    const { clock } = this.parts;
    if (this.server.connection.status === 'failed')
      this.show({ status: 'connecting', attempt: 0, since: clock.now() });
    const before = this.connecting;
    return (before !== null && (await before)) || this.connect();
  }

  /**
   * Brings the server to `ready`, or says why not. One attempt at a time; whoever needs the
   * session meanwhile shares it. Gives true when the session is there.
   */
  connect(attempt = 0): Promise<boolean> {
    if (this.halted) return Promise.resolve(false);
    if (this.session !== null) return Promise.resolve(true);
    this.connecting ??= this.attempt(attempt).finally(() => {
      this.connecting = null;
    });
    return this.connecting;
  }

  private async attempt(attempt: number): Promise<boolean> {
    this.cancelRetry();
    const { enabled, config } = this.server.configured;
    if (!enabled) return this.show({ status: 'disabled' });
    if (!config.ok) return this.show(unusable(config.error));
    const waiting = await this.consentFor(config.value);
    if (waiting !== null) return this.show(waiting);
    const abort = new AbortController();
    this.abort = abort;
    const { label } = this.server;
    this.wasAsked = true;
    const asked = this.parts.connector.connect(label, config.value, abort.signal);
    const quiet = this.tellOfStart(attempt);
    const answer = await asked.finally(quiet);
    // Closed meanwhile: nothing must be left running.
    if (abort.signal.aborted || this.halted) {
      if (answer.ok) await answer.value.close();
      return false;
    }
    if (!answer.ok) return this.failed(answer.error, attempt);
    return this.adopt(answer.value, attempt);
  }

  /**
   * Null when the server may be used; a command or address that nobody allowed waits for a person.
   */
  private async consentFor(
    config: Parameters<ServerConnector['connect']>[1],
  ): Promise<ConnectionState | null> {
    // Nothing starts and nothing is contacted: the person chose a folder to be read.
    if (this.isFolder) return null;
    const state = await permissionState(this.parts, this.server.label, config);
    if (state === 'allowed') return null;
    const changed = state === 'changed';
    return config.type === 'stdio'
      ? { status: 'needs-consent', fingerprint: consentFingerprint(config), changed }
      : { status: 'uncontacted', changed };
  }

  /** Takes a fresh session: what the server declares, and who to tell when it breaks. */
  private adopt(session: ServerSession, attempt: number): boolean {
    this.session = session;
    this.openedBy = attempt;
    this.since = this.parts.clock.now();
    this.subscribed = new Set();
    this.wanted = { app: [], host: [] };
    const { parts, server } = this;
    session.onNotification((method, params) => {
      if (this.session !== session) return;
      if (method === nowListening) this.listening.acknowledged(subscriptionOf(params));
      parts.onNotification(server, method, params);
    });
    session.onClosed((failure) => {
      if (this.session !== session) return;
      this.session = null;
      this.listening.end();
      // A server may end each session as soon as it has begun: then another one is an attempt, too.
      const hasLasted = parts.clock.now() - this.since >= lastingMs;
      this.failed(failure, hasLasted ? 0 : this.openedBy);
    });
    parts.onSession?.(server, session);
    if (parts.options.autoRetry && tellsOnStream(session)) this.listen([], 'app');
    const known = declared(session, parts.dialects);
    parts.change(server, {
      ...known,
      connection: {
        status: 'ready',
        protocolVersion: known.facts.protocolVersion,
        ...(session.fallback === undefined ? {} : { fallback: session.fallback }),
      },
    });
    session.onNoise?.((noise) => {
      if (this.session !== session) return;
      const said = describeNoise(noise);
      const others = server.advice.filter(({ rule }) => rule !== said.rule);
      parts.change(server, { advice: [...others, said] });
    });
    return true;
  }

  /**
   * Shows since when it is being started and what it says meanwhile: a package runner may need most
   * of a minute. Gives the way to stop.
   */
  private tellOfStart(attempt: number): () => void {
    const { clock, connector } = this.parts;
    const { label } = this.server;
    const since = clock.now();
    const before = attempt > 0 ? lastFailure(this.server.connection) : null;
    const start: ConnectionState = {
      ...{ status: 'connecting', attempt, since },
      ...(before === null ? {} : { failure: before }),
    };
    let shown = '';
    let cancel = (): void => {};
    const look = (): void => {
      cancel = clock.after(startLookMs, look);
      const said = connector.stderr(label).at(-1);
      const waiting = connector.waiting?.(label) ?? null;
      const now = JSON.stringify([said, waiting]);
      if ((said === undefined && waiting === null) || now === shown) return;
      shown = now;
      this.show({
        ...start,
        ...(said === undefined ? {} : { said }),
        ...(waiting === null ? {} : { waiting }),
      });
    };
    this.show(start);
    cancel = clock.after(startLookMs, look);
    return () => cancel();
  }

  /**
   * Shows the failure and, in a window and a gateway, tries again after 1, 2, 4, 8 and 16 s, or when
   * the server asked for it. After that, and where waiting can't help, only a person tries again.
   */
  private failed(failure: ConnectionFailure, attempt: number): false {
    const { clock, options, onReady } = this.parts;
    const delay = Math.max(limits.firstReconnectMs * 2 ** attempt, failure.retryAfterMs ?? 0);
    const again =
      options.autoRetry &&
      attempt < limits.reconnects &&
      adviceOn(failure).fixesItself &&
      delay <= longestRetryWait;
    this.show({
      status: 'failed',
      failure,
      attempt,
      retryAt: again ? clock.now() + delay : null,
    });
    if (again)
      this.cancelRetry = clock.after(delay, () => {
        void this.connect(attempt + 1).then((ready) => {
          if (ready) onReady(this.server);
        });
      });
    return false;
  }

  private show(connection: ConnectionState): boolean {
    this.parts.change(this.server, { connection });
    return connection.status === 'ready';
  }

  /** Ends the session and whatever tries to make one; its process is gone when this resolves. */
  close(): Promise<void> {
    this.halted = true;
    this.cancelRetry();
    this.abort.abort();
    const session = this.session;
    this.session = null;
    this.listening.end();
    const ended = async (): Promise<void> => {
      await this.connecting?.catch(() => false);
      await session?.close();
    };
    // Whoever closed it before may still be waiting for its process.
    this.closing = Promise.all([this.closing, ended()]).then(() => {});
    return this.closing;
  }

  /**
   * One request; see `ServerCalls.call`. A failure has what the process wrote to standard error
   * meanwhile, which is often its cause.
   */
  async call(
    request: ServerRequest,
    options: CallOptions,
  ): Promise<Result<unknown, RequestFailure>> {
    const { connector, clock } = this.parts;
    const { label } = this.server;
    const mark = connector.stderrMark?.(label);
    const answer = await this.calls.call(request, options);
    if (answer.ok || mark === undefined || unsent.has(answer.error.reason)) return answer;
    const since = (): readonly string[] => connector.stderrSince?.(label, mark) ?? [];
    // The two pipes are read in any order. A server that fails every request costs no more than
    // this.
    const mayExplain = options.probe !== true && !isUnknownMethod(answer.error);
    if (mayExplain && this.waitsForStderr > 0 && since().length === 0) {
      this.waitsForStderr -= 1;
      await pause(clock, stderrMs, options.signal);
    }
    const stderr = since();
    return stderr.length === 0 ? answer : err({ ...answer.error, stderr });
  }

  /**
   * One request that a person wrote. Beside the calls of the app: it waits for none of them, is
   * never sent twice, and whatever comes of it is held against nobody.
   */
  async byHand(
    { method, params }: ServerRequest,
    onRow: (row: number) => void,
  ): Promise<Result<unknown, RequestFailure>> {
    const { session } = this;
    if (session === null)
      return err({ reason: 'unavailable', message: 'The server isn’t connected.' });
    return session.call(method, params, { byHand: onRow });
  }

  /** Ends the connection; whoever asks next gets a fresh one. */
  private async drop(): Promise<void> {
    const { session } = this;
    this.session = null;
    this.listening.end();
    await session?.close();
  }

  /** Asks to be told of changes; each resource once a session. Failing changes nothing. */
  subscribe(uris: readonly string[]): void {
    if (this.session === null) return;
    for (const uri of uris) {
      if (this.subscribed.has(uri)) continue;
      this.subscribed.add(uri);
      void this.call({ method: 'resources/subscribe', params: { uri } }, { probe: true });
    }
  }

  /** Resolves once the server reports its changes, or won't; see `ChangeListener.opened`. */
  hearing(): Promise<void> {
    return this.listening.opened();
  }

  /** The same of a server that tells only on a stream, which the app and its host share. */
  listen(uris: readonly string[], by: Listener): void {
    if (this.session === null) return;
    this.wanted[by] = uris;
    const { app, host } = this.wanted;
    this.listening.want(this.session, [...new Set([...app, ...host])]);
  }
}

/** A server has nothing more to say of a method that it doesn't have. */
const isUnknownMethod = (failure: RequestFailure): boolean =>
  failure.reason === 'error-response' && failure.code === -32_601;

/** How long to wait for standard error after a failed request, in ms, and how often at most. */
const stderrMs = 25;
const stderrWaits = 20;
/** Such a request was not answered by the server. */
const unsent: ReadonlySet<RequestFailure['reason']> = new Set([
  ...(['cancelled', 'out-of-time', 'unavailable', 'not-now'] as const),
]);
/** After this long a session shows that the server can keep one, in ms. */
const lastingMs = 30_000;

/** A server that asks to be left alone for longer than this is tried again by hand, in ms. */
const longestRetryWait = 15 * 60_000;

const unusable = (message: string): ConnectionState => ({
  status: 'failed',
  failure: { reason: 'config', message, stderr: [] },
  attempt: 0,
  retryAt: null,
});
