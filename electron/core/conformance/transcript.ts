import type { MismatchExplanation } from '../../../shared/model/verdict.ts';
import { greetingRequest } from '../../../shared/model/report.ts';
import { isRecord, own } from '../json.ts';
import type { PlannedReply } from '../dialects/plan.ts';

type Json = Readonly<Record<string, unknown>>;

/** One request and what came of it. */
export interface CheckExchange {
  /** Number in this run, from 1; `greetingRequest` where it was asked before. */
  readonly at: number;
  readonly method: string;
  readonly params: Json;
  readonly reply: PlannedReply;
}

/** A list that comes in pages. */
export interface ListPages {
  readonly exchanges: readonly CheckExchange[];
  /**
   * `endless`: a cursor came again, or more pages than are read. `too-large`: more bytes than are
   * kept, so that the rest is not known.
   */
  readonly end: 'whole' | 'endless' | 'too-large' | 'failed';
}

/** A `SKILL.md` as a resource: what `resources/list` says of it, where it does, and what it reads as. */
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
  /** A directory read of what is a file. */
  readonly ofFile: CheckExchange | null;
}

/** An entry of `skills/list` as it came: any part of it may be missing or of any type. */
export interface ServedEntry {
  /** Position in the whole listing. */
  readonly index: number;
  /** Its URI, else where it stands. */
  readonly label: string;
  readonly uri: string | undefined;
  readonly frontmatter: Readonly<Record<string, unknown>> | undefined;
  readonly resources: readonly Readonly<Record<string, unknown>>[] | 'dynamic' | undefined;
  readonly value: unknown;
  readonly from: CheckExchange;
}

/** One listed file as it was read. Its content is not kept, but of a `SKILL.md` the text. */
export interface FileRead {
  readonly skill: ServedEntry;
  readonly uri: string;
  readonly size: unknown;
  readonly digest: unknown;
  readonly from: CheckExchange;
  /** Why it could not be taken as this file; null where it could. */
  readonly problem: string | null;
  /** Bytes, and what the digest over them is. */
  readonly bytes: number;
  readonly actual: string;
  /** Why size or digest differ from what the entry says, where that is certain. */
  readonly explanation: MismatchExplanation | null;
  /** It is the skill's own SKILL.md, and could be taken as this file. */
  readonly isMain: boolean;
  /** Of a SKILL.md; null where its bytes are no UTF-8, and of every other file. */
  readonly text: string | null;
  /** What stands beside the content of a `SKILL.md`: `mimeType` and `_meta`; of others nothing. */
  readonly beside: Json;
}

/** What is asked beyond the official suite. */
export interface ExtraRequests {
  /** `skills/get` of listed skills. */
  readonly gets: readonly { readonly skill: ServedEntry; readonly from: CheckExchange }[];
  /** And of those that only the instructions or `resources/list` name. */
  readonly elsewhere: readonly CheckExchange[];
  /** And of a listed one in another spelling. */
  readonly respelled: CheckExchange | null;
  readonly files: readonly FileRead[];
  /** The other folders of skills that list their files. */
  readonly folders: readonly ReadFolder[];
  /** Files, folders and skills that were not asked for, since there are more than are asked for. */
  readonly unread: number;
  /** Reads of what is not served: a file in a skill's folder, a folder. */
  readonly unserved: readonly CheckExchange[];
  /** Sixteen reads at once, of as many files as there are. */
  readonly atOnce: readonly CheckExchange[];
}

/** The whole listing a second time, after everything else and some time after the start. */
export interface SecondListing {
  readonly pages: ListPages;
  /** From the first answer of the first listing to the first of this one, ms. */
  readonly afterMs: number;
}

/** What a server was asked and answered: all that the checks look at. */
export interface CheckTranscript {
  readonly protocolVersion: string;
  readonly capabilities: Json;
  readonly instructions: string;
  readonly listing: ListPages;
  readonly resources: ListPages;
  /** `skills/get` of the first listed URI, and of one that nobody serves. */
  readonly got: CheckExchange | null;
  readonly gotUnknown: CheckExchange | null;
  /** The first listed `SKILL.md`. */
  readonly main: CheckExchange | null;
  /** The first `SKILL.md` that is listed as a resource, else as a skill. */
  readonly manifest: ReadResource | null;
  /** The first folder of a skill, and one with a folder in it. */
  readonly directory: ReadDirectory | null;
  readonly withFolders: ReadDirectory | null;
  readonly deeper: ExtraRequests;
  /** Null where nothing could be listed. */
  readonly again: SecondListing | null;
  /** What its process wrote on stdout beside messages; null where nothing is known of it. */
  readonly noise: { readonly lines: number; readonly first: string } | null;
}

export const nothing: ListPages = { exchanges: [], end: 'whole' };

/** An answer's result as an object; empty where there is none. */
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

/** What the server declares under the extension's identifier; undefined where it does not. */
export function settingsOf(capabilities: Json): unknown {
  const extensions = own(capabilities, 'extensions');
  return isRecord(extensions) ? own(extensions, extension) : undefined;
}

/** What the server said it can do when it was connected to, which is no request of the run. */
export function greetingOf(
  seen: Pick<CheckTranscript, 'protocolVersion' | 'capabilities'>,
): CheckExchange {
  return {
    at: greetingRequest,
    method: isModern(seen) ? 'server/discover' : 'initialize',
    params: {},
    reply: { ok: true, value: { capabilities: seen.capabilities } },
  };
}

export const directoriesDeclared = (capabilities: Json): boolean => {
  const settings = settingsOf(capabilities);
  return isRecord(settings) && own(settings, 'directoryRead') === true;
};

/** From this revision on a result carries how long it is fresh. Revisions are dates. */
export const isModern = ({ protocolVersion }: Pick<CheckTranscript, 'protocolVersion'>): boolean =>
  protocolVersion >= '2026-07-28';

const ending = '/SKILL.md';

/** The segment before `SKILL.md`, as written; undefined where a URI has none. */
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

/** The first text that a `resources/read` gave, with what stands beside it. */
export function textOf(exchange: CheckExchange | null): { text: string; content: Json } | null {
  const contents = own(resultOf(exchange), 'contents');
  if (!Array.isArray(contents)) return null;
  for (const content of contents as unknown[]) {
    const text = isRecord(content) ? own(content, 'text') : undefined;
    if (isRecord(content) && typeof text === 'string') return { text, content };
  }
  return null;
}
