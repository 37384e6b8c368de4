import type { Json, RawWire } from './raw-host.ts';

type Message = Json & { readonly id?: unknown; readonly method?: string };

/** What both kinds of remote wires share: the lines, and everything that stays open. */
class RemoteWire implements RawWire {
  readonly pid = 0;
  protected readonly stopping = new AbortController();
  #listener: (line: string) => void = () => {};
  #errors = '';

  onLine(listener: (line: string) => void): void {
    this.#listener = listener;
  }
  write(line: string): void {
    void this.sent(JSON.parse(line) as Message).catch((error: unknown) => {
      if (!this.stopping.signal.aborted) this.#errors += `${String(error)}\n`;
    });
  }
  stderr(): string {
    return this.#errors;
  }
  kill(): void {
    this.stopping.abort();
  }
  close(): Promise<null> {
    this.stopping.abort();
    return Promise.resolve(null);
  }
  protected sent(_message: Message): Promise<void> {
    throw new Error('invariant: a wire that sends nothing');
  }
  protected receive(line: string): void {
    this.#listener(line);
  }
  /** Reads an event stream to its end. */
  protected async events(
    { body }: Response,
    take: (data: string, event: string) => void = (data) => this.receive(data),
  ): Promise<void> {
    if (body === null) return;
    let held = '';
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      held += part;
      // An event of many parts isn't searched again with each.
      if (!part.endsWith('\n')) continue;
      const events = held.split('\n\n');
      held = events.pop() ?? '';
      for (const one of events) {
        const fields = new Map(
          one.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]),
        );
        take(fields.get('data') ?? '', fields.get('event') ?? 'message');
      }
    }
  }
}

/** A client of streamable HTTP without any SDK, of a server that answers as `mirror-server` does. */
export class HttpWire extends RemoteWire {
  readonly #url: string;
  readonly #running = new Map<unknown, AbortController>();
  #headers: Record<string, string> = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };

  constructor(url: string) {
    super();
    this.#url = url;
  }

  protected override async sent(message: Message): Promise<void> {
    const { id, method, params } = message;
    const isModern = this.#headers['mcp-session-id'] === undefined && method !== 'initialize';
    if (isModern && method === 'notifications/cancelled')
      return this.#running.get((params as Json)['requestId'])?.abort();
    const running = new AbortController();
    if (id !== undefined) this.#running.set(id, running);
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify(message),
      signal: AbortSignal.any([running.signal, this.stopping.signal]),
    });
    const session = response.headers.get('mcp-session-id');
    if (session !== null) this.#headers = { ...this.#headers, 'mcp-session-id': session };
    if (response.headers.get('content-type') === 'text/event-stream') await this.events(response);
    else {
      const body = await response.text();
      if (body !== '') this.receive(body);
    }
    this.#running.delete(id);
    if (method === 'notifications/initialized') await this.#listen();
  }

  async #listen(): Promise<void> {
    const { signal } = this.stopping;
    await this.events(await fetch(this.#url, { headers: this.#headers, signal }));
  }
}

/** The same for the older transport: one stream for everything, and an address for messages. */
export class SseWire extends RemoteWire {
  readonly #endpoint: Promise<string>;

  constructor(url: string) {
    super();
    this.#endpoint = new Promise((resolve, reject) => {
      const open = async (): Promise<void> => {
        const { signal } = this.stopping;
        const response = await fetch(url, { headers: { accept: 'text/event-stream' }, signal });
        await this.events(response, (data, event) => {
          if (event === 'endpoint') resolve(new URL(data, url).href);
          else this.receive(data);
        });
      };
      open().catch(reject);
    });
  }

  protected override async sent(message: Message): Promise<void> {
    await fetch(await this.#endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      signal: this.stopping.signal,
    });
  }
}
