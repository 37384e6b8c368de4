import type { FileEntry } from '../../../shared/model/skill.ts';
import { mostTextHits, type TextHit, type TextSearch } from '../../../shared/model/text-search.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import type { ReadContext } from '../contexts.ts';

/** How long one search may take in all, and at a stretch before other work gets a turn (ms). */
const searchTimes = { all: 3_000, turn: 8 } as const;
/** UTF-16 units of a line shown before and after a match. */
const shownAround = { before: 60, after: 120 } as const;

/**
 * Searches names, descriptions and every text that was read and matched in this session; reads
 * nothing from a server. Case is ignored. A server chooses the texts, so hits, time and each turn
 * are bounded.
 */
export async function searchTexts(
  { catalogue, kept, clock }: ReadContext,
  text: string,
  isCurrent: () => boolean,
): Promise<TextSearch> {
  const hits: TextHit[] = [];
  let files = 0;
  const began = clock.now();
  let turn = began;
  const endedBy = async (): Promise<TextSearch['ended'] | null> => {
    if (hits.length >= mostTextHits.all) return 'too-many';
    const now = clock.now();
    if (now - began > searchTimes.all) return 'too-slow';
    if (now - turn > searchTimes.turn) {
      await new Promise((resolve) => setImmediate(resolve));
      turn = clock.now();
    }
    return isCurrent() ? null : 'replaced';
  };
  const done = (ended: TextSearch['ended']): TextSearch => ({
    hits: ended === 'replaced' ? [] : hits.slice(0, mostTextHits.all),
    files,
    ended,
  });
  const wanted = patternOf(text);
  if (wanted === null) return done('complete');

  const skills = [...catalogue.servers.values()].flatMap((server) => [...server.skills.values()]);
  // What's listed comes first: it's short, and a name is what people look for most.
  for (const skill of skills) {
    const ended = await endedBy();
    if (ended !== null) return done(ended);
    hits.push(...listedHits(skill, wanted));
  }
  for (const skill of skills)
    for (const file of filesOf(skill)) {
      if (file.digest === undefined) continue;
      const bytes = kept.get(skill.server.label, file.digest);
      if (bytes === null) continue;
      const ended = await endedBy();
      if (ended !== null) return done(ended);
      const content = textOf(bytes);
      if (content === null) continue;
      files += 1;
      hits.push(...fileHits(skill, file, content, wanted));
    }
  return done(hits.length > mostTextHits.all ? 'too-many' : 'complete');
}

/** The text itself in either case; null for an empty one. */
function patternOf(text: string): RegExp | null {
  const wanted = text.trim();
  return wanted === ''
    ? null
    : new RegExp(wanted.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu');
}

const filesOf = ({ entry }: CatalogueSkill): readonly FileEntry[] =>
  entry.files.kind === 'listed' ? entry.files.files : (entry.known ?? []);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Null for bytes that aren't text. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.subarray(0, 8_192).includes(0)) return null;
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function listedHits({ server, uri, entry }: CatalogueSkill, wanted: RegExp): TextHit[] {
  const { name, description } = entry;
  return (['name', 'description'] as const).flatMap((field) => {
    const value = entry[field];
    wanted.lastIndex = 0;
    const match = wanted.exec(value);
    if (match === null || (field === 'description' && description === name)) return [];
    const excerpt = excerptOf(value, match.index, match.index + match[0].length);
    return [{ server: server.label, uri, name, place: { in: field }, excerpt }];
  });
}

function fileHits(
  { server, uri, entry: { name } }: CatalogueSkill,
  file: FileEntry,
  content: string,
  wanted: RegExp,
): TextHit[] {
  const hits: TextHit[] = [];
  let line = 1;
  let lineStart = 0;
  wanted.lastIndex = 0;
  for (
    let match = wanted.exec(content);
    match !== null && hits.length < mostTextHits.file;
    match = wanted.exec(content)
  ) {
    for (
      let next = content.indexOf('\n', lineStart);
      next !== -1 && next < match.index;
      next = content.indexOf('\n', lineStart)
    ) {
      line += 1;
      lineStart = next + 1;
    }
    hits.push({
      server: server.label,
      uri,
      name,
      place: {
        in: 'file',
        file: file.uri,
        path: file.path,
        line,
        column: match.index - lineStart + 1,
      },
      excerpt: excerptOf(content, match.index, match.index + match[0].length),
    });
  }
  return hits;
}

/** The match with the rest of its line, cut on both sides. */
function excerptOf(text: string, from: number, to: number): TextHit['excerpt'] {
  const before = text.slice(Math.max(0, from - shownAround.before), from);
  const after = text.slice(to, to + shownAround.after);
  const start = before.slice(before.lastIndexOf('\n') + 1).trimStart();
  const [end = ''] = after.split(/\r?\n/, 1);
  const shown = text.slice(from, to);
  return { text: start + shown + end, from: start.length, to: start.length + shown.length };
}
