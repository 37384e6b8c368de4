import { own } from '../../core/json.ts';
import type { Result } from '../../../shared/result.ts';
import { advertised } from '../policy/advertised.ts';
import type { Sieve } from '../policy/contents.ts';
import { meta, newest, uncached, versions } from '../policy/era.ts';
import { withoutWithheld } from '../policy/instructions.ts';
import {
  codes,
  failed,
  text,
  type Answer,
  type Id,
  type Json,
  type Request,
} from '../policy/message.ts';
import { hostNotifications, rowOf, serverNotifications } from '../policy/methods.ts';
import {
  completedTemplate,
  inEraOf,
  withoutEnvelope,
  withoutWithheldIn,
} from '../policy/relayed.ts';
import type { FromServer } from '../../usecases/ports.ts';
import { HostAsks } from './host-asks.ts';
import type { Host, Send } from './host.ts';
import { SkillsDesk } from './skills.ts';
import { serverInfoOf, type Upstream } from './upstream.ts';
import type { Witness } from './witness.ts';

/** A server that was brought up for one host. */
export interface Opened {
  readonly upstream: Upstream;
  readonly witness: Witness;
  /** Ends the connection and whatever was opened for it. */
  close(): Promise<void>;
}
/** Brings the server up with what this host can do. The error is one line for people. */
export type OpenUpstream = (host: Host) => Promise<Result<Opened, string>>;

/** Answers one host's requests, with the server that was brought up for it. */
export class Desk {
  readonly #host: Host;
  readonly #opened: Opened;
  readonly #send: Send;
  readonly #skills: SkillsDesk;
  readonly #asks: HostAsks;

  constructor(host: Host, opened: Opened, send: Send) {
    this.#host = host;
    this.#opened = opened;
    this.#send = send;
    const { upstream, witness } = opened;
    this.#skills = new SkillsDesk(upstream, witness, host.era);
    this.#asks = new HostAsks(host, send);
    upstream.onMessage = (message) => this.#fromServer(message);
    upstream.onShelf = () => {
      this.#skills.forgetPages();
      this.#changed('notifications/resources/list_changed');
    };
  }

  async close(): Promise<void> {
    await this.#opened.close();
  }

  answered(id: Id, answer: Answer): void {
    this.#asks.answered(id, answer);
  }

  notified(method: string, params: Json): void {
    if (hostNotifications.has(method)) this.#opened.upstream.session?.relay?.notify(method, params);
  }

  async answer(request: Request, signal: AbortSignal): Promise<Answer | null> {
    const { method, params } = request;
    switch (rowOf(method, this.#host.era)?.way) {
      case 'own':
        return this.#own(request);
      case 'skills':
        return this.#ofSkills(request, signal);
      case 'relayed':
        return this.#relayed(method, params, signal);
      case undefined:
        return failed(codes.methodNotFound, 'Method not found');
    }
  }

  #own({ method }: Request): Answer {
    switch (method) {
      case 'initialize':
        return { result: this.#introduction() };
      case 'server/discover': {
        const { serverInfo, protocolVersion: _, ...rest } = this.#introduction();
        return {
          result: {
            resultType: 'complete',
            ...uncached,
            supportedVersions: [...versions.modern, ...versions.legacy],
            ...rest,
            serverInfo,
            _meta: { [meta.serverInfo]: serverInfo },
          },
        };
      }
      default:
        return failed(codes.methodNotFound, 'Method not found');
    }
  }

  #introduction(): Json {
    const { upstream, witness } = this.#opened;
    const { session } = upstream;
    if (session === null) return { protocolVersion: newest.legacy, capabilities: {} };
    const edited = withoutWithheld(session.instructions, upstream.shelf);
    if (edited.removed.length > 0)
      witness.note('instructions-edited', '', null, edited.removed.join(' '));
    return {
      protocolVersion: this.#host.version,
      capabilities: advertised(session.capabilities),
      serverInfo: serverInfoOf(session),
      ...(edited.text === '' ? {} : { instructions: edited.text }),
    };
  }

  async #ofSkills({ method, params }: Request, signal: AbortSignal): Promise<Answer> {
    switch (method) {
      case 'skills/list':
        return this.#skills.list(params);
      case 'skills/get':
        return this.#skills.get(params);
      case 'resources/directory/read':
        return (await this.#skills.directory(params)) ?? this.#relayed(method, params, signal);
      default: {
        const uri = text(params, 'uri');
        if (uri === null) return failed(codes.invalidParams, 'params.uri is missing.');
        return (await this.#skills.read(uri, signal)) ?? this.#relayed(method, params, signal);
      }
    }
  }

  async #relayed(method: string, params: Json, signal: AbortSignal): Promise<Answer> {
    const { upstream } = this.#opened;
    await upstream.listedOnce();
    const template = method === 'completion/complete' ? completedTemplate(params) : null;
    if (template !== null && upstream.shelf.whereabouts(template).kind === 'withheld')
      return failed(codes.invalidParams, 'There is no such template.');
    const relay = await upstream.relay();
    if (relay === null)
      return failed(codes.internal, (await upstream.connect()) ?? 'The server is not connected.');
    const answer = await relay.request(method, withoutEnvelope(params), signal);
    if (!answer.ok) return failed(codes.internal, answer.error.message);
    if ('error' in answer.value) return answer.value;
    const { result } = answer.value;
    const kept = withoutWithheldIn(method, params, result, this.#sieve(method));
    return { result: inEraOf(this.#host.era, method, kept) };
  }

  #sieve(where: string): Sieve {
    const { upstream, witness } = this.#opened;
    return {
      shelf: upstream.shelf,
      removed: ({ uri }) => witness.note('withheld', uri, null, `in ${where}`),
    };
  }

  #fromServer({ id, method, params }: FromServer): void {
    const { upstream } = this.#opened;
    if (id !== undefined) {
      const { session } = upstream;
      const kept = withoutWithheldIn(method, {}, params, this.#sieve(method));
      void this.#asks.ask(method, kept, null).then((answer) => session?.relay?.answer(id, answer));
      return;
    }
    if (!serverNotifications.has(method)) return;
    switch (method) {
      case 'notifications/resources/updated': {
        const uri = own(params, 'uri');
        if (typeof uri !== 'string') return;
        if (upstream.shelf.whereabouts(uri).kind === 'withheld') return;
        return this.#tell(method, params);
      }
      case 'notifications/tools/list_changed':
      case 'notifications/prompts/list_changed':
      case 'notifications/resources/list_changed':
        return this.#changed(method);
      default:
        return this.#tell(method, params);
    }
  }

  /** Something that a host may list has changed. */
  #changed(method: string): void {
    if (this.#host.era === 'legacy') this.#tell(method, {});
  }

  #tell(method: string, params: Json): void {
    this.#send({ jsonrpc: '2.0', method, params }, null);
  }
}
