import { parseFrontmatter } from '../frontmatter/frontmatter.ts';
import { isRecord, own } from '../json.ts';
import {
  itemsOf,
  nameSegment,
  textOf,
  type CheckExchange,
  type ReadResource,
  type CheckTranscript,
} from './transcript.ts';

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
