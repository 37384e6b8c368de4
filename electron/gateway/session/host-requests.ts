import { own } from '../../core/json.ts';
import type { Result } from '../../../shared/result.ts';
import {
  advertised,
  isModern,
  meta,
  newest,
  uncached,
  versions,
  emptyOf,
  hostNotifications,
  rowOf,
  serverNotifications,
  type EmptyList,
} from '../policy/methods.ts';
import { withholding, type ContentFilter } from '../policy/contents.ts';
import { withoutWithheld } from '../policy/instructions.ts';
import {
  codes,
  failed,
  list,
  record,
  text,
  type RpcAnswer,
  type RpcId,
  type JsonObject,
  type RpcRequest,
} from '../policy/message.ts';
import type { SkillExposure } from '../../core/hosts/host.ts';
import { indexUri, withSkillsFirst } from '../policy/exposed-resources.ts';
import { withExposed } from '../policy/exposed-skills.ts';
import { completedTemplate, errorWithout, inEraOf } from '../policy/relayed-lists.ts';
import type { FromServer, ServerSession } from '../../engine/ports/session.ts';
import { ExposedTools, SkillTools, type TellOfTools } from './exposed-tools.ts';
import type { HostClient, SendToHost } from './host-client.ts';
import { RequestRelay } from './request-relay.ts';
import { SkillsDesk } from './skills.ts';
import { HostSubscriptions } from './subscriptions.ts';
import { serverInfoOf, type ServerConnection } from './server-connection.ts';
import type { GatewayAudit } from './gateway-audit.ts';

/** A server that was brought up for one host. */
export interface OpenedServer {
  readonly upstream: ServerConnection;
  readonly witness: GatewayAudit;
  /** In which ways the host is shown skills, beside the extension. */
  readonly exposes: ReadonlySet<SkillExposure>;
  readonly tellOfTools: TellOfTools;
  /** Ends the connection and whatever was opened for it. */
  close(): Promise<void>;
}
/** Brings the server up with what this host can do. The error is one line for people. */
export type OpenUpstream = (host: HostClient) => Promise<Result<OpenedServer, string>>;

/** Answers one host's requests, with the server that was brought up for it. */
export class HostRequests {
  readonly #host: HostClient;
  readonly #opened: OpenedServer;
  readonly #skills: SkillsDesk;
  readonly #relaying: RequestRelay;
  readonly #subscriptions: HostSubscriptions;
  readonly #tools: ExposedTools | null;
  readonly #skillTools: SkillTools;
  #isListening = false;
  #identity: { readonly session: ServerSession; readonly shown: unknown } | null = null;

  constructor(
    host: HostClient,
    opened: OpenedServer,
    { send, isShared }: { readonly send: SendToHost; readonly isShared: boolean },
  ) {
    this.#host = host;
    this.#opened = opened;
    const { upstream, witness } = opened;
    this.#skills = new SkillsDesk(upstream, witness, host.era);
    this.#tools = opened.exposes.has('tools') ? new ExposedTools(upstream, this.#skills) : null;
    this.#skillTools = new SkillTools(upstream, witness, opened.tellOfTools);
    const sieve = (where: string): ContentFilter => this.#sieve(where);
    this.#relaying = new RequestRelay({ host, upstream, send, isShared, sieve });
    this.#subscriptions = new HostSubscriptions(upstream, host.era, send, this.#tools !== null);
    // A host of the older era takes no requests before its handshake is done.
    if (host.era === 'modern') this.#listen();
    upstream.onSession = () => {
      this.#subscriptions.renew();
      this.#relaying.renew();
    };
    upstream.onMissed = () => this.#subscriptions.missed();
    upstream.onShelf = () => {
      this.#subscriptions.listChanged('notifications/resources/list_changed');
      // The first skill brings tools.
      if (this.#tools !== null) this.#subscriptions.listChanged('notifications/tools/list_changed');
    };
    this.#subscriptions.renew();
  }

  /** From here on the host gets what the server says on its own, also what it said before. */
  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#opened.upstream.listen((message) => this.#fromServer(message));
  }

  async close(): Promise<void> {
    this.#relaying.close();
    this.#subscriptions.close();
    await this.#opened.close();
  }

  answered(id: RpcId, answer: RpcAnswer): void {
    this.#relaying.answered(id, answer);
  }

  notified(method: string, params: JsonObject): void {
    if (method === 'notifications/initialized') this.#listen();
    if (hostNotifications.has(method)) this.#opened.upstream.session?.relay?.notify(method, params);
  }

