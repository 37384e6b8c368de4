import type { MismatchExplanation } from '../../../shared/model/verdict.ts';
import { greetingRequest } from '../../../shared/model/report.ts';
import { isRecord, own, weigh } from '../json.ts';
import type { PlannedReply, RequestPlan, PlannedRequest } from '../dialects/plan.ts';
import { limits } from '../limits.ts';

type Json = Readonly<Record<string, unknown>>;

/** One request and its reply. */
export interface CheckExchange {
  /** Its number in this run, from 1; `greetingRequest` if it was sent before the run. */
  readonly at: number;
  readonly method: string;
  readonly params: Json;
  readonly reply: PlannedReply;
}

/** A paged list. */
export interface ListPages {
  readonly exchanges: readonly CheckExchange[];
  /**
   * `endless`: a cursor repeats, or there are too many pages. `too-large`: there are too many
   * bytes, so the rest is unknown.
   */
  readonly end: 'whole' | 'endless' | 'too-large' | 'failed';
}

/** A `SKILL.md` as a resource: its item in `resources/list`, if any, and the answer to a read. */
export interface ReadResource {
  readonly uri: string;
  readonly listed: { readonly item: Json; readonly from: CheckExchange } | null;
  readonly read: CheckExchange;
}

export interface ReadFolder {
  readonly uri: string;
  readonly pages: ListPages;
}

export interface ReadDirectory extends ReadFolder {
  /** A directory read of a file. */
  readonly ofFile: CheckExchange | null;
}

/** A raw entry of `skills/list`: any part may be missing or of any type. */
export interface ServedEntry {
  /** Position in the whole listing. */
  readonly index: number;
  /** Its URI, or its position if it has none. */
  readonly label: string;
  readonly uri: string | undefined;
  readonly frontmatter: Readonly<Record<string, unknown>> | undefined;
  readonly resources: readonly Readonly<Record<string, unknown>>[] | 'dynamic' | undefined;
  readonly value: unknown;
  readonly from: CheckExchange;
}

/** One listed file as it was read. Only the text of a `SKILL.md` is kept. */
export interface FileRead {
  readonly skill: ServedEntry;
  readonly uri: string;
  readonly size: unknown;
  readonly digest: unknown;
  readonly from: CheckExchange;
  /** Why the answer isn't this file; null if it is. */
  readonly problem: string | null;
  /** The URI of the content, if it's another one. */
  readonly otherUri: string | null;
  /** The number of bytes, and their digest. */
  readonly bytes: number;
  readonly actual: string;
  /**
   * It was sent as text in which U+FFFD stands for bytes that aren't UTF-8. `text`: all the rest is
   * readable. Null if it has none.
   */
  readonly replaced: 'text' | 'binary' | null;
  /** Why size or digest differ from the entry, if it is certain. */
  readonly explanation: MismatchExplanation | null;
  /** It is the skill's own SKILL.md and was read. */
  readonly isMain: boolean;
  /** The text of a SKILL.md; null if it isn't UTF-8, and for every other file. */
  readonly text: string | null;
  /** The `mimeType` and `_meta` of a `SKILL.md`; empty for other files. */
  readonly beside: Json;
}

/** The requests beyond the official suite. */
export interface ExtraRequests {
  /** `skills/get` of listed skills. */
  readonly gets: readonly { readonly skill: ServedEntry; readonly from: CheckExchange }[];
  /** `skills/get` of those that only the instructions or `resources/list` name. */
  readonly elsewhere: readonly CheckExchange[];
  /** `skills/get` of a listed skill, with its URI spelled differently. */
  readonly respelled: CheckExchange | null;
  readonly files: readonly FileRead[];
  /** The other folders of skills that list their files. */
  readonly folders: readonly ReadFolder[];
  /** How many files, folders and skills were beyond the bounds and not requested. */
  readonly unread: number;
  /** Reads of a file and a folder that aren't served, in a skill's folder. */
  readonly unserved: readonly CheckExchange[];
  /** Reads of a `SKILL.md` by a path that climbs out of all folders and back. */
  readonly climbing: readonly CheckExchange[];
  /** Reads of files that a `SKILL.md` links to and its entry doesn't list. */
  readonly linked: readonly CheckExchange[];
  /** A listed file that was refused, read with its URI decoded, or encoded if it wasn't. */
  readonly respelledFile: { readonly file: FileRead; readonly from: CheckExchange } | null;
  /** The first folder, if it was refused, with a slash at its end. */
  readonly slashed: CheckExchange | null;
  /** Sixteen simultaneous reads, of different files as far as possible. */
  readonly atOnce: readonly CheckExchange[];
}

/** A file that was read once more after the second listing. */
export interface SecondRead {
  readonly first: FileRead;
  readonly from: CheckExchange;
  /** The digest of the content; null if there was none. */
  readonly actual: string | null;
}

