import { own } from '../../core/json.ts';
import { meta, type ProtocolEra } from '../policy/methods.ts';
import {
  codes,
  failed,
  list,
  record,
  text,
  type RpcAnswer,
  type RpcId,
  type JsonObject,
} from '../policy/message.ts';
import type { Result } from '../../../shared/result.ts';
import { listChanged, nowListening } from '../../engine/link/index.ts';
import type { CallFailure, RawAnswer } from '../../engine/ports/session.ts';
import type { SendToHost } from './host-client.ts';
import type { ServerConnection } from './server-connection.ts';

/** The kept part of what one `subscriptions/listen` of a host asked for. */
interface Listen {
  readonly lists: ReadonlySet<string>;
  readonly uris: ReadonlySet<string>;
  /** Confirms the stream to its host, once: before anything else is said on it. */
  readonly confirm: () => void;
  readonly end: () => void;
}

const updated = 'notifications/resources/updated';

/** The list's notification, by what a host asks for. */
const changeNotice: Readonly<Record<string, string>> = listChanged;

/** How long a host's stream waits for a server to take what the host wants to hear of (ms). */
const answerMs = 1_000;

/** Most addresses, and most streams, that one host may want to hear of. */
const mostWanted = 1_024;

/**
 * What a host wants to hear of, in its era's way, and what the server is asked to tell, in its
 * own: the older era subscribes to each resource and hears of lists unasked, the newer one opens
 * streams that name what they carry.
 */
export class HostSubscriptions {
  readonly #upstream: ServerConnection;
  readonly #era: ProtocolEra;
  readonly #send: SendToHost;
  /** Tools of ours come and go with the server's skills. */
  readonly #hasTools: boolean;
  readonly #listens = new Map<RpcId, Listen>();
  /** Of a host of the older era. */
  readonly #subscribed = new Set<string>();
  /** What the server was asked to tell of: its own address, and the host's for it. */
  #asked = new Map<string, string>();
  #isClosed = false;

  constructor(upstream: ServerConnection, era: ProtocolEra, send: SendToHost, hasTools = false) {
    this.#hasTools = hasTools;
    this.#upstream = upstream;
    this.#era = era;
    this.#send = send;
  }

  /** Another connection: what was asked of the last one is asked again. */
  renew(): void {
    this.#asked = new Map();
    void this.#ask();
  }