  /** Null where no answer is due. */
  async answer(request: RpcRequest, signal: AbortSignal): Promise<RpcAnswer | null> {
    const answer = await this.#answer(request, signal);
    return answer === null || 'error' in answer || this.#host.era === 'legacy'
      ? answer
      : { result: this.#signed(answer.result) };
  }

  /**
   * In 2026-07-28, every result should say whose it is (Base Protocol, `_meta`). A server of that
   * revision that doesn't say so of itself doesn't through the gateway, either.
   */
  #signed(result: JsonObject): JsonObject {
    const { session } = this.#opened.upstream;
    const its = record(result, '_meta');
    if (session === null || own(its, meta.serverInfo) !== undefined) return result;
    if (
      isModern(session.protocolVersion) &&
      own(record(session.hello, '_meta'), meta.serverInfo) === undefined
    )
      return result;
    return { ...result, _meta: { ...its, [meta.serverInfo]: this.#serverInfo(session) } };
  }

  /** The same for a session's life, since what's withheld in it is noted. */
  #serverInfo(session: ServerSession): unknown {
    if (this.#identity?.session !== session) {
      const shown = withholding(serverInfoOf(session), this.#sieve('serverInfo'));
      this.#identity = { session, shown };
    }
    return this.#identity.shown;
  }

  async #answer(request: RpcRequest, signal: AbortSignal): Promise<RpcAnswer | null> {
    // A host that forgets to say that it's initialized shows it by what it asks.
    if (request.method !== 'initialize') this.#listen();
    switch (rowOf(request.method, this.#host.era)?.way) {
      case 'own':
        return this.#own(request, signal);
      case 'skills':
        return this.#ofSkills(request, signal);
      case 'relayed':
        return this.#relayed(request, signal);
      case undefined:
        return failed(codes.methodNotFound, 'Method not found');
    }
  }

  async #own({ id, method, params }: RpcRequest, signal: AbortSignal): Promise<RpcAnswer | null> {
    switch (method) {
      case 'initialize':
        return { result: this.#introduction() };
      case 'server/discover':
        return { result: this.#discovery() };
      case 'logging/setLevel':
        return this.#relaying.setLevel(params);
      case 'subscriptions/listen':
        await this.#opened.upstream.listedOnce();
        return this.#subscriptions.listen(id, params, signal);
      case 'resources/subscribe':
      case 'resources/unsubscribe': {
        const uri = text(params, 'uri');
        if (uri === null) return failed(codes.invalidParams, 'params.uri is missing.');
        await this.#opened.upstream.listedOnce();
        const isWanted = method === 'resources/subscribe';
        const answer = await this.#subscriptions.subscribe(uri, isWanted);
        if (answer === null) return this.#skills.noResource(uri);
        return 'error' in answer
          ? { error: errorWithout(answer.error, this.#sieve(`an error of ${method}`)) }
          : answer;
      }
      default:
        return failed(codes.methodNotFound, 'Method not found');
    }
  }

  #introduction(): JsonObject {
    const { upstream, witness } = this.#opened;
    const { session } = upstream;
    if (session === null) return { protocolVersion: newest.legacy, capabilities: {} };
    // While nobody knows which skills there are, any address but one of the web may be a skill's.
    const isListing = upstream.server.listing.status === 'loading';
    const edited = withoutWithheld(session.instructions, (uri) => {
      const { kind } = upstream.shelf.whereabouts(uri);
      return kind === 'withheld' || (isListing && kind === 'other' && !/^https?:/i.test(uri));
    });
    if (edited.removed.length > 0)
      witness.note('instructions-edited', '', null, edited.removed.join(' '));
    return {
      protocolVersion: this.#host.version,
      capabilities: advertised(session.capabilities, this.#tools !== null),
      serverInfo: this.#serverInfo(session),
      ...(edited.text === '' ? {} : { instructions: edited.text }),
    };
  }

  #discovery(): JsonObject {
    const { serverInfo, protocolVersion: _, ...rest } = this.#introduction();
    return {
      resultType: 'complete',
      ...uncached,
      supportedVersions: [...versions.modern, ...versions.legacy],
      ...rest,
      serverInfo,
      _meta: { [meta.serverInfo]: serverInfo },
    };
  }

  async #ofSkills(request: RpcRequest, signal: AbortSignal): Promise<RpcAnswer> {
    const { method, params } = request;
    switch (method) {
      case 'skills/list':
        return this.#skills.list(params);
      case 'skills/get':
        return this.#skills.get(params);
      case 'resources/directory/read':
        return (await this.#skills.directory(params)) ?? this.#relayed(request, signal);
      default: {
        const uri = text(params, 'uri');
        if (uri === null) return failed(codes.invalidParams, 'params.uri is missing.');
        if (uri === indexUri && this.#opened.exposes.has('index')) {
          await this.#opened.upstream.listedOnce();
          return this.#skills.index();
        }
        return (await this.#skills.read(uri, signal)) ?? this.#relayed(request, signal);
      }
    }
  }

  async #relayed(request: RpcRequest, signal: AbortSignal): Promise<RpcAnswer> {
    const { method, params } = request;
    const { upstream } = this.#opened;
    const name = method === 'tools/call' ? text(params, 'name') : null;
    const tool = name === null ? null : ((await this.#tools?.toolOf(name)) ?? null);
    if (this.#tools !== null && tool !== null) {
      const answer = await this.#tools.call(tool, params, signal);
      return 'error' in answer
        ? answer
        : { result: inEraOf(this.#host.era, method, answer.result) };
    }
    const refusal = method === 'tools/call' ? this.#skillTools.refusal(params) : null;
    if (refusal !== null) return refusal;
    if (method === 'tools/list') return this.#toolList(request, signal);
    await upstream.listedOnce();
    const template = method === 'completion/complete' ? completedTemplate(params) : null;
    if (
      template === undefined ||
      (template !== null && upstream.shelf.whereabouts(template).kind === 'withheld')
    )
      return failed(codes.invalidParams, 'There’s no such template.');
    const empty = emptyOf(method);
    const answer =
      empty === null
        ? await this.#relaying.relay(request, signal)
        : await this.#orEmpty(request, signal, empty);
    return method === 'resources/list' ? this.#withSkills(params, answer) : answer;
  }

  /**
   * Lists of what this end advertises though the server behind may have none: one that does not
   * declare them is not asked, and one that has no such method has nothing in the list.
   */
  async #orEmpty(
    request: RpcRequest,
    signal: AbortSignal,
    { needs, result }: EmptyList,
  ): Promise<RpcAnswer> {
    const { session } = this.#opened.upstream;
    const isThere = session === null || own(session.capabilities, needs) !== undefined;
    const answer = isThere ? await this.#relaying.relay(request, signal) : null;
    return answer === null || ('error' in answer && answer.error.code === codes.methodNotFound)
      ? { result: inEraOf(this.#host.era, request.method, result) }
      : answer;
  }

  /** A page of resources with the approved skills that the host looks for there. */
  #withSkills(params: JsonObject, answer: RpcAnswer): RpcAnswer {
    const { exposes, upstream } = this.#opened;
    const [isIndexed, isListed] = [exposes.has('index'), exposes.has('resources')];
    if ('error' in answer || !(isIndexed || isListed)) return answer;
    const resources = withSkillsFirst(list(answer.result, 'resources'), upstream.shelf, {
      ...{ index: isIndexed, skills: isListed },
      isFirst: text(params, 'cursor') === null,
    });
    return { result: { ...answer.result, resources } };
  }

  /** The server's tools, without those that are hidden, and ours. */
  async #toolList(request: RpcRequest, signal: AbortSignal): Promise<RpcAnswer> {
    if (this.#tools === null)
      return this.#skillTools.listed(await this.#relaying.relay(request, signal));
    const isNeeded = await this.#tools.isNeeded();
    const none: EmptyList = { needs: 'tools', result: { tools: [] } };
    const answer = this.#skillTools.listed(await this.#orEmpty(request, signal, none));
    if ('error' in answer || !isNeeded) return answer;
    const isFirst = text(request.params, 'cursor') === null;
    const { label } = this.#opened.upstream.server;
    const tools = withExposed(list(answer.result, 'tools'), label, isFirst);
    return { result: { ...answer.result, tools } };
  }

  #sieve(where: string): ContentFilter {
    const { upstream, witness } = this.#opened;
    return {
      shelf: upstream.shelf,
      removed: ({ uri }) => witness.note('withheld', uri, null, `in ${where}`),
    };
  }

  #fromServer(message: FromServer): void {
    const { id, method, params } = message;
    const relay = this.#opened.upstream.session?.relay;
    if (id !== undefined) {
      if (relay !== null && relay !== undefined) this.#relaying.ask(message, id, relay);
      return;
    }
    if (!serverNotifications.has(method)) return;
    switch (method) {
      case 'notifications/cancelled':
        return this.#relaying.unask(params);
      case 'notifications/resources/updated':
        return this.#subscriptions.resourceUpdated(params);
      case 'notifications/tools/list_changed':
      case 'notifications/prompts/list_changed':
      case 'notifications/resources/list_changed':
        return this.#subscriptions.listChanged(method);
      default:
        return this.#relaying.tell(method, params);
    }
  }
}
