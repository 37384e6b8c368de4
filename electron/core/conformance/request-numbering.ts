import { own, weigh } from '../json.ts';
import { limits } from '../limits.ts';
import type { RequestPlan, PlannedRequest } from '../dialects/plan.ts';
import { resultOf, type CheckExchange, type ListPages } from './transcript.ts';

/** Levels of an answer that are weighed. */
export const deepest = 1_000;

/** Asks for a run, and numbers what was asked. */
export class RequestNumbering {
  private asked: number;

  /** `before`: how many were asked in the run already. */
  constructor(before = 0) {
    this.asked = before;
  }

  /** All at once; the exchanges in the same order. */
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

  /** Those that there are, all at once. */
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

  /** One that an honest server refuses. */
  refusal(method: string, params: PlannedRequest['params']): RequestPlan<CheckExchange> {
    return this.#one({ method, params, refusable: true });
  }

  *#one(request: PlannedRequest): RequestPlan<CheckExchange> {
    const [exchange] = yield* this.all([request]);
    if (exchange === undefined) throw new Error('one request gives one exchange');
    return exchange;
  }

  /** Every page of a list, at most `most`: the server decides how many there are. */
  *pages(method: string, params: PlannedRequest['params'], most: number): RequestPlan<ListPages> {
    return yield* this.pagesFrom(yield* this.one(method, params), most);
  }

  /** The same, of which the first page is there. */
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
