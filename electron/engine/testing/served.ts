import { indexDialects } from '../../../e2e/servers/dialects/indexes.ts';
import { resourceDialects } from '../../../e2e/servers/dialects/resources.ts';
import { answer, RpcError } from '../../../e2e/servers/support/answers.ts';
import { ordinarySkills } from '../../../e2e/servers/support/served-skill.ts';
import type { Scenario } from '../../../e2e/servers/support/scenario.ts';
import type { AwaitedAnswer, ConnectionFailure } from '../../../shared/model/server.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CallFailure, CallOptions, ServerSession, ServerNoise } from '../ports/session.ts';

export const failure = (
  reason: ConnectionFailure['reason'],
  message: string = reason,
): ConnectionFailure => ({ reason, message, stderr: [] });

export const fails = <T extends CallFailure>(error: T): Result<never, T> => err(error);
export const refuses = (code: number, message: string): Result<never, CallFailure> =>
  err({ reason: 'error-response', code, message });

type Answer = Result<unknown, CallFailure>;
type Speaks = 'extension' | keyof typeof indexDialects | keyof typeof resourceDialects;

/** One request as the server got it. */
export interface Asked {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly options: CallOptions;
}

/** An MCP server without a process: what it serves, answers and was asked, as a test has it. */
export class ServedHere {
  scenario: Scenario = { skills: [], instructions: '', reads: {}, crashOn: [] };
  capabilities: Record<string, unknown> = {
    resources: {},
    extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
  };
  protocolVersion = '2026-07-28';
  readonly #methods: (typeof indexDialects)[string]['methods'] | null = null;
  /** Answers a method in another way; undefined leaves it to the honest answer. */
  instead: (asked: Asked) => Answer | Promise<Answer> | undefined = () => undefined;
  /** Why nobody gets a session; null: everybody does. */
  unreachable: ConnectionFailure | null = null;
  /** Held back before a session is there. */
  gate: Promise<void> = Promise.resolve();
  readonly requests: Asked[] = [];
  opened = 0;
  closed = 0;
  /** The answer that a connection waits for. */
  awaited: AwaitedAnswer | null = null;
  /** Closing waits for it. */
  closes: Promise<void> = Promise.resolve();
  #notify: (method: string, params: unknown) => void = () => {};
  /** Says that the server writes more than is read of it. */
  noise: (noise: ServerNoise) => void = () => {};
  #broken: (failure: ConnectionFailure) => void = () => {};

  /** `speaks` names the dialect of a test server. */
  constructor(skills: Scenario['skills'] | number = [], speaks: Speaks = 'extension') {
    this.serve(typeof skills === 'number' ? ordinarySkills(skills) : skills);
    if (speaks === 'extension') return;
    const dialect = { ...indexDialects, ...resourceDialects }[speaks];
    if (dialect === undefined) throw new Error(`there is no dialect ${speaks}`);
    this.capabilities = { ...dialect.capabilities };
    this.#methods = dialect.methods;
  }

  serve(skills: Scenario['skills'], more: Partial<Scenario> = {}): void {
    this.scenario = { ...this.scenario, ...more, skills };
  }

  /** `method uri` of every request, as far as it was about contents. */
  get asked(): string[] {
    return this.requests.map(({ method, params }) =>
      `${method} ${String(params['uri'] ?? params['cursor'] ?? '')}`.trimEnd(),
    );
  }

  /** Only the requests of one method, by URI. */
  askedFor(method: string): unknown[] {
    return this.requests.filter((one) => one.method === method).map(({ params }) => params['uri']);
  }

  tell(method: string, params: unknown = {}): void {
    this.#notify(method, params);
  }

  breakOff(why = failure('exited')): void {
    this.#broken(why);
  }

  /** The ways to speak of the session that is there now, also after another one has come. */
  held(): { say: (method: string) => void; end: (why: ConnectionFailure) => void } {
    const [notify, broken] = [this.#notify, this.#broken];
    return { say: (method) => notify(method, {}), end: broken };
  }

  async connect(): Promise<Result<ServerSession, ConnectionFailure>> {
    await this.gate;
    if (this.unreachable !== null) return err(this.unreachable);
    this.opened += 1;
    return ok({
      protocolVersion: this.protocolVersion,
      serverName: 'served-here',
      serverVersion: '1.0.0',
      instructions: this.scenario.instructions,
      capabilities: this.capabilities,
      call: async (method, params, options = {}) => {
        const asked = { method, params, options };
        this.requests.push(asked);
        return (await this.instead(asked)) ?? this.#honest(asked);
      },
      onNotification: (listener) => void (this.#notify = listener),
      onClosed: (listener) => void (this.#broken = listener),
      onNoise: (listener) => void (this.noise = listener),
      close: async () => {
        this.closed += 1;
        await this.closes;
      },
      relay: null,
      hello: {},
    });
  }

  #honest({ method, params }: Asked): Answer {
    try {
      // Over a wire nothing stays the same object.
      return ok(JSON.parse(JSON.stringify(this.#answerTo(method, params))));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return refuses(error.code, error.message);
    }
  }

  #answerTo(method: string, params: Asked['params']): unknown {
    if (this.#methods === null)
      return method === 'resources/list'
        ? { resources: [] }
        : answer(this.scenario, method, params);
    const own = this.#methods[method];
    if (own === undefined) throw new RpcError(-32601, 'Method not found');
    return own(this.scenario.skills, params);
  }
}
