import type { SoughtExchange } from '../../../shared/model/log.ts';
import type { DialectId } from '../../../shared/model/plain.ts';
import type { LogEntry } from '../../core/log/entry.ts';
import { namesIn, urisIn } from '../../core/log/row-mentions.ts';

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