/** The whole listing a second time, after all other requests. */
export interface SecondListing {
  readonly pages: ListPages;
  readonly reads: readonly SecondRead[];
  /** From the first answer of the first listing to the first of this one, ms. */
  readonly afterMs: number;
}

/** All requests to a server and its answers: everything that the checks look at. */
export interface CheckTranscript {
  readonly protocolVersion: string;
  readonly capabilities: Json;
  readonly instructions: string;
  /** The result of `server/discover` or `initialize`, as it came; null if it isn't known. */
  readonly hello: Json | null;
  readonly listing: ListPages;
  readonly resources: ListPages;
  /** `skills/get` of the first listed URI, and of one that no server has. */
  readonly got: CheckExchange | null;
  readonly gotUnknown: CheckExchange | null;
  /** The first listed `SKILL.md`. */
  readonly main: CheckExchange | null;
  /** The first `SKILL.md` that is listed as a resource, or else as a skill. */
  readonly manifest: ReadResource | null;
  /** The first folder of a skill, and one with a folder in it. */
  readonly directory: ReadDirectory | null;
  readonly withFolders: ReadDirectory | null;
  readonly deeper: ExtraRequests;
  /**
   * A method that the server doesn't declare: `skills/list` without the extension, or else
   * `resources/directory/read` of the first folder.
   */
  readonly undeclared: CheckExchange | null;
  /** Null if nothing could be listed; `later` while it's too early for it. */
  readonly again: SecondListing | 'later' | null;
  /**
   * How long the server took for each request, by its number, ms. It's the time since the request
   * or since the previous answer, so a server that works on one request after the other isn't
   * blamed for the queue.
   */
  readonly tookMs: ReadonlyMap<number, number>;
  /** What its process wrote to stdout besides messages; null if that is unknown. */
  readonly noise: { readonly lines: number; readonly first: string } | null;
  /** The id of an answer that was the text of the number that was sent; null if there was none. */
  readonly textId: string | null;
}

export const nothing: ListPages = { exchanges: [], end: 'whole' };

/** An answer's result as an object; empty if there is none. */
export function resultOf(exchange: CheckExchange | null | undefined): Json {
  const reply = exchange?.reply;
  return reply?.ok === true && isRecord(reply.value) ? reply.value : {};
}

/** The items of every page. */
export function itemsOf(pages: ListPages, field: string): { item: unknown; from: CheckExchange }[] {
  return pages.exchanges.flatMap((from) => {
    const items = own(resultOf(from), field);
    return Array.isArray(items) ? items.map((item: unknown) => ({ item, from })) : [];
  });
}

export const extension = 'io.modelcontextprotocol/skills';

/** What the server declares under the extension's identifier; undefined if nothing. */
export function settingsOf(capabilities: Json): unknown {
  const extensions = own(capabilities, 'extensions');
  return isRecord(extensions) ? own(extensions, extension) : undefined;
}

/** The capabilities that the server declared on connecting, before the requests of the run. */
export function greetingOf(
  seen: Pick<CheckTranscript, 'protocolVersion' | 'capabilities' | 'hello'>,
): CheckExchange {
  return {
    at: greetingRequest,
    method: isModern(seen) ? 'server/discover' : 'initialize',
    params: {},
    reply: { ok: true, value: seen.hello ?? { capabilities: seen.capabilities } },
  };
}

export const directoriesDeclared = (capabilities: Json): boolean => {
  const settings = settingsOf(capabilities);
  return isRecord(settings) && own(settings, 'directoryRead') === true;
};

/** From this revision on, results say how long they stay fresh. Revisions are dates. */
export const isModern = ({ protocolVersion }: Pick<CheckTranscript, 'protocolVersion'>): boolean =>
  protocolVersion >= '2026-07-28';

const ending = '/SKILL.md';

/** The segment before `SKILL.md`, as written; undefined if a URI has none. */
export function nameSegment(uri: string): string | undefined {
  const at = uri.indexOf('://');
  if (at < 0) return undefined;
  const segments = uri
    .slice(at + 3)
    .split('/')
    .filter((segment) => segment !== '');
  return segments.length > 1 && segments.at(-1) === 'SKILL.md' ? segments.at(-2) : undefined;
}

/** The folder of a `SKILL.md`, without a slash at its end. */
export const folderOf = (uri: string): string | undefined =>
  uri.endsWith(ending) ? uri.slice(0, -ending.length) : undefined;

/** The first text in the answer to a `resources/read`, with its content item. */
export function textOf(exchange: CheckExchange | null): { text: string; content: Json } | null {
  const contents = own(resultOf(exchange), 'contents');
  if (!Array.isArray(contents)) return null;
  for (const content of contents as unknown[]) {
    const text = isRecord(content) ? own(content, 'text') : undefined;
    if (isRecord(content) && typeof text === 'string') return { text, content };
  }
  return null;
}

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
