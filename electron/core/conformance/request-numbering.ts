import { own, weigh } from '../json.ts';
import { limits } from '../limits.ts';
import type { RequestPlan, PlannedRequest } from '../dialects/plan.ts';
import { resultOf, type CheckExchange, type ListPages } from './transcript.ts';

/** The deepest level of an answer that counts toward its size. */
export const deepest = 1_000;

/** Sends the requests of a run and numbers them. */
export class RequestNumbering {
  private asked: number;

  /** `before`: how many requests the run has already sent. */
  constructor(before = 0) {
    this.asked = before;
  }

  /** Sends all at once; the exchanges are in the same order. */
  *all(requests: readonly PlannedRequest[]): RequestPlan<CheckExchange[]> {
    if (requests.length === 0) return [];
    const replies = yield requests;
    return requests.map(({ method, params }, index) => {
      const reply = replies[index];
      if (reply === undefined) throw new Error('a plan got no reply');
      this.asked += 1;
      return { at: this.asked, method, params, reply };
    });
  }

  /** Sends every request that isn't null, all at once. */
  *each<K extends string>(
    requests: Readonly<Record<K, PlannedRequest | null>>,
  ): RequestPlan<Record<K, CheckExchange | null>> {
    const keys = Object.keys(requests) as K[];
    const asked = keys.flatMap((key) => requests[key] ?? []);
    const exchanges = yield* this.all(asked);
    let at = 0;
    return Object.fromEntries(
      keys.map((key) => [key, requests[key] === null ? null : (exchanges[at++] ?? null)]),
    ) as Record<K, CheckExchange | null>;
  }

  one(method: string, params: PlannedRequest['params']): RequestPlan<CheckExchange> {
    return this.#one({ method, params });
  }

  /** Sends a request that an honest server refuses. */
  refusal(method: string, params: PlannedRequest['params']): RequestPlan<CheckExchange> {
    return this.#one({ method, params, refusable: true });
  }

  *#one(request: PlannedRequest): RequestPlan<CheckExchange> {
    const [exchange] = yield* this.all([request]);
    if (exchange === undefined) throw new Error('one request gives one exchange');
    return exchange;
  }

  /** Every page of a list, up to `most`, because the server decides how many there are. */
  *pages(method: string, params: PlannedRequest['params'], most: number): RequestPlan<ListPages> {
    return yield* this.pagesFrom(yield* this.one(method, params), most);
  }

  /** The same, when the first page is already here. */
  *pagesFrom(first: CheckExchange, most: number): RequestPlan<ListPages> {
    const { method, params } = first;
    const exchanges: CheckExchange[] = [];
    const seen = new Set<string>();
    let page = first;
    let bytes = 0;
    for (;;) {
      exchanges.push(page);
      if (!page.reply.ok) return { exchanges, end: 'failed' };
      bytes += weigh(page.reply.value, limits.serverBytes, deepest).bytes;
      if (bytes > limits.serverBytes) return { exchanges, end: 'too-large' };
      const next = own(resultOf(page), 'nextCursor');
      if (typeof next !== 'string' || next === '') return { exchanges, end: 'whole' };
      if (seen.has(next) || exchanges.length >= most) return { exchanges, end: 'endless' };
      seen.add(next);
      page = yield* this.one(method, { ...params, cursor: next });
    }
  }
}
