import { greetingRequest } from '../../../shared/model/report.ts';
import type { FoundExchange, SoughtExchange } from '../../../shared/model/log.ts';
import type { LogEntry } from '../../core/log/entry.ts';
import { isCut, namesIn, urisIn, type LogStore } from '../../core/log/log-store.ts';
import type { SkillContext } from '../contexts.ts';
import type { DialectId } from '../../../shared/model/plain.ts';

/** The exchange that something rests on, or why it cannot be told which one that was. */
export function foundExchange(
  { log: { store }, catalogue, checked }: SkillContext,
  sought: SoughtExchange,
): FoundExchange {
  if (sought.of === 'read') return readOf(store, sought.server, sought.uri);
  if (sought.of === 'entry') return entryOf(store, sought);
  if (sought.of !== 'check') return lastOf(store, sought);
  if (sought.request === greetingRequest)
    return lastOf(store, { of: 'greeting', server: sought.server });
  const server = catalogue.servers.get(sought.server);
  const row = server === undefined ? undefined : checked.get(server)?.rows.get(sought.request);
  if (row === undefined) return { row: null, doubt: 'never' };
  return store.get(row) === undefined
    ? { row: null, doubt: store.leftAfter(row - 1) ?? 'never' }
    : { row, doubt: null };
}

/** The last read of a URI. A file of an archive came with the archive. */
export function readOf(store: LogStore, server: string, uri: string): FoundExchange {
  const container = uri.split('#')[0];
  let row: number | null = null;
  for (const entry of own(store, server))
    if (isRead(entry) && (entry.target === uri || entry.target === container)) row = entry.id;
  return withDoubt(store, row);
}

/** The last exchange in which a server said what it can do, or told of its skills. */
function lastOf(
  store: LogStore,
  { of, server }: Extract<SoughtExchange, { of: 'greeting' | 'listing' }>,
): FoundExchange {
  let row: number | null = null;
  for (const entry of own(store, server))
    if (of === 'greeting' ? greetings.has(entry.method) : isListing(entry)) row = entry.id;
  return withDoubt(store, row);
}

/**
 * The newest exchange that names an entry, of those in which one of its dialect comes: the same URI
 * may stand in others. Where none does, only one of which a part is missing may be it; another one
 * would be shown as what it is not.
 */
export function entryOf(
  store: LogStore,
  { server, ...sought }: SoughtEntry & { readonly server: string },
): FoundExchange {
  let naming: number | null = null;
  let newest: number | null = null;
  let part: number | null = null;
  for (const entry of own(store, server)) {
    if (!canHaveComeIn(entry, sought)) continue;
    newest = entry.id;
    const answer = store.textOf(entry.response);
    if (answer === null || isCut(answer)) part = entry.id;
    if (answer === null) continue;
    // An error lists nothing: what it names besides is nobody's entry.
    if (entry.status !== 'error' && names(entry, answer, sought)) naming = entry.id;
  }
  if (naming !== null) return withDoubt(store, naming);
  if (part !== null) return { row: part, doubt: 'cut' };
  if (newest !== null && sought.uri === null && sought.name === null)
    return { row: newest, doubt: 'nameless' };
  return withDoubt(store, null);
}

/** What a later exchange, that left the log, might have been. */
const withDoubt = (store: LogStore, row: number | null): FoundExchange => ({
  row,
  doubt: store.leftAfter(row ?? 0) ?? (row === null ? 'never' : null),
});

/**
 * Exchanges of a server that the app rests on: neither a person's own, nor those of a check, nor
 * those that wait. Nor any that the server began: it may ask us to read its own file, and that row
 * would pass for the read that a verdict was made of.
 */
function* own(store: LogStore, server: string): Generator<LogEntry> {
  for (const entry of store.entries()) if (entry.server === server && isOwn(entry)) yield entry;
}

export const isOwn = ({ kind, direction, byHand, check, status }: LogEntry): boolean =>
  kind === 'exchange' && direction === 'sent' && !byHand && !check && status !== 'waiting';

const isRead = ({ method }: LogEntry): boolean =>
  method === 'resources/read' || method === 'GET' || method === 'skills/get';

/** An entry by what it can be found by where it came. */
export type SoughtEntry = Omit<Extract<SoughtExchange, { of: 'entry' }>, 'of' | 'server'>;
type Exchange = Pick<LogEntry, 'method' | 'target'>;
type Test = (one: Exchange) => boolean;

/** In which a server says what it can do. */
export const greetings: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

const method =
  (...methods: readonly string[]): Test =>
  (one) =>
    methods.includes(one.method);
const reads = method('resources/read', 'GET');
const answersOne = method('skills/get', 'skills/read');
const documents =
  (address: RegExp): Test =>
  (one) =>
    reads(one) && address.test(one.target);

const skillsList = method('skills/list');
const resourcesList = method('resources/list');
const index = documents(/index/i);
const manifestOf = documents(/\/_manifest$/);

interface Telling {
  /** Its exchanges that tell of many. */
  readonly many: Test;
  /** It has a method to ask for one; else that one's own file is read. */
  readonly hasMethod?: true;
  /** The URIs are made here from names. */
  readonly byName?: true;
}

/** In which exchanges each dialect tells of skills. */
const tellings: Readonly<Record<DialectId, Telling>> = {
  'skills-ext': { many: skillsList, hasMethod: true },
  'skills-ext-draft': { many: skillsList, hasMethod: true },
  'index-2026-06': { many: index },
  'index-2026-04': { many: index },
  'sep-2076': { many: skillsList, hasMethod: true, byName: true },
  manifest: { many: (one) => resourcesList(one) || manifestOf(one) },
  'skill-root': { many: resourcesList },
  'index-documents': { many: index },
  flat: { many: resourcesList },
  'well-known': { many: index, byName: true },
};

/** Whether an exchange tells of skills in any dialect. */
export const isListing = (one: Exchange): boolean =>
  answersOne(one) ||
  one.method === 'resources/templates/list' ||
  Object.values(tellings).some(({ many }) => many(one));

/** Whether entries of a dialect that came in a listing came in such an exchange. */
export const isListingOf = (one: Exchange, dialect: DialectId): boolean =>
  tellings[dialect].many(one);

/** Whether an entry can have come in an exchange: by its dialect, and by how it came. */
export function canHaveComeIn(one: Exchange, { dialect, way, uri }: Omit<SoughtEntry, 'name'>) {
  const { many, hasMethod = false } = tellings[dialect];
  const isOfOne = hasMethod
    ? answersOne(one)
    : way === 'by-uri' && reads(one) && one.target === uri;
  return (way !== 'by-uri' && many(one)) || (way !== 'listing' && isOfOne);
}

/** Whether what was answered, or asked for, names an entry. */
export function names(
  one: Exchange,
  answer: string,
  { uri, name, dialect }: Omit<SoughtEntry, 'way'>,
): boolean {
  const byName = uri === null || tellings[dialect].byName === true;
  if (byName && name !== null && namesIn(answer).has(name)) return true;
  if (uri === null) return false;
  if (!tellings[dialect].many(one) && one.target === uri) return true;
  if (manifestOf(one)) return uri.startsWith(one.target.slice(0, -'_manifest'.length));
  const uris = urisIn(answer);
  // A skill in an archive has the archive's own address.
  return uris.has(uri) || uris.has(uri.split('#')[0] ?? '');
}
