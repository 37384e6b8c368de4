import { isRecord, own } from '../json.ts';
import {
  itemsOf,
  resultOf,
  settingsOf,
  type CheckExchange,
  type FileRead,
  type ListPages,
  type ServedEntry,
  type CheckTranscript,
  nameSegment,
  textOf,
  type ReadResource,
} from './transcript.ts';
import { parseFrontmatter } from '../frontmatter/frontmatter.ts';

/** Every entry of the listing, in order. */
export const servedIn = ({ listing }: Pick<CheckTranscript, 'listing'>): ServedEntry[] =>
  itemsOf(listing, 'skills').map(({ item, from }, index) => served(item, index, from));

export function served(item: unknown, index: number, from: CheckExchange): ServedEntry {
  const value = isRecord(item) ? item : {};
  const uri = own(value, 'uri');
  const frontmatter = own(value, 'frontmatter');
  const resources = own(value, 'resources');
  return {
    index,
    label: typeof uri === 'string' ? uri : `skills[${index}]`,
    uri: typeof uri === 'string' ? uri : undefined,
    frontmatter: isRecord(frontmatter) ? frontmatter : undefined,
    resources: Array.isArray(resources)
      ? resources.map((one: unknown) => (isRecord(one) ? one : {}))
      : resources === 'dynamic'
        ? 'dynamic'
        : undefined,
    value: item,
    from,
  };
}

/** How much the listing has, and the extension that the server declares. */
export function scopeOf(seen: Pick<CheckTranscript, 'listing' | 'capabilities'>): {
  readonly skills: number;
  readonly files: number;
  readonly dialect: string | null;
} {
  const entries = servedIn(seen);
  const files = entries.flatMap(({ resources }) => (Array.isArray(resources) ? resources : []));
  const dialect = notDeclared(seen) === null ? 'SEP-2640' : null;
  return { skills: entries.length, files: files.length, dialect };
}

/** The entries that `skills/get` returned for unlisted skills, each under its own URI. */
export const unlistedIn = (elsewhere: CheckTranscript['deeper']['elsewhere']): ServedEntry[] =>
  elsewhere.flatMap((from) => {
    const skill = skillIn(from);
    return isRecord(skill) && own(skill, 'uri') === from.params['uri']
      ? [served(skill, 0, from)]
      : [];
  });

/** Why entries can't be checked; null if there are some. */
export function noEntries(seen: CheckTranscript): string | null {
  const undeclared = notDeclared(seen);
  if (undeclared !== null) return undeclared;
  if (seen.listing.end === 'failed') return 'skills/list returned no listing.';
  return servedIn(seen).length === 0 ? 'The listing is empty, which is allowed.' : null;
}

export const notDeclared = ({
  capabilities,
}: Pick<CheckTranscript, 'capabilities'>): string | null =>
  settingsOf(capabilities) === undefined ? "The server doesn't declare the extension." : null;

/** A skill's entry in the second listing; undefined if there's none. */
export function listedLater(
  { again }: Pick<CheckTranscript, 'again'>,
  { uri }: Pick<ServedEntry, 'uri'>,
): ServedEntry | undefined {
  if (again === null || again === 'later' || uri === undefined) return undefined;
  const known = entriesOf.get(again.pages);
  if (known !== undefined) return known.get(uri);
  const entries = servedIn({ listing: again.pages });
  const byUri = new Map(entries.flatMap((one) => (one.uri === undefined ? [] : [[one.uri, one]])));
  entriesOf.set(again.pages, byUri);
  return byUri.get(uri);
}
/** Each is asked for many times, and the server decides how many entries there are. */
const entriesOf = new WeakMap<ListPages, ReadonlyMap<string, ServedEntry>>();

/** The digest of a file in the second listing; undefined if there's none. */
export function listedDigest(
  seen: Pick<CheckTranscript, 'again'>,
  skill: Pick<ServedEntry, 'uri'>,
  uri: string,
): unknown {
  const files = listedLater(seen, skill)?.resources;
  const file = Array.isArray(files) ? files.find((one) => own(one, 'uri') === uri) : undefined;
  return file === undefined ? undefined : own(file, 'digest');
}

/**
 * Whether each read of a file has content that no other read and no entry has, so the server makes
 * it again. Answers that are swapped between files have the content of another one.
 */
export function isGenerated(
  { uri, digest, actual }: Pick<FileRead, 'uri' | 'digest' | 'actual'>,
  { again, deeper: { files } }: Pick<CheckTranscript, 'again' | 'deeper'>,
): boolean {
  if (again === null || again === 'later') return false;
  const second = again.reads.find(({ first }) => first.uri === uri)?.actual ?? actual;
  if (second === actual) return false;
  const others = new Set(files.flatMap((file) => (file.uri === uri ? [] : [file.actual])));
  return [actual, second].every((one) => one !== digest && !others.has(one));
}

/** The entry that a `skills/get` returned. */
export const skillIn = (exchange: CheckExchange | null): unknown =>
  own(resultOf(exchange), 'skill');

/** Why folders aren't checked. */
export const noDirectories = "The server doesn't declare directoryRead, which is optional.";

/** The metadata of a `SKILL.md` as a resource, and its own frontmatter. */
export interface ResourceManifest {
  readonly uri: string;
  /** Its item in `resources/list`; null if it has none. */
  readonly listed: ReadResource['listed'];
  readonly read: CheckExchange;
  /** The fields next to its text: `mimeType` and `_meta`. */
  readonly content: Readonly<Record<string, unknown>>;
  /** Null if the file wasn't read or has no readable frontmatter. */
  readonly frontmatter: Readonly<Record<string, unknown>> | null;
}

const kept = new WeakMap<CheckTranscript, readonly ResourceManifest[]>();

/**
 * First the `SKILL.md` that the official suite looks at, then that of every skill that was read.
 */
export function manifestsOf(seen: CheckTranscript): readonly ResourceManifest[] {
  const known = kept.get(seen);
  if (known !== undefined) return known;
  const found = gathered(seen);
  kept.set(seen, found);
  return found;
}

function gathered(seen: CheckTranscript): ResourceManifest[] {
  if (seen.manifest === null) return [];
  const { uri, listed, read } = seen.manifest;
  const first = textOf(read);
  const content = first?.content ?? {};
  const found: ResourceManifest[] = [
    { uri, listed, read, content, frontmatter: frontmatterOf(first?.text ?? null) },
  ];
  const items = listedItems(seen);
  const had = new Set([uri]);
  for (const file of seen.deeper.files) {
    if (file.text === null || had.has(file.uri) || nameSegment(file.uri) === undefined) continue;
    had.add(file.uri);
    found.push({
      uri: file.uri,
      listed: items.get(file.uri) ?? null,
      read: file.from,
      content: file.beside,
      frontmatter: frontmatterOf(file.text),
    });
  }
  return found;
}

function listedItems(seen: CheckTranscript): Map<string, NonNullable<ReadResource['listed']>> {
  const items = new Map<string, NonNullable<ReadResource['listed']>>();
  for (const { item, from } of itemsOf(seen.resources, 'resources')) {
    const uri = isRecord(item) ? own(item, 'uri') : undefined;
    if (isRecord(item) && typeof uri === 'string' && !items.has(uri))
      items.set(uri, { item, from });
  }
  return items;
}

function frontmatterOf(text: string | null): ResourceManifest['frontmatter'] {
  const parsed = text === null ? null : parseFrontmatter(text);
  return parsed?.ok === true ? parsed.value.frontmatter : null;
}