  /**
   * Null where it may not be heard of: the answer is that of a read. Otherwise the server's, which
   * has it in force before its host goes on.
   */
  async subscribe(uri: string, wanted: boolean): Promise<RpcAnswer | null> {
    if (!wanted) this.#subscribed.delete(uri);
    else {
      const { kind } = this.#upstream.shelf.whereabouts(uri);
      if (kind === 'withheld') return null;
      if (this.#subscribed.size >= mostWanted)
        return failed(codes.invalidParams, 'Too many subscriptions.');
      this.#subscribed.add(uri);
    }
    const answer = await this.#ask();
    // Where the server lost its session, the next one is asked.
    if (answer?.ok !== true || !('error' in answer.value)) return { result: {} };
    if (wanted) {
      this.#subscribed.delete(uri);
      this.#asked.delete(this.#sourceOf(uri));
    }
    return { error: answer.value.error };
  }

  /**
   * Confirmed once the server reports to the gateway, or won't; then stays open until the host does
   * not want it any more, and gives null.
   */
  async listen(id: RpcId, params: JsonObject, signal: AbortSignal): Promise<RpcAnswer | null> {
    const wanted = own(params, 'notifications');
    if (typeof wanted !== 'object' || wanted === null)
      return failed(codes.invalidParams, 'params.notifications is missing.');
    if (this.#listens.size >= mostWanted) return failed(codes.internal, 'Too many subscriptions.');
    if (signal.aborted || this.#isClosed) return null;
    const honoured = this.#honoured(wanted as JsonObject);
    const { resourceSubscriptions: uris = [], ...lists } = honoured;
    let isConfirmed = false;
    const confirm = (): void => {
      if (isConfirmed) return;
      isConfirmed = true;
      this.#send(this.#stamped(nowListening, { notifications: honoured }, id), id);
    };
    const done: RpcAnswer = {
      result: { resultType: 'complete', _meta: { [meta.subscription]: id } },
    };
    if (Object.keys(honoured).length === 0) {
      confirm();
      return done;
    }
    return new Promise((resolve) => {
      const end = (answer: RpcAnswer | null): void => {
        if (!this.#listens.delete(id)) return;
        signal.removeEventListener('abort', cancelled);
        void this.#ask();
        resolve(answer);
      };
      const cancelled = (): void => end(null);
      this.#listens.set(id, {
        lists: new Set(Object.keys(lists).map((key) => changeNotice[key] ?? '')),
        uris: new Set(uris),
        confirm,
        end: () => end(done),
      });
      signal.addEventListener('abort', cancelled, { once: true });
      void this.#inForce().then(() => {
        if (this.#listens.get(id)?.confirm === confirm) confirm();
      });
    });
  }

  #honoured(
    wanted: JsonObject,
  ): JsonObject & { readonly resourceSubscriptions?: readonly string[] } {
    const { capabilities } = this.#upstream.server;
    const can = (name: string, what: string): boolean =>
      own(record(capabilities, name), what) === true;
    const uris = can('resources', 'subscribe')
      ? list(wanted, 'resourceSubscriptions').filter(
          (uri): uri is string =>
            typeof uri === 'string' && this.#upstream.shelf.whereabouts(uri).kind !== 'withheld',
        )
      : [];
    return {
      ...(own(wanted, 'toolsListChanged') === true &&
      (this.#hasTools || can('tools', 'listChanged'))
        ? { toolsListChanged: true }
        : {}),
      ...(own(wanted, 'promptsListChanged') === true && can('prompts', 'listChanged')
        ? { promptsListChanged: true }
        : {}),
      ...(own(wanted, 'resourcesListChanged') === true ? { resourcesListChanged: true } : {}),
      ...(uris.length > 0 ? { resourceSubscriptions: uris.slice(0, mostWanted) } : {}),
    };
  }

  /** A list has changed: told to whoever wants to hear of it. */
  listChanged(method: string): void {
    if (this.#era === 'legacy') return this.#send({ jsonrpc: '2.0', method }, null);
    for (const [id, listen] of this.#listens)
      if (listen.lists.has(method)) this.#tell(id, listen, method, {});
  }

  /** The server says that a resource has changed. It decides what it says, and about which. */
  resourceUpdated(params: JsonObject): void {
    const source = text(params, 'uri');
    const uri = source === null ? undefined : this.#asked.get(source);
    if (uri === undefined || this.#upstream.shelf.whereabouts(uri).kind === 'withheld') return;
    if (this.#subscribed.has(uri))
      this.#send({ jsonrpc: '2.0', method: updated, params: { uri } }, null);
    for (const [id, listen] of this.#listens)
      if (listen.uris.has(uri)) this.#tell(id, listen, updated, { uri });
  }

  /** Ends every stream as the protocol wants it. */
  close(): void {
    this.#isClosed = true;
    for (const { confirm, end } of [...this.#listens.values()]) {
      confirm();
      end();
    }
  }

  /** The server has been asked, and has answered or had a moment to. */
  async #inForce(): Promise<void> {
    const { parts } = this.#upstream;
    let stop = (): void => {};
    const moment = new Promise<void>((done) => (stop = parts.clock.after(answerMs, done)));
    await Promise.race([this.#ask(), moment]).finally(() => stop());
  }

  #tell(id: RpcId, { confirm }: Listen, method: string, params: JsonObject): void {
    confirm();
    this.#send(this.#stamped(method, params, id), id);
  }

  #stamped(method: string, params: JsonObject, id: RpcId): JsonObject {
    return { jsonrpc: '2.0', method, params: { ...params, _meta: { [meta.subscription]: id } } };
  }

  /** The server's own address of what a host calls `uri`. */
  #sourceOf(uri: string): string {
    const at = this.#upstream.shelf.whereabouts(uri);
    return at.kind === 'file' ? at.file.source : uri;
  }

  /**
   * Brings what the server is asked to tell of in line with what is wanted. Returns the answer to
   * the last request that this took; null where it took none.
   */
  async #ask(): Promise<Result<RawAnswer, CallFailure> | null> {
    const wanted = new Map<string, string>();
    for (const uri of [
      this.#subscribed,
      ...[...this.#listens.values()].map(({ uris }) => uris),
    ].flatMap((uris) => [...uris]))
      wanted.set(this.#sourceOf(uri), uri);
    const before = this.#asked;
    this.#asked = wanted;
    if (this.#isClosed) return null;
    const { session, parts, server, era } = this.#upstream;
    const relay = session?.relay;
    if (relay === null || relay === undefined) return null;
    if (era === 'legacy') {
      const can = own(record(server.capabilities, 'resources'), 'subscribe') === true;
      if (!can) return null;
      const begun = [...wanted.keys()].filter((uri) => !before.has(uri));
      const ended = [...before.keys()].filter((uri) => !wanted.has(uri));
      const answers = await Promise.all([
        ...begun.map((uri) => relay.request('resources/subscribe', { uri })),
        ...ended.map((uri) => relay.request('resources/unsubscribe', { uri })),
      ]);
      return answers.at(-1) ?? null;
    }
    parts.links.listen(server, [...wanted.keys()], 'host');
    await parts.links.hearing(server);
    return null;
  }

  /**
   * The stream is open again after it had ended: what changed in between nobody has told, so that
   * any list, and whatever the host wants to hear of, may be another one. A server, or a proxy
   * before it, may end streams whenever it likes.
   */
  missed(): void {
    const { capabilities } = this.#upstream.server;
    for (const name of ['tools', 'prompts'])
      if (own(record(capabilities, name), 'listChanged') === true)
        this.listChanged(`notifications/${name}/list_changed`);
    this.listChanged(listChanged.resourcesListChanged);
    for (const uri of this.#asked.keys()) this.resourceUpdated({ uri });
  }
}
